# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Models: read from a file, a text or a dictionary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from abut import _abut, text
from abut.errors import Error, UsageError
from abut.laws import Vectorized

if TYPE_CHECKING:
    import os

Laws = Mapping[str, Callable[..., Any]]


class Model:
    """A compiled model; it does not change. Any number of simulations may share it."""

    __slots__ = ("core", "name", "_source", "_overrides", "_laws", "_friction_laws", "__weakref__")

    def __init__(self, source: bytes, name: str, set: Mapping[str, Any] | None = None,
                 laws: Laws | None = None, friction_laws: Laws | None = None) -> None:
        """Of the text of a model file. `name` stands for the file in messages; files that the text
        names are looked for beside it."""
        self.name = name
        self._source = source
        self._overrides = [(path, text.value(value)) for path, value in (set or {}).items()]
        self._laws = dict(laws or {})
        self._friction_laws = dict(friction_laws or {})
        for law, function in self._friction_laws.items():
            self.check_law(law, function)
        try:
            self.core = _abut.Model(source, name, self._overrides, self._laws, self._friction_laws)
        except Error as error:  # a problem keeps the end of a long name
            error.problems = [
                problem._replace(file=name) if problem.file and name.endswith(problem.file)
                else problem for problem in error.problems]
            raise

    @classmethod
    def load(cls, path: str | os.PathLike[str], set: Mapping[str, Any] | None = None,
             laws: Laws | None = None, friction_laws: Laws | None = None) -> Model:
        """Reads a model file of any format that `abut run` reads.

        `set` replaces values by their paths: {"pairs.0.sliding_friction": 0.4}. `laws` are
        functions for the names that the file gives as `normal` (see Simulation.law)."""
        with open(path, "rb") as file:
            source = file.read()
        return cls(source, str(path), set, laws, friction_laws)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], name: str = "model",
                  set: Mapping[str, Any] | None = None, laws: Laws | None = None,
                  friction_laws: Laws | None = None) -> Model:
        """Of the keys of a model file. Arrays of NumPy count as lists. Problems name the path of
        the value: bodies.ball.shapes[0].sphere.radius."""
        writer = text.Writer()
        writer.write({"abut": 1, **values}, "", "", "")
        source = "\n".join(writer.lines).encode() + b"\n"
        try:
            return cls(source, name, set, laws, friction_laws)
        except Error as error:
            error.problems = [
                problem._replace(path=writer.paths[problem.line - 1] or None)
                if problem.file == name and 0 < problem.line <= len(writer.paths) else problem
                for problem in error.problems]
            raise

    def replace(self, values: Mapping[str, Any]) -> Model:
        """The same model with other values, by their paths."""
        if not values:
            return self
        both = {**dict(self._overrides), **values}
        return Model(self._source, self.name, both, self._laws, self._friction_laws)

    @property
    def source(self) -> bytes:
        """The text it was read from."""
        return self._source

    @property
    def overrides(self) -> list[tuple[str, str]]:
        """Paths and values that replace those of the text."""
        return list(self._overrides)

    @property
    def laws(self) -> list[str]:
        """Names of the laws that are functions of the program."""
        return [*self._laws, *self._friction_laws]

    def check_law(self, name: str, function: Callable[..., Any]) -> None:
        """UsageError for what cannot be the law of that name."""
        if name in self._friction_laws and isinstance(function, Vectorized):
            raise UsageError(f"the friction law {name!r} is vectorized; only normal laws can be: friction is asked "
                             "about a contact when the force of its normal law is known")

    @property
    def bodies(self) -> list[str]:
        """Names, in the order of the rows of Simulation.state."""
        return self.core.bodies

    @property
    def shapes(self) -> list[str]:
        """Names, as "body.shape"."""
        return self.core.shapes

    @property
    def joints(self) -> list[str]:
        return self.core.joints

    @property
    def sensors(self) -> list[str]:
        return self.core.sensors

    @property
    def outputs(self) -> list[str]:
        """Names of the series that the model asks for."""
        return self.core.outputs

    @property
    def start_time(self) -> float:
        """[s]"""
        return self.core.times[0]

    @property
    def end_time(self) -> float:
        """[s]"""
        return self.core.times[1]

    @property
    def output_interval(self) -> float:
        """Between two frames [s]."""
        return self.core.times[2]

    @property
    def warnings(self) -> list[str]:
        """Sentences that reading gave."""
        return self.core.warnings

    def check(self) -> list[str]:
        """The warnings of `abut check`: values that are allowed and will not do what they seem
        to say. ModelError or NumericsError for what cannot be run."""
        return self.core.warnings + self.core.check()

    def __repr__(self) -> str:
        return f"<abut.Model {self.name}: {len(self.bodies)} bodies>"

    def __reduce__(self) -> tuple[type[Model], tuple[Any, ...]]:
        return Model, (self._source, self.name, dict(self._overrides), self._laws,
                       self._friction_laws)


def check(path: str | os.PathLike[str], set: Mapping[str, Any] | None = None) -> list[str]:
    """Reads a model file and returns the warnings about it, as `abut check`."""
    return Model.load(path, set).check()
