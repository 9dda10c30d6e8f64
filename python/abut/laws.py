# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Contact laws that take many contacts in one call."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from abut import _abut
from abut.errors import UsageError

_PARTS = ("force", "stiffness", "damping", "energy", "elastic part")


class Vectorized:
    """A normal law that is asked about many contacts at once; made by `vectorized`."""

    def __init__(self, function: Callable[[_abut.Contact], Any]) -> None:
        if not callable(function):
            raise UsageError(f"the law {function!r} is not a function")
        self.function = function

    def __call__(self, contact: Any) -> Any:
        return self.function(contact)

    def __repr__(self) -> str:
        return f"<abut.vectorized {getattr(self.function, '__qualname__', self.function)}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        # the function of a decorator goes by the name of what the decorator made
        name = getattr(self.function, "__qualname__", "")
        module = sys.modules.get(getattr(self.function, "__module__", ""))
        if getattr(module, name, None) is self:
            self.__module__, self.__qualname__ = self.function.__module__, name
            return name
        return Vectorized, (self.function,)

    def _ask(self, block: Any, count: int) -> Any:
        """`block` has a row of each of depth, rate, start speed, radius, area, time, point (3), slip (3),
        normal force, normal (3), point_a (3), point_b (3), side, corners (3), weights (3), both_sides,
        (30, count); the answer a row of each of _PARTS, (5, count)."""
        import numpy as np

        rows = np.frombuffer(block, dtype=np.float64).reshape(30, count)
        places = (rows[13:16].T, rows[16:19].T, rows[19:22].T)
        mesh = (rows[22].astype(int), rows[23:26].T.astype(int), rows[26:29].T, rows[29] != 0.0)
        contact = _abut.Contact((*rows[:5], float(rows[5, 0]), rows[6:9].T, rows[9:12].T, rows[12],
                                 *places, *mesh))
        answer = self.function(contact)
        parts = answer if isinstance(answer, tuple) else (answer,)
        if not 1 <= len(parts) <= len(_PARTS):
            raise TypeError("a normal law answers a force, or (force, stiffness, damping, energy); "
                            f"{self!r} answered {len(parts)} values")
        out = np.zeros((len(_PARTS), count))
        for row, part, name in zip(out, parts, _PARTS):
            values = np.asarray(part)
            if values.dtype.kind not in "fiu":
                raise TypeError(f"{self!r} answered the {name} {part!r}, which is not of real numbers")
            if values.shape not in ((), (count,)):
                raise UsageError(f"{self!r} answered the {name} in the shape {values.shape}; it was asked about "
                                 f"{count} contacts, so the shape is ({count},), or () for the same number for all")
            row[:] = values
        if len(parts) < len(_PARTS):
            out[4] = out[0]
        return out


def vectorized(function: Callable[[_abut.Contact], Any]) -> Vectorized:
    """A normal law that takes many contacts in one call.

        laws={"grip": abut.vectorized(grip)}

    The function gets one Contact whose depth, rate, start_speed, radius and area are arrays (n,) and
    whose point, normal, point_a and point_b are (n, 3), all read-only; time is a number. It answers the force, (n,), or (force,
    stiffness, damping, energy), each (n,) or one number for all. What it says of a contact must not
    depend on the others. Method `events` asks it about all contacts of an evaluation; the steps of
    method `stepping` ask about one at a time, n = 1, and so do both for meshes as they are."""
    return Vectorized(function)
