# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays that look into blocks of the extension module. Imported when the first one is made, as
NumPy takes longer to import than all the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from abut import _abut

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.void]


def _as_in_the_library(kind: str) -> np.dtype[np.void]:
    size, fields = _abut.row_types[kind]
    layout: Any = {"names": [name for name, _, _ in fields], "formats": [form for _, form, _ in fields],
                   "offsets": [offset for _, _, offset in fields], "itemsize": size}
    return np.dtype(layout)


def _with_frames(kind: str) -> np.dtype[np.void]:
    columns: list[Any] = [("frame", "i8"), ("time", "f8")]
    return np.dtype(columns + [(name, form) for name, form, _ in _abut.row_types[kind][1]])


row_types = {kind: _as_in_the_library(kind) for kind in _abut.row_types}
"""Of rows in a block: contacts, points, maps, regions."""
frame_row_types = {kind: _with_frames(kind) for kind in _abut.row_types}
"""Likewise with the number and time of their frame before."""
event_type = np.dtype([
    ("number", "i8"), ("time", "f8"), ("kind", "U8"), ("body_a", "i4"), ("body_b", "i4"),
    ("shape_a", "i4"), ("shape_b", "i4"), ("link", "i4"), ("distance", "f8"), ("speed", "f8"),
    ("normal", "f8", (3,)), ("point", "f8", (3,)), ("depth", "f8"), ("duration", "f8"),
    ("impulse", "f8"), ("push", "f8", (3,)), ("sensor", "i4"), ("value", "f8"),
    ("restart", "U16"), ("normal_law", "i4"), ("law", "f8", (4,)), ("constants", "f8", (2,))])


def _bytes(block: Any) -> memoryview:
    return memoryview(block)


def numbers(block: _abut.Block, columns: int = 0) -> Numbers:
    """A view of a block, read-only; of rows when `columns` is given."""
    flat: Numbers = np.frombuffer(_bytes(block), np.float64)
    return flat.reshape(-1, columns) if columns else flat


def integers(block: _abut.Block) -> npt.NDArray[np.int32]:
    return np.frombuffer(_bytes(block), np.int32)


def rows(block: _abut.Block, kind: str, count: int = -1) -> Rows:
    """A view of the first rows of a block, all without a count; read-only."""
    found: Rows = np.frombuffer(_bytes(block), row_types[kind], count) if count != 0 else np.zeros(0, row_types[kind])
    return found


def rows_of_frames(frames: Iterable[tuple[float, _abut.Block]], kind: str) -> Rows:
    """The rows of frames, given by their times and blocks, one after the other."""
    parts = [np.zeros(0, frame_row_types[kind])]
    for i, (time, block) in enumerate(frames):
        found = rows(block, kind, -1 if _bytes(block).nbytes else 0)
        part = np.zeros(len(found), frame_row_types[kind])
        part["frame"], part["time"] = i, time
        for name in found.dtype.names or ():
            part[name] = found[name]
        parts.append(part)
    return np.concatenate(parts)
