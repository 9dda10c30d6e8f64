# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Simulations: advanced, asked, changed, saved, run into records."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from abut import _abut, text
from abut.errors import Error, FileError, UsageError
from abut.laws import Vectorized
from abut.model import Model

if TYPE_CHECKING:
    import os

    from abut.arrays import Numbers, Rows
    from abut.record import Record

Vector = Sequence[float]

_MAGIC = b"abut.1\0\0"


class Event(NamedTuple):
    """Something that happened at an instant. Bodies and shapes by index from 0, -1: none."""

    number: int
    """From 0."""
    time: float
    """[s]"""
    kind: str
    """touch, release, stick, slip, impact, sensor or change."""
    body_a: int
    body_b: int
    shape_a: int
    shape_b: int
    link: int
    distance: float
    """[m]"""
    speed: float
    """Of closing, > 0 approaching [m/s]."""
    normal: tuple[float, float, float]
    """From A into B, unit."""
    point: tuple[float, float, float]
    """[m]"""
    depth: float
    """Of a release: the greatest of the contact that ended [m]."""
    duration: float
    """Of a release: how long it lasted [s]."""
    impulse: float
    """Of an impact [N s]."""
    push: tuple[float, float, float]
    """Of an impact: its vector, on B [N s]."""
    sensor: int
    value: float
    path: str | None
    """Of a change: what was set."""
    text: str | None
    """And to what."""
    restart: str
    """What it asks of the run: none, integrator, full or terminate; "" in old records."""
    normal_law: int
    """Of the pair, from 1; 0 without one. Record.law names it and its numbers:"""
    law: tuple[float, float, float, float]
    """What it fixed as the contact began (elastic: its damping, ...)."""
    constants: tuple[float, float]
    """Of the law and this pair (elastic: c_res, ...)."""


class Energy(NamedTuple):
    """The energy book [J]."""

    kinetic: float
    gravity: float
    springs: float
    contacts: float
    contact_damping: float
    sliding_friction: float
    rolling_resistance: float
    dampers: float
    applied_work: float
    drive_work: float
    strain: float
    modal_damping: float
    balance: float
    """The sum that stays constant."""


class Gap(NamedTuple):
    """Between two shapes."""

    distance: float
    """Below 0: the depth of the overlap [m]."""
    point_a: tuple[float, float, float]
    point_b: tuple[float, float, float]
    normal: tuple[float, float, float]
    """From A into B, unit."""


class Hit(NamedTuple):
    """What a ray meets first."""

    body: int
    shape: int
    distance: float
    point: tuple[float, float, float]
    normal: tuple[float, float, float]


class JointState(NamedTuple):
    force: tuple[float, float, float]
    """On the second body, in the world [N]."""
    torque: tuple[float, float, float]
    """[N m]"""
    limit_force: tuple[float, float, float]
    limit_torque: tuple[float, float, float]
    position: tuple[float, float, float, float, float, float]
    """Of the second frame in the first: x, y, z [m], then three angles [rad]."""
    speed: tuple[float, float, float, float, float, float]


class _Part:
    """Some of the numbers of a body: columns of Simulation.state."""

    def __init__(self, first: int, end: int, text: str) -> None:
        self.first = first
        self.end = end
        self.__doc__ = text

    def __get__(self, body: Body, owner: type[Body]) -> Numbers:
        return body.simulation.state[body.index, self.first:self.end]

    def __set__(self, body: Body, values: Vector) -> None:
        state = body.simulation.state.copy()
        state[body.index, self.first:self.end] = values
        body.simulation.set_state(state)


class Body:
    """A body of a simulation. Its numbers are views into Simulation.state: read-only, and always
    those of the time that is shown. Assigning one puts the body there, or gives it that speed."""

    __slots__ = ("simulation", "index", "name")

    def __init__(self, simulation: Simulation, index: int, name: str) -> None:
        self.simulation = simulation
        self.index = index
        self.name = name

    position = _Part(0, 3, "(3,) Of the body's frame, in the world [m].")
    orientation = _Part(3, 7, "(4,) Unit quaternion w, x, y, z from the body's frame to the world.")
    velocity = _Part(7, 10, "(3,) Of the frame's origin, in world axes [m/s].")
    angular_velocity = _Part(10, 13, "(3,) In world axes [rad/s].")

    def __repr__(self) -> str:
        x, y, z = self.position
        return f"<abut.Body {self.name} at ({x:.6g}, {y:.6g}, {z:.6g}) m>"


