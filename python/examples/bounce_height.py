# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""How high does a ball come back? Nine coefficients of restitution at once, beside e^2 h.

The law `elastic` gives its coefficient nearly, a little less at these speeds."""

import numpy as np

import abut

model = abut.Model.load("models/hello.yaml")
restitution = np.linspace(0.1, 0.9, 9)
runs = abut.rollout(model, {"pairs.0.restitution": restitution}, until=1.2,
                    outputs=["ball.position.z"])
after = runs.time > 0.45  # the first impact is over
for e, z in zip(restitution, runs.values[:, after, 0]):
    print(f"e = {e:.1f}: {z.max() - 0.1:.4f} m, e^2 h = {0.9 * e**2:.4f} m")
