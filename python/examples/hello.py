# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A steel ball bounces: what happens, and when."""

import abut

simulation = abut.Simulation(abut.Model.load("models/hello.yaml"))
for event in simulation.events(until=1.5):
    print(f"{event.kind:8s} at {event.time:.6f} s, {simulation['ball'].position[0]:.4f} m along")
print(f"energy book: {simulation.energy.balance:.3f} J")
