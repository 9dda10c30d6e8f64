# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Save once, go on twice: with the friction as it is, and without."""

import abut

simulation = abut.Simulation(abut.Model.load("models/hello.yaml"))
simulation.advance(0.4)
saved = simulation.save()
simulation.advance(3)
print(f"with friction the ball comes {simulation['ball'].position[0]:.3f} m far")
simulation.restore(saved)
simulation.set("pairs.0.sliding_friction", 0.0)
simulation.advance(3)
print(f"without it {simulation['ball'].position[0]:.3f} m")
