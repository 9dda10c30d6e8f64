# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A record as arrays: how long the impacts lasted, and how deep they went."""

import abut

record = abut.Simulation(abut.Model.load("models/hello.yaml")).run()
events = record.events
releases = events[events["kind"] == "release"]
for release in releases[:4]:
    print(f"{release['duration'] * 1e3:.3f} ms, {release['depth'] * 1e3:.4f} mm deep")
print(f"{len(releases)} impacts, peak of {record.contacts['normal_force'].max():.0f} N at a frame")
