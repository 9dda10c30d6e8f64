# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A mechanism: the piston of a slider and crank, and the force in its bearing."""

import numpy as np

import abut

simulation = abut.Simulation(abut.Model.load("models/slider_crank.yaml"))
loads, places = [], []
for t in np.arange(0.0, 2.0, 0.002):
    simulation.advance(t)
    loads.append(np.linalg.norm(simulation.joint("main").force))
    places.append(simulation["piston"].position[0])
print(f"the piston moves by {max(places) - min(places):.4f} m")
print(f"the main bearing carries up to {max(loads):.0f} N")
