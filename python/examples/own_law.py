# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A contact law of your own: a linear spring. The contact lasts half a swing of it."""

import math

import abut

STIFFNESS = 1e6  # [N/m]


def spring(contact):
    d = contact.depth
    return STIFFNESS * d, STIFFNESS, 0.0, 0.5 * STIFFNESS * d**2


b = abut.Builder()
b.material("rubber", density=1000)
b.body("ground", mobility="fixed", shapes=[abut.plane("rubber")])
b.body("ball", position=(0, 0, 0.5), velocity=(0, 0, -2), shapes=[abut.sphere(0.1, "rubber")])
b.contact("ground", "ball", normal="spring", friction="none", restitution=1)
b.simulation(end_time=1, tolerance=1e-9)

simulation = abut.Simulation(b.model(laws={"spring": spring}))
touch, release = simulation.events()
mass = 1000 * 4 / 3 * math.pi * 0.1**3
print(f"contact lasts {release.time - touch.time:.8f} s")
print(f"half a swing  {math.pi * math.sqrt(mass / STIFFNESS):.8f} s")
