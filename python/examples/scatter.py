# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Two hundred throws with speeds that scatter: where do the balls come to lie?"""

import numpy as np

import abut

model = abut.Model.load("models/hello.yaml")
start = abut.Simulation(model).state
throws = np.repeat(start[None], 200, axis=0)
throws[:, 1, 7:9] += np.random.default_rng(1).normal(0.0, 0.1, (200, 2))
runs = abut.rollout(model, initial=throws, outputs=["ball.position"])
ends = runs.values[runs.status == 0, -1, :2]
print(f"{len(ends)} throws, mean {ends.mean(axis=0).round(2)}, spread {ends.std(axis=0).round(2)} m")
