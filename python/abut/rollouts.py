# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Many runs of one model at once, in threads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from abut import _abut, text
from abut.errors import UsageError
from abut.model import Model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from abut.arrays import Numbers


class Rollout(NamedTuple):
    """What many runs gave."""

    time: Numbers
    """(frames,) [s]"""
    values: Numbers
    """(cases, frames, columns) NAN where a case did not come to."""
    status: npt.NDArray[np.int32]
    """(cases,) 0: done; else as the exit codes of the command: 3 wrong model, 4 numbers that cannot
    go on."""
    message: list[str]
    """(cases,) What was wrong, "" for nothing."""
    columns: list[str]
    """(columns,) The names of the outputs, those of vectors with their components."""


def rollout(model: Model, parameters: Mapping[str, Sequence[Any]] | None = None,
            initial: Numbers | None = None, until: float | None = None,
            outputs: Sequence[str] | None = None, threads: int = 0) -> Rollout:
    """Runs a model many times, each case with values of its own.

    parameters  {path: (cases,)} values as of Simulation.set, in the units of the file
    initial     (cases, bodies, 13) where to start, as Simulation.state; None: as the model says
    until       end time [s]; None: the model's
    outputs     names of series; None: those that the model asks for
    threads     0: as many as there are processors

    Shapes and paths are checked before anything runs. A case that fails is a status and a message.
    Each case has the same bits for any number of threads."""
    import numpy as np

    from abut import arrays

    given = dict(parameters or {})
    counts = {path: len(values) for path, values in given.items()}
    bodies = len(model.bodies)
    start = None
    if initial is not None:
        start = np.ascontiguousarray(initial, dtype=np.float64)
        if start.ndim != 3 or start.shape[1:] != (bodies, 13):
            raise UsageError(f"initial has the shape {start.shape}; needed is (cases, {bodies}, 13)")
        counts["initial"] = len(start)
    if len(set(counts.values())) > 1:
        raise UsageError("not as many cases everywhere: " + ", ".join(
            f"{name} has {count}" for name, count in counts.items()))
    cases = next(iter(counts.values()), 1)
    if until is not None:
        model = model.replace({"simulation.end_time": until})
    if threads < 1:
        import os

        threads = os.cpu_count() or 1
    if cases > 0:  # what can be set, and to such values, shows before anything runs
        probe = _abut.Simulation(model.core)
        for path, values in given.items():
            probe.set(path, text.value(values[0]))
    texts = [text.value(values[i]) for i in range(cases) for values in given.values()]
    frames = math.ceil((model.end_time - model.start_time) / model.output_interval - 1e-9) + 1
    names = list(model.outputs if outputs is None else outputs)
    time, out, status, message, columns = _abut.rollout(
        model.core, list(given), texts, None if start is None else start.data.cast("B"), names,
        cases, frames, threads)
    found = arrays.numbers(out).reshape(cases, frames, len(columns))
    return Rollout(arrays.numbers(time), found, arrays.integers(status), message, columns)
