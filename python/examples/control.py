# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A control loop: a ball is held at half a metre by pushes, a hundred times a second."""

import abut

b = abut.Builder(gravity=(0, 0, -9.81))
b.body("ball", mass=2.0, inertia=(0.01, 0.01, 0.01), position=(0, 0, 1))
b.simulation(end_time=10)
simulation = abut.Simulation(b.model())
ball = simulation["ball"]
step = 0.01
for k in range(500):
    error = 0.5 - ball.position[2]
    speed = ball.velocity[2] + 9.81 * step / 2  # the mean of a step, at whose end it falls fastest
    force = 2.0 * (9.81 + 20.0 * error - 8.0 * speed)
    simulation.push("ball", (0, 0, force * step))
    simulation.advance((k + 1) * step)
print(f"the ball hovers at {ball.position[2]:.2f} m")
