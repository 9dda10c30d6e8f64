# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""What can go wrong: each exception carries the problems, with the place they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """One problem: a sentence, and where it comes from."""

    file: str
    line: int
    """From 1; 0: no place."""
    column: int
    text: str
    path: str | None = None
    """Of the value in the model, as "bodies.ball.shapes[0].sphere.radius"; None: not known."""

    def __str__(self) -> str:
        if self.path is not None:
            return f"{self.path}: {self.text}"
        if self.line > 0:
            return f"{self.file}:{self.line}:{self.column}: {self.text}"
        return f"{self.file}: {self.text}" if self.file else self.text


class Error(Exception):
    """Anything that the library refuses. str() is all problems, a line each."""

    problems: list[Problem]

    def __init__(self, problems: Sequence[Problem] | str) -> None:
        if isinstance(problems, str):
            problems = [Problem("", 0, 0, problems)]
        self.problems = list(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)

    @property
    def first(self) -> Problem:
        return self.problems[0] if self.problems else Problem("", 0, 0, "")

    @property
    def file(self) -> str:
        """Of the first problem; so are line, column and path."""
        return self.first.file

    @property
    def line(self) -> int:
        return self.first.line

    @property
    def column(self) -> int:
        return self.first.column

    @property
    def path(self) -> str | None:
        return self.first.path


class ModelError(Error):
    """The model is wrong."""


class UsageError(Error, ValueError):
    """A call with impossible arguments."""


class FileError(Error, OSError):
    """A file, a device or memory failed."""


class NumericsError(Error):
    """The computation cannot go on."""

    time: float
    """Of the simulation, when it stopped [s]."""
    body: str | None
    """Name of the body that is to blame; None: not known."""
    pair: tuple[str, str] | None
    """Names of the two bodies whose contact is to blame; None: no contact, or not known."""

    def __init__(self, problems: Sequence[Problem] | str, time: float = float("nan"),
                 body: str | None = None, pair: tuple[str, str] | None = None) -> None:
        super().__init__(problems)
        self.time = time
        self.body = body
        self.pair = pair

    def __reduce__(self) -> tuple[type[NumericsError], tuple[object, ...]]:
        return type(self), (self.problems, self.time, self.body, self.pair)


class StoppedError(Error):
    """Stopped from outside; it can go on."""


class DifferentError(Error):
    """A comparison found differences."""


_BY_RESULT: dict[int, type[Error]] = {
    2: UsageError, 3: ModelError, 4: NumericsError, 5: FileError, 6: StoppedError, 7: DifferentError,
}


def error_of(result: int, problems: Sequence[tuple[str, int, int, str]],
             named: tuple[float, str | None, str | None] | None) -> Error:
    """The exception for a result of the library; the extension module calls it."""
    found = [Problem(*problem) for problem in problems]
    if result == 4 and named is not None:
        time, first, second = named
        pair = (first, second) if first is not None and second is not None else None
        return NumericsError(found, time, first, pair)
    return _BY_RESULT.get(result, Error)(found)
