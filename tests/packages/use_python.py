# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Prints the end of the hello model as the last line of its table of `abut export` has it."""
import abut

run = abut.Simulation(abut.Model.load("/usr/share/abut/models/hello.yaml")).run()
print(f"{run.time[-1]:.17g},{run['ball.position.z'][-1]:.17g}")
