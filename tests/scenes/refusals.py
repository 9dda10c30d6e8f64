# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""What the command refuses, and in which words: every law, friction and pair of shapes by every method.

Each model is two bodies apart, as plain as can be, so that what is refused is what the model asks
for and not how it asks. `abut check` says the words.
"""

import re

import meetings
from generate import random_of
from scene import Scene, body, finished, new_model

METHODS = {"events": {"tolerance": 1e-6}, "stepping": {"step": 1e-3}, "fixed": {"step": 1e-3}}
NORMAL = {
    "rigid": {}, "elastic": {}, "hertz": {}, "hertz by curvature": {"law": "hertz", "stiffness": "curvature"},
    "hunt_crossley": {}, "lankarani_nikravesh": {}, "flores": {},
    "impact": {"stiffness": 1e6, "exponent": 1.5, "damping": 10.0, "full_damping_depth": 1e-4}, "poisson": {},
    "power_damper": {"stiffness": 1e6}, "compliant": {"compliance": 1e-6},
    "volume": {"stiffness": 1e9},
    "foundation": {"thickness": 0.01, "youngs_modulus": 1e6, "poissons_ratio": 0.4},
}
FRICTION = ("none", "regularized", "static_dynamic", "dynamic_only", "coulomb", "bristle", "mindlin")
SHAPES = {**meetings.SOLIDS, **meetings.OUTLINES}


def normal(name):
    return {"law": name, **NORMAL[name]}


def model_of(method, law, friction, first, second):
    """Two bodies, a body's size apart; the second one is fixed."""
    model = new_model(f"{method} {law} {friction} {first} {second}")
    rng, plane = random_of("refused"), first in meetings.OUTLINES or second in meetings.OUTLINES
    a, b = (SHAPES[name](rng, 0.1) for name in (first, second))
    model["bodies"]["b"] = body(b.keys, "steel", (0, 0, 0), mobility="fixed")
    away = a.outer + b.outer + 0.05
    place = (0, away, 0) if plane and second != "plane" else (0, 0, away)
    model["bodies"]["a"] = body(a.keys, "steel", place, mobility="planar" if plane else "free")
    model["contacts"] = [{"between": ["all", "all"], "normal": normal(law), "friction": {"law": friction}}]
    model["simulation"] = {"method": method, "end_time": 0.1, "output_interval": 0.01, **METHODS[method]}
    return Scene("refused:0", finished(model), 0.1, 0.01)


def plain(message):
    """The sentence of a refusal, without the names of this model."""
    line = message.strip().splitlines()[0]
    line = re.sub(r"^\S+\.yaml:[\d:]*\s*", "", line)
    line = re.sub(r"^(error|warning): ", "", line)
    line = re.sub(r"\b[ab]\.\w+( \(\w+\))?", "a shape", line)
    return re.sub(r"\(an? \w+\)", "(a box, say)", line).replace("|", "/").strip()


def laws():
    """Laws by every method, on shapes that suit it: a word for the table, and the model."""
    for method in METHODS:
        shapes = ("ball", "block") if method == "fixed" else ("sphere", "box")
        for law in NORMAL:
            yield f"`{law}`", method, model_of(method, law, "none", *shapes)
        for law in ("rigid",) if method == "fixed" else ("rigid", "hunt_crossley"):
            for friction in FRICTION:
                yield f"`{friction}` with `{law}`", method, model_of(method, law, friction, *shapes)
        for friction in FRICTION if method != "fixed" else ():
            yield f"`{friction}` with `foundation`", method, model_of(method, "foundation", friction, "surface", "surface")


def pairs():
    """Every shape on one of each class, which no method treats in another way."""
    for first in SHAPES:
        for second in ("sphere", "box", "surface", "plane", "tube", "ball", "block") if first != "plane" else ():
            yield f"{first} on {second}", "events", model_of("events", "hunt_crossley", "none", first, second)


PASSES = re.compile("goes through|as a full cylinder")


def words_of(engine, scene):
    """The refusal of a model, or the warning that two of its bodies pass each other."""
    path, _ = engine.paths(scene.name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(scene.text())
    code, _, text = engine.call(["check", path])
    if code == 0:
        text = "\n".join(line for line in text.splitlines() if PASSES.search(line))
    return plain(text) if text else ""


def found_by(engine, asked):
    found = {}
    for what, method, scene in asked:
        message = words_of(engine, scene)
        if message:
            found.setdefault(message, {}).setdefault(method, []).append(what)
    return found


def table_of_laws(engine):
    """Lines of a page: what is refused or warned of, by which methods, in which words."""
    yield "| the message | `events` | `stepping` | `fixed` |"
    yield "| --- | --- | --- | --- |"
    for message, entry in found_by(engine, laws()).items():
        yield f"| {message} | {' | '.join(', '.join(entry.get(method, [])) for method in METHODS)} |"


def table_of_pairs(engine):
    yield "| the message | pairs |"
    yield "| --- | --- |"
    for message, entry in found_by(engine, pairs()).items():
        yield f"| {message} | {', '.join(entry['events'])} |"


TABLES = {"refused_laws": table_of_laws, "refused_pairs": table_of_pairs}
