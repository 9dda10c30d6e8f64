# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A value is set while the run goes on: a block slides over ice, then the ice is sanded."""

import abut

b = abut.Builder(gravity=(0, 0, -9.81))
b.material("ice", youngs_modulus=1e8, poissons_ratio=0.3, density=900)
b.pair("ice", "ice", restitution=0.1, sliding_friction=0.02)
b.body("lake", mobility="fixed", shapes=[abut.plane("ice")])
b.body("block", position=(0, 0, 0.05), velocity=(3, 0, 0), shapes=[abut.box((0.2, 0.2, 0.1), "ice")])
b.simulation(end_time=4, tolerance=1e-6)
simulation = abut.Simulation(b.model())
simulation.advance(1)
print(f"on ice:  {simulation['block'].velocity[0]:.2f} m/s after 1 s")
simulation.set("pairs.0.sliding_friction", 0.5)
simulation.advance(2)
print(f"on sand: {abs(simulation['block'].velocity[0]):.2f} m/s after 2 s")
