# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Contact dynamics: where bodies touch, with which forces, and how they move.

    m = abut.Model.load("hello.yaml")
    s = abut.Simulation(m)
    s.advance(1.0)
    print(s["ball"].position)

SI units and radians. An array says its shape and unit in its docstring."""

from abut._abut import Contact, version as __version__
from abut.builder import (
    Builder, box, capsule, cone, cylinder, ellipsoid, mesh, plane, sphere, torus, tube)
from abut.commands import convert, modes, suggest, sweep
from abut.errors import (
    DifferentError, Error, FileError, ModelError, NumericsError, Problem, StoppedError, UsageError)
from abut.forces import Complementarity, complementarity
from abut.laws import Vectorized, vectorized
from abut.model import Model, check
from abut.record import Difference, Record, compare
from abut.rollouts import Rollout, rollout
from abut.simulation import Body, Energy, Event, Gap, Hit, JointState, Simulation
from abut.study import Effect, Failure, Index, Study

__all__ = [
    "Body", "Builder", "Complementarity", "Contact", "Difference", "DifferentError", "Effect", "Energy",
    "Error", "Event", "Failure", "FileError", "Gap", "Hit", "Index", "JointState", "Model", "ModelError",
    "NumericsError", "Problem", "Record", "Rollout", "Simulation", "StoppedError", "Study", "UsageError",
    "Vectorized", "__version__", "box", "capsule", "check", "compare", "complementarity", "cone",
    "convert", "cylinder", "ellipsoid", "mesh", "modes", "plane", "rollout", "sphere", "suggest",
    "sweep", "torus", "tube", "vectorized",
]
