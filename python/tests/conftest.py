# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import copy
import pathlib
import signal

import pytest

import abut

# a shell ignores it for what it runs in the background, and so would all that is started here
signal.signal(signal.SIGINT, signal.default_int_handler)

TOP = pathlib.Path(__file__).resolve().parents[2]

BALL = {
    "gravity": [0, 0, -9.81],
    "materials": {"steel": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850}},
    "pairs": [{"materials": ["steel", "steel"], "restitution": 0.7, "sliding_friction": 0.3}],
    "bodies": {
        "ground": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "steel"}]},
        "ball": {"position": [0, 0, 1], "velocity": [0.5, 0, 0],
                 "shapes": [{"sphere": {"radius": 0.1}, "material": "steel"}]},
    },
    "simulation": {"end_time": 3.0, "tolerance": 1e-8, "output_interval": 0.01},
}


@pytest.fixture
def ball_values():
    return copy.deepcopy(BALL)


@pytest.fixture(scope="session")
def ball():
    return abut.Model.from_dict(BALL, "ball")


@pytest.fixture(scope="session")
def bouncing():
    """A ball that bounces for a long time: something to wait for."""
    values = copy.deepcopy(BALL)
    values["pairs"][0]["restitution"] = 1.0
    values["simulation"] = {"end_time": 1e6, "output_interval": 1e3, "max_steps": 1e12}
    return abut.Model.from_dict(values, "bouncing")


@pytest.fixture(scope="session")
def models():
    return TOP / "models"
