# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Forces without a model: linear complementarity problems of matrices of your own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from abut import _abut
from abut.errors import UsageError

if TYPE_CHECKING:
    import numpy.typing as npt

    from abut.arrays import Numbers

_kinds = ("unilateral", "bilateral", "bounded")  # in the order of the library


class Complementarity(NamedTuple):
    """What complementarity() found."""

    forces: Numbers
    """(n,): f."""
    accelerations: Numbers
    """(n,): w = A f + b."""
    residual: float
    """What is left of w and the bounds, in parts of the largest b."""
    violation: float
    """How much b lacks at the worst row, likewise; 0."""
    factorisations: int
    """Of matrices, from the ground."""


def _bound(values: npt.ArrayLike | None, count: int, name: str) -> memoryview | None:
    import numpy as np

    if values is None:
        return None
    found = np.asarray(values, np.float64)
    if found.shape not in ((), (count,)):
        raise UsageError(f"{name} is {found.shape}; it must be one number or ({count},)")
    return np.ascontiguousarray(np.broadcast_to(found, (count,))).data


def complementarity(matrix: npt.ArrayLike, offset: npt.ArrayLike, kinds: Sequence[str] | str = "unilateral", *,
                    low: npt.ArrayLike | None = None, high: npt.ArrayLike | None = None,
                    tolerance: float = 0.0) -> Complementarity:
    """Forces f with w = A f + b, of which each presses or its point moves away.

    matrix: A, (n, n), symmetric and positive semidefinite; n from 1 to 20 000. offset: b, (n,).
    kinds: one for all rows, or n of them:
      "unilateral"  f >= 0, w >= 0, f w = 0
      "bilateral"   any f, w = 0
      "bounded"     low <= f <= high; w >= 0 at low, w <= 0 at high, w = 0 between
    low, high: (n,) or one number, read where a row is bounded; may be infinite.
    tolerance: of w, in parts of the largest b; 0: 1e-6.

    Of a singular A (four legs of a table) w is unique, and of the many f these have the least sum
    of A_ii f_i^2. Raises UsageError for what is no such problem, and NumericsError where no forces
    meet all rows."""
    import numpy as np

    from abut import arrays

    a = np.ascontiguousarray(matrix, np.float64)
    b = np.ascontiguousarray(offset, np.float64)
    if b.ndim != 1 or a.shape != (len(b), len(b)):
        raise UsageError(f"matrix is {a.shape} and offset {b.shape}; they must be (n, n) and (n,)")
    n = len(b)
    names = [kinds] * n if isinstance(kinds, str) else list(kinds)
    if len(names) != n:
        raise UsageError(f"there are {len(names)} kinds for {n} rows")
    unknown = next((name for name in names if name not in _kinds), None)
    if unknown is not None:
        raise UsageError(f'"{unknown}" is no kind of a row; kinds are {", ".join(_kinds)}')
    numbers = np.array([_kinds.index(name) for name in names], np.intc)
    f, w, residual, violation, factorisations = _abut.complementarity(
        a.data, b.data, numbers.data, _bound(low, n, "low"), _bound(high, n, "high"), n, float(tolerance))
    return Complementarity(arrays.numbers(f), arrays.numbers(w), residual, violation, factorisations)
