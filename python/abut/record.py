# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Records: what a run left behind, as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from abut import _abut
from abut.errors import UsageError

if TYPE_CHECKING:
    import os

    from abut.arrays import Numbers, Rows


class Difference(NamedTuple):
    """Of a series of two records."""

    what: str
    largest: float
    relative: float
    """To the largest magnitude of the quantity."""
    time: float
    value_a: float
    value_b: float


class Record:
    """The file of a run, also of one that still goes on: what is asked is as of now."""

    def __init__(self, path: str | os.PathLike[str], _temporary: Any = None) -> None:
        self.path = str(path)
        self._temporary = _temporary  # its folder, which goes away with it
        self.core = _abut.Record(self.path)

    # ---- what it is ----

    @property
    def info(self) -> dict[str, Any]:
        """Title, times, tolerance, counts, names, status."""
        return self.core.info()

    @property
    def status(self) -> str:
        """open (still written, or killed), done, stopped or failed."""
        return str(self.info["status"])

    @property
    def title(self) -> str:
        return str(self.info["title"])

    @property
    def bodies(self) -> list[str]:
        return list(self.info["bodies"])

    @property
    def outputs(self) -> list[str]:
        """Series that the model asks for."""
        return list(self.info["outputs"])

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts of the run; zeros while it goes on."""
        return self.core.outcome()[3]

    @property
    def seconds(self) -> float:
        """Processor time that the run took [s]."""
        return self.core.outcome()[2]

    @property
    def warnings(self) -> list[str]:
        return [self.core.warning(i) for i in range(self.info["warnings"])]

    def __len__(self) -> int:
        """How many frames there are."""
        return int(self.info["frames"])

    # ---- numbers ----

    @property
    def time(self) -> Numbers:
        """(frames,) [s]"""
        return self._read("energy.kinetic", True)

    def _read(self, name: str, wants_time: bool = False) -> Numbers:
        from abut import arrays

        block, count = self.core.series(name, wants_time, len(self))
        return arrays.numbers(block)[:count]

    def __getitem__(self, name: str) -> Numbers:
        """(frames,) A series by its name, "ball.position.z", in SI units; of a vector, as
        "ball.position", (frames, components)."""
        try:
            return self._read(name)
        except UsageError as error:
            columns = self._components(name)
            if not columns:
                raise error
        import numpy as np

        return np.stack([self._read(column) for column in columns], axis=1)

    def _components(self, name: str) -> list[str]:
        for letters in ("wxyz", "xyz"):
            try:
                self.core.series(f"{name}.{letters[0]}", False, 0)
                return [f"{name}.{letter}" for letter in letters]
            except UsageError:
                continue
        return []

    def columns(self, names: str | Iterable[str]) -> list[str]:
        """The names of single series; a vector is taken apart."""
        out: list[str] = []
        for name in [names] if isinstance(names, str) else names:
            out += self._components(name) or [name]
        return out

    def series(self, names: Iterable[str]) -> Numbers:
        """(frames, columns) Several series; a vector takes a column for each component."""
        import numpy as np

        columns = self.columns(names)
        if not columns:
            return np.zeros((len(self), 0))
        return np.stack([self._read(column) for column in columns], axis=1)

    @property
    def states(self) -> Numbers:
        """(frames, bodies, 13) As Simulation.state."""
        import numpy as np

        from abut import arrays

        frames = [arrays.numbers(self.core.states(i)[1], 13) for i in range(len(self))]
        return np.stack(frames) if frames else np.zeros((0, len(self.bodies), 13))

    @property
    def events(self) -> Rows:
        """(events,) With time, kind, body_a, body_b, speed, depth, duration, impulse, ..."""
        import numpy as np

        from abut import arrays
        from abut.simulation import Event

        told = (Event(*self.core.event(i)) for i in range(int(self.info["events"])))
        names = arrays.event_type.names or ()
        return np.array([tuple(getattr(event, name) for name in names) for event in told], arrays.event_type)

    def law(self, number: int) -> tuple[str, list[tuple[str, str]]]:
        """The normal law of this number (Event.normal_law): its name, and name and unit of each of the
        numbers of Event.law and, behind them, Event.constants; "" where it has no such number."""
        return self.core.law(number)

    def _rows(self, kind: str) -> Rows:
        from abut import arrays

        return arrays.rows_of_frames((self.core.rows(i, kind) for i in range(len(self))), kind)

    @property
    def contacts(self) -> Rows:
        """(rows,) The contacts of all frames: frame, time, then as Simulation.contacts."""
        return self._rows("contacts")

    @property
    def points(self) -> Rows:
        """(rows,) The points that carry contacts, of all frames: frame, time, contact (which of the
        frame), id, point, normal, depth, normal_force, force on B. A contact of one point, or of
        surfaces, has one row."""
        return self._rows("points")

    @property
    def maps(self) -> Rows:
        """(rows,) Loads at the vertices of meshes in contact, of all frames, where a rule of the model has
        `maps: true`: frame, time, shape, vertex (of its mesh, from 0), force on the body of the shape [N], area [m^2],
        pressure [Pa], depth [m]. Else empty."""
        return self._rows("maps")

    @property
    def regions(self) -> Rows:
        """(rows,) The regions within the contours in which meshes meet, of all frames, where a rule has
        `manifold: contours`: frame, time, contact (which of the frame), points, area, depth, volume, point, normal,
        center, normal_force, force on B, center_of_pressure, ... Else empty."""
        return self._rows("regions")

    def compare(self, other: Record, tolerance: float = 0.0) -> list[Difference]:
        """The series that differ by more than `tolerance` times the largest magnitude of their
        quantity; 0: in any bit."""
        return [Difference(*found) for found in self.core.compare(other.core, tolerance)]

    # ---- for people ----

    def to_pandas(self, names: str | Iterable[str] | None = None) -> Any:
        """A pandas.DataFrame by time; without names of what the model asks for."""
        import pandas

        columns = self.columns(self.outputs if names is None else names)
        index = pandas.Index(self.time, name="time")
        return pandas.DataFrame(self.series(columns), index=index, columns=columns)

    def plot(self, *names: str, path: str | os.PathLike[str] | None = None) -> Any:
        """Series over time, without names those that the model asks for. With `path` an SVG file
        of Abut's own. Else matplotlib's figure where matplotlib is installed, or the text of that
        SVG, which a notebook shows."""
        if path is not None:
            return self.core.plot(list(names), str(path))
        try:
            from matplotlib import pyplot
        except ImportError:
            return Picture(self._svg(list(names)))
        columns = self.columns(names or self.outputs)
        figure, axes = pyplot.subplots(len(columns), sharex=True, squeeze=False)
        for axis, column in zip(axes[:, 0], columns):
            axis.plot(self.time, self[column])
            axis.set_ylabel(column)
        axes[-1, 0].set_xlabel("time [s]")
        return figure

    def _svg(self, names: list[str]) -> str:
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=".svg") as file:
            self.core.plot(names, file.name)
            return file.read().decode()

    def html(self, path: str | os.PathLike[str]) -> None:
        """One file with the run and a viewer, for a browser; it needs no network."""
        import os

        viewer = os.path.join(os.path.dirname(__file__), "viewer.html")
        with open(viewer, encoding="utf-8") as file:
            self.core.page(file.read(), str(path))

    def _repr_html_(self) -> str:
        import html
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=".html") as file:
            self.html(file.name)
            page = file.read()
        if len(page) > 5_000_000:
            return (f"<p>{html.escape(self.title)}: a page of {len(page) / 1e6:.0f} MB is too large to "
                    "be shown here; <code>html(path)</code> writes it.</p>")
        return (f'<iframe srcdoc="{html.escape(page.decode())}" width="100%" height="480" '
                'style="border: 0"></iframe>')

    def __repr__(self) -> str:
        return f"<abut.Record {self.title}: {len(self)} frames, {self.status}>"


class Picture:
    """An SVG, which a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


def compare(a: str | os.PathLike[str], b: str | os.PathLike[str],
            tolerance: float = 0.0) -> list[Difference]:
    """Two records, as `abut compare`; empty: nothing differs by more than the tolerance."""
    return Record(a).compare(Record(b), tolerance)
