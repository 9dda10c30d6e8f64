# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays that look into blocks of the extension module. Imported when the first one is made, as
NumPy takes longer to import than all the rest."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from abut import _abut

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.void]

_types: Any = {
    "names": [name for name, _, _ in _abut.contact_fields],
    "formats": [kind for _, kind, _ in _abut.contact_fields],
    "offsets": [offset for _, _, offset in _abut.contact_fields],
    "itemsize": _abut.contact_size,
}
contact_type: np.dtype[np.void] = np.dtype(_types)
_columns: list[Any] = [("frame", "i8"), ("time", "f8"),
                        *((name, kind) for name, kind, _ in _abut.contact_fields)]
contact_row_type: np.dtype[np.void] = np.dtype(_columns)
point_type = np.dtype([
    ("frame", "i8"), ("time", "f8"), ("contact", "i4"), ("id", "i4"), ("point", "f8", (3,)),
    ("normal", "f8", (3,)), ("depth", "f8"), ("normal_force", "f8"), ("force", "f8", (3,))])
event_type = np.dtype([
    ("number", "i8"), ("time", "f8"), ("kind", "U8"), ("body_a", "i4"), ("body_b", "i4"),
    ("shape_a", "i4"), ("shape_b", "i4"), ("link", "i4"), ("distance", "f8"), ("speed", "f8"),
    ("normal", "f8", (3,)), ("point", "f8", (3,)), ("depth", "f8"), ("duration", "f8"),
    ("impulse", "f8"), ("push", "f8", (3,)), ("sensor", "i4"), ("value", "f8")])


def _bytes(block: Any) -> memoryview:
    return memoryview(block)


def numbers(block: _abut.Block, columns: int = 0) -> Numbers:
    """A view of a block, read-only; of rows when `columns` is given."""
    flat: Numbers = np.frombuffer(_bytes(block), np.float64)
    return flat.reshape(-1, columns) if columns else flat


def integers(block: _abut.Block) -> npt.NDArray[np.int32]:
    return np.frombuffer(_bytes(block), np.int32)


def contacts(block: _abut.Block, count: int) -> Rows:
    """A view of the first rows of a block, read-only."""
    if count == 0:
        return np.zeros(0, contact_type)
    rows: Rows = np.frombuffer(_bytes(block), contact_type, count)
    return rows
