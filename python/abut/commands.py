# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Subcommands of the command `abut` as functions: suggest, convert, sweep, modes.

They run the command, which must be installed: that of the environment variable ABUT, else one beside this Python,
else the first on the path. What it warns of is a Python warning, what it refuses an exception of abut.errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from abut import text
from abut.errors import Error, FileError, Problem, error_of
from abut.model import Model
from abut.study import Study

if TYPE_CHECKING:
    import os

_DIFFERENT = 7


# ---- the command ----


def _find() -> str:
    import os
    import shutil
    import sys

    given = os.environ.get("ABUT")
    beside = os.path.join(os.path.dirname(sys.executable), "abut")
    found = given or (beside if os.access(beside, os.X_OK) else shutil.which("abut"))
    if found is None:
        raise FileError("the command abut is not found; install it (Debian: the package abut), or name it by the "
                        "environment variable ABUT")
    return found


def _problems(said: str) -> list[Problem]:
    """Of the lines on stderr."""
    import re

    found = []
    for line in said.splitlines():
        place = re.match(r"(.+?):(\d+):(\d+): (.*)", line)
        if place is not None:
            found.append(Problem(place[1], int(place[2]), int(place[3]), place[4]))
        elif line and not line.startswith(("usage: ", "warning: ")):
            found.append(Problem("", 0, 0, re.sub(r"^abut \w+: ", "", line)))
    return found


def _call(words: Sequence[str], source: bytes | None = None, folder: str | None = None) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `abut WORDS`. Ctrl-C lets it end in order."""
    import subprocess

    with subprocess.Popen([_find(), *words], stdin=subprocess.PIPE if source is not None else subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
        try:
            out, said = process.communicate(source)
        except BaseException:
            process.terminate()
            process.wait()
            raise
    return process.returncode, out.decode(errors="replace"), said.decode(errors="replace")


def _warn(said: str) -> None:
    import warnings

    for line in said.splitlines():
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), stacklevel=4)


def _output_of(words: Sequence[str], source: bytes | None = None, folder: str | None = None) -> str:
    code, out, said = _call(words, source, folder)
    if code != 0:
        raise _error(code, said)
    _warn(said)
    return out


def _error(code: int, said: str) -> Error:
    problems = _problems(said) or [Problem("", 0, 0, f"the command abut ended with code {code}")]
    return error_of(code, [problem[:4] for problem in problems], None)


def _file(path: str | os.PathLike[str]) -> str:
    """A path that is not taken for an option."""
    name = str(path)
    return f"./{name}" if name.startswith("-") else name


def _options(**values: Any) -> list[str]:
    """--speed 3 of speed=3; nothing for None and False."""
    words: list[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(str(value))
    return words


def _sets(values: Mapping[str, Any]) -> list[str]:
    return [word for path, value in values.items() for word in ("--set", f"{path}={text.value(value)}")]


# ---- suggest, convert, modes ----


def suggest(model: Model | str | os.PathLike[str], set: Mapping[str, Any] | None = None, *,
            speed: float | None = None, restitution: float | None = None, depth: float | None = None,
            damping_ratio: float | None = None) -> dict[str, Any]:
    """What `abut suggest --json` says: for each kind of pair that may touch what its law will do, and stiffness,
    damping, friction speeds and steps to choose. SI.

    speed          of impact [m/s]; None: guessed from the start
    restitution    that is wanted; None: that of each pair
    depth          of compliant contacts at rest [m]
    damping_ratio  of compliant contacts, to critical damping"""
    import json
    import os

    source, folder, name = None, None, ""
    values = dict(set or {})
    if isinstance(model, Model):
        source, folder = model.source, os.path.dirname(model.name) or None
        values = {**dict(model.overrides), **values}
        name = "-"
    else:
        name = _file(model)
    words = ["suggest", "--json", name, *_sets(values),
             *_options(speed=speed, restitution=restitution, depth=depth, damping_ratio=damping_ratio)]
    found: dict[str, Any] = json.loads(_output_of(words, source, folder))
    return found


def convert(path: str | os.PathLike[str], output: str | os.PathLike[str] | None = None,
            set: Mapping[str, Any] | None = None) -> str:
    """A model file of any format as the text of a YAML model that gives the same run, bit for bit. `output` is the
    file it is written to as well."""
    words = ["convert", _file(path), *_sets(set or {})]
    if output is None:
        return _output_of(words)
    _output_of([*words[:2], _file(output), *words[2:]])
    with open(output, encoding="utf-8") as file:
        return file.read()


def modes(mesh: str | os.PathLike[str], output: str | os.PathLike[str] | None = None, *,
          material: str | None = None, interfaces: Sequence[str] = (), contact: Sequence[str] = (),
          count: int | None = None, frequency_below: float | None = None, free: bool = False,
          units: str | None = None) -> dict[str, Any]:
    """A mesh of tetrahedra reduced to a few modes; what `abut modes --json` says of it.

    output           the reduced body, HDF5, for the key `flexible` of a body; None: only the report
    material         FILE or FILE:NAME, abut:Steel; None: those of the mesh
    interfaces       node sets where joints and forces take hold: NAME, NAME:mean, NAME:fixed
    contact          sets of faces that are pressed on: SET, SET:uniform, SET:nodes
    count            how many eigenmodes
    frequency_below  [Hz] all eigenmodes below
    free             free modes although there are interfaces
    units            of the mesh: "m" or "mm\""""
    import json

    words = ["modes", "--json", _file(mesh),
             *_options(output=None if output is None else _file(output), material=material,
                       interfaces=",".join(interfaces) or None, contact=",".join(contact) or None, modes=count,
                       frequency_below=frequency_below, free=free, units=units)]
    found: dict[str, Any] = json.loads(_output_of(words))
    return found


# ---- studies ----


def sweep(study: str | os.PathLike[str], output: str | os.PathLike[str] | None = None, *, jobs: int | None = None,
          only: str | None = None, shard: str | None = None, merge: Sequence[str | os.PathLike[str]] = (),
          extend: bool = False, report: bool = False, allow_code: bool = False) -> Study:
    """Computes what is missing of a study, as `abut sweep`, and opens its results.

    output      the results; None: the name of the study with .study.db, in the working folder
    jobs        processes that compute; None: as many as there are processors
    only        "failed", or numbers as "0..99"
    shard       "1/3": each third case only
    merge       results of other shards to take; nothing is computed then
    extend      the study has more points than the results: add the new cases
    report      write tables and a picture beside the results, for Study.effects
    allow_code  run libraries and scripts that the model names

    Cases that fail are failures of the Study. When all fail it is a NumericsError."""
    import json

    words = ["sweep", "--json", "-q", _file(study),
             *_options(output=None if output is None else _file(output), jobs=jobs, only=only, shard=shard,
                       extend=extend, report=report, allow_code=allow_code)]
    for other in merge:
        words += ["--merge", _file(other)]
    code, out, said = _call(words)
    if code not in (0, _DIFFERENT) or not out:
        raise _error(code, said)
    _warn(said)
    return Study(json.loads(out)["results"])


__all__ = ["convert", "modes", "suggest", "sweep"]
