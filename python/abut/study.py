# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Studies: the results of `abut sweep` as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from abut.errors import FileError, UsageError

if TYPE_CHECKING:
    import os
    import sqlite3

    import numpy as np
    import numpy.typing as npt

    from abut.arrays import Numbers


class Index(NamedTuple):
    """A Sobol index, with an interval that holds the true one in about 95 of 100 studies."""

    value: float
    low: float
    high: float


class Effect(NamedTuple):
    """Of a parameter on an output."""

    output: str
    parameter: str
    lowest: float
    """The least mean of the cases in groups by the value of the parameter."""
    highest: float
    effect: float
    """highest less lowest."""
    first: Index | None
    """Which part of the variance is due to it alone; None: the study is not of method saltelli."""
    total: Index | None
    """Together with others."""


class Failure(NamedTuple):
    """A case that failed."""

    number: int
    message: str
    attempts: int


class Study:
    """The file of results of a study, also of one that still goes on: what is asked is as of now. Arrays have an
    element for each case that was computed, by number."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = str(path)
        if not self._column("SELECT 1 FROM sqlite_master WHERE name = 'cases'"):
            raise FileError(f"{self.path} holds no results of a study")

    @contextmanager
    def _base(self) -> Iterator[sqlite3.Connection]:
        import pathlib
        import sqlite3
        from urllib.parse import quote

        try:
            base = sqlite3.connect(f"file:{quote(str(pathlib.Path(self.path)))}?mode=ro", uri=True, timeout=60)
            try:
                yield base
            finally:
                base.close()
        except sqlite3.Error as error:
            raise FileError(f"{self.path}: {error}") from None

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self._base() as base:
            return base.execute(sql).fetchall()

    def _column(self, sql: str) -> list[Any]:
        return [row[0] for row in self._rows(sql)]

    # ---- what it is ----

    @property
    def info(self) -> dict[str, str]:
        """What was asked: study, model, model_text, program, seed, fingerprints."""
        return {key: value for key, value in self._rows("SELECT key, value FROM study")}

    @property
    def parameters(self) -> list[str]:
        """Their paths."""
        return self._column("SELECT path FROM parameters ORDER BY position")

    @property
    def outputs(self) -> dict[str, str]:
        """{name: unit}"""
        return {name: unit for name, unit in self._rows("SELECT name, unit FROM outputs ORDER BY position")}

    def __len__(self) -> int:
        """How many cases were computed."""
        return int(self._column("SELECT count(*) FROM cases")[0])

    # ---- numbers ----

    @property
    def number(self) -> npt.NDArray[np.int64]:
        """(cases,) Of each case, from 0."""
        import numpy as np

        return np.array(self._column("SELECT number FROM cases ORDER BY number"), np.int64)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """(cases,) False: it failed."""
        import numpy as np

        return np.array(self._column("SELECT state = 'done' FROM cases ORDER BY number"), np.bool_)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """(cases,) An output, NAN where there is none, or the values of a parameter."""
        import numpy as np

        if name not in self.outputs and name not in self.parameters:
            raise KeyError(f"no output or parameter {name!r}; there are {', '.join([*self.outputs, *self.parameters])}")
        quoted = name.replace('"', '""')
        found = self._column(f'SELECT "{quoted}" FROM cases ORDER BY number')
        if any(isinstance(value, str) for value in found):
            return np.array([str(value) for value in found])
        return np.array([np.nan if value is None else value for value in found], np.float64)

    @property
    def failures(self) -> list[Failure]:
        return [Failure(*row) for row in self._rows(
            "SELECT number, message, attempts FROM cases WHERE state != 'done' ORDER BY number")]

    @property
    def effects(self) -> list[Effect]:
        """Of each parameter on each output, from the report beside the results (sweep(..., report=True))."""
        import csv

        path = self.path.removesuffix(".db") + ".effects.csv"
        try:
            with open(path, encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))[1:]
        except FileNotFoundError:
            raise UsageError(f"there is no report {path}; sweep(..., report=True) writes it") from None
        out = []
        for output, parameter, *numbers in rows:
            v = [float(number or "nan") for number in numbers]
            has_indices = len(v) == 9
            out.append(Effect(output, parameter, v[0], v[1], v[2], Index(v[3], v[4], v[5]) if has_indices else None,
                              Index(v[6], v[7], v[8]) if has_indices else None))
        return out

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of the table of cases, by number."""
        import pandas

        with self._base() as base:
            return pandas.read_sql_query("SELECT * FROM cases ORDER BY number", base, index_col="number")

    def __repr__(self) -> str:
        return f"<abut.Study {self.path}: {len(self)} cases, {len(self.failures)} failed>"