def _three(values: Vector, what: str) -> tuple[float, float, float]:
    if len(values) != 3:
        raise UsageError(f"{what} has {len(values)} numbers and needs 3")
    return float(values[0]), float(values[1]), float(values[2])


def _index(names: list[str], name: str, what: str) -> int:
    if name not in names:
        raise KeyError(f"no {what} {name!r}; there are {', '.join(names)}")
    return names.index(name)


class Simulation:
    """A model in motion.

    Keywords replace keys of the model's `simulation` block: Simulation(m, tolerance=1e-9)."""

    __slots__ = ("core", "model", "_state", "_laws", "_has_begun", "__weakref__")

    def __init__(self, model: Model, **options: Any) -> None:
        from abut import arrays

        self.model = model.replace({f"simulation.{key}": value for key, value in options.items()})
        self.core = _abut.Simulation(self.model.core)
        self._state = arrays.numbers(self.core.state, 13)
        self._laws: dict[str, Callable[..., Any]] = {}
        self._has_begun = False

    # ---- time ----

    @property
    def time(self) -> float:
        """That is shown [s]."""
        return self.core.time

    def advance(self, time: float) -> None:
        """To a time [s], at most the end time of the model. Other threads run meanwhile. Ctrl-C
        stops it, and it can be called again to go on. Advancing in parts gives the same bits."""
        self._advance(time, False)

    def _advance(self, time: float, stops_at_events: bool) -> Event | None:
        self._has_begun = True
        event = self.core.advance(time, stops_at_events)
        return None if event is None else Event(*event)

    def events(self, until: float | None = None) -> Iterator[Event]:
        """Advances to a time, stopping at each event: the state is that of its instant."""
        end = self.model.end_time if until is None else until
        while True:
            event = self._advance(max(end, self.time), True)
            if event is None:
                return
            yield event

    def run(self, record: str | os.PathLike[str] | None = None) -> Record:
        """To the end, into a record; None: into a temporary file that goes away with the Record.
        The record has the bits of `abut run`. Ctrl-C leaves a record that `abut resume` goes on
        with. For a simulation that has not been advanced."""
        from abut.record import Record

        if self._has_begun:
            raise UsageError("a record begins at the start: make a new Simulation to run into one")
        self._has_begun = True
        temporary = None
        if record is None:
            import tempfile

            temporary = tempfile.TemporaryDirectory(prefix="abut-")
            record = f"{temporary.name}/run.abut.db"
        self.core.run(str(record), self.model.source, self.model.name, self.model.overrides)
        return Record(record, temporary)

    # ---- what is shown ----

    @property
    def state(self) -> Numbers:
        """(bodies, 13), live and read-only: position 3 [m], orientation w x y z, velocity 3 [m/s],
        angular velocity 3 [rad/s]. It is always the same array; copy() keeps an instant."""
        return self._state

    @property
    def contacts(self) -> Rows:
        """(contacts,) Pairs in contact, read-only: body_a, body_b, shape_a, shape_b (index from 0),
        point, normal, depth, rate, normal_force, force and torque on B, slip, energy, ...

        Contacts begin with the first advance, also to the start. Live: the rows follow the
        simulation as long as the array lives. Ask again for the right number of rows; those of
        contacts that ended are zero."""
        from abut import arrays

        block, count = self.core.contacts
        return arrays.rows(block, "contacts", count)

    def __getitem__(self, name: str) -> Body:
        """A body by its name."""
        return Body(self, _index(self.model.bodies, name, "body"), name)

    @property
    def bodies(self) -> list[Body]:
        return [Body(self, i, name) for i, name in enumerate(self.model.bodies)]

    @property
    def energy(self) -> Energy:
        return Energy(*self.core.energy)

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts: steps, evaluations, events by kind, energy_drift [J], ..."""
        return self.core.statistics

    @property
    def warnings(self) -> list[str]:
        """Sentences, of the model and of what was computed."""
        return self.model.warnings + self.core.warnings

    def distance(self, shape_a: str, shape_b: str) -> Gap:
        """Between two shapes, named "body.shape", whether or not they may touch."""
        a, b = (_index(self.model.shapes, name, "shape") for name in (shape_a, shape_b))
        return Gap(*self.core.distance(a, b))

    def ray(self, start: Vector, direction: Vector) -> Hit | None:
        """The first shape on a ray from a point of the world [m]."""
        hit = self.core.ray(_three(start, "start"), _three(direction, "direction"))
        return None if hit is None else Hit(*hit)

    def joint(self, name: str) -> JointState:
        """Force, torque, position and speed of a joint."""
        return JointState(*self.core.joint(_index(self.model.joints, name, "joint")))

    # ---- changes ----

    def set(self, path: str, value: Any) -> None:
        """Sets a value of the model by its path, in the units of the file:
        s.set("pairs.0.sliding_friction", 0.25). The model itself keeps what it has."""
        self.core.set(path, text.value(value))

    def law(self, name: str, function: Callable[[_abut.Contact], Any], vectorized: bool = False) -> None:
        """Another function for a law that the model was read with (`laws=` of Model.load).

        A normal law is asked with a Contact and answers the force [N], or (force, stiffness,
        damping, energy): its slopes by depth and rate, and what is stored [J]. A friction law
        answers the force on B, (x, y, z). It is asked at trial instants too, so its answer must
        follow from the contact alone. What it raises ends the run. `vectorized`: as by
        abut.vectorized, it is asked about all contacts of an evaluation in one call."""
        if name not in self.model.laws:
            raise KeyError(f"the model was read without a law {name!r}")
        if vectorized and not isinstance(function, Vectorized):
            function = Vectorized(function)
        self.model.check_law(name, function)
        self.core.law(name, function)
        self._laws[name] = function

    def set_state(self, state: Numbers) -> None:
        """Puts all bodies that forces move, from an array as `state`."""
        import numpy as np

        values = np.ascontiguousarray(state, dtype=np.float64)
        if values.shape != self._state.shape:
            raise UsageError(f"a state of shape {values.shape}; it is {self._state.shape} here")
        self.core.set_state(values.data.cast("B"))

    def set_threads(self, threads: int) -> None:
        """How many threads of the library compute it, 1 at first; 0: as many as there are processors.
        The bits are the same for any number. They share the contacts of large islands of method
        `stepping`; for many simulations `rollout` is better."""
        self.core.set_threads(threads)

    def push(self, body: str, impulse: Vector, at: Vector = (0.0, 0.0, 0.0)) -> None:
        """An impulse [N s] on a point of a body, in the body's frame [m]."""
        self.core.push(self[body].index, _three(at, "at"), _three(impulse, "impulse"))

    def pull(self, body: str, to: Vector, stiffness: float, damping: float = 0.0,
             at: Vector = (0.0, 0.0, 0.0)) -> None:
        """A spring [N/m] with a damper [N s/m] from a point of a body, in its frame [m], to a point
        of the world [m]; one at a time. Until `let_go`."""
        self.core.pull(self[body].index, _three(at, "at"), _three(to, "to"), stiffness, damping)

    def let_go(self) -> None:
        """Ends the pull."""
        zero = (0.0, 0.0, 0.0)
        self.core.pull(-1, zero, zero, 0.0, 0.0)

    # ---- checkpoints ----

    def save(self) -> bytes:
        """Everything that the future depends on but the values of the model: a simulation of the
        same model goes on from it with the same bits. An integrator with a history (CVODE) in
        mid-course begins anew for it."""
        saved = self.core.save()
        if not saved:  # not begun yet
            self._advance(self.time, False)
            saved = self.core.save()
        if not saved:
            self._begin_anew()
            saved = self.core.save()
        if not saved:
            raise Error("this cannot be saved now; advance a little and try again")
        return struct.pack("<8sd", _MAGIC, self.time) + saved

    def _begin_anew(self) -> None:
        zero = (0.0, 0.0, 0.0)
        for index in range(len(self.model.bodies)):
            try:
                return self.core.push(index, zero, zero)
            except Error:
                continue  # a body that forces do not move

    def restore(self, saved: bytes) -> None:
        """Goes back, or on, to where `save` was called. Values that were set stay set."""
        if len(saved) < 16 or saved[:8] != _MAGIC:
            raise FileError("this is no checkpoint of abut")
        self._has_begun = True
        self.core.restore(saved[16:])
        self._advance(struct.unpack("<d", saved[8:16])[0], False)

    def __reduce__(self) -> tuple[Callable[..., Simulation], tuple[Any, ...]]:
        changes = [(path, value) for _, path, value in self.core.changes]
        return _restored, (self.model, changes, self._laws, self.save())

    def __repr__(self) -> str:
        return f"<abut.Simulation of {self.model.name} at {self.time:.6g} s>"


def _restored(model: Model, changes: list[tuple[str, str]], laws: dict[str, Callable[..., Any]],
              saved: bytes) -> Simulation:
    simulation = Simulation(model)
    for name, function in laws.items():
        simulation.law(name, function)
    for path, value in changes:
        simulation.core.set(path, value)
    simulation.restore(saved)
    return simulation
