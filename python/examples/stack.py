# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A stack of boxes made in a loop; it stands."""

import abut

b = abut.Builder(gravity=(0, 0, -9.81))
b.material("wood", youngs_modulus=1e9, poissons_ratio=0.3, density=600)
b.pair("wood", "wood", restitution=0.0, sliding_friction=0.5)
b.body("floor", mobility="fixed", shapes=[abut.plane("wood")])
for i in range(8):
    b.body(f"box_{i}", position=(0, 0, 0.05 + 0.1 * i), shapes=[abut.box((0.1, 0.1, 0.1), "wood")])
b.contact("*", "*", normal="rigid", friction="coulomb")
b.simulation(method="stepping", step=0.01, end_time=2)
simulation = abut.Simulation(b.model())
simulation.advance(2)
top = simulation["box_7"].position
print(f"the top is at {top[2]:.3f} m, {len(simulation.contacts)} contacts")
