# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""A scene: a model as Python data, what is known about its run, and the text of its model file.

The model has the keys of a model file (docs/formats.md), in SI units. Each mapping or list item of
the second level is one line of the text, so that a model printed by this test is easy to read.
`read_model` reads that text back, and nothing else.
"""

import copy
import math
import random
import re
from dataclasses import dataclass, field

GRAVITY = 9.81

MATERIALS = {
    "steel": {"youngs_modulus": 2.1e11, "poissons_ratio": 0.3, "density": 7850},
    "wood": {"youngs_modulus": 1.0e10, "poissons_ratio": 0.3, "density": 700},
    "plastic": {"youngs_modulus": 2.0e9, "poissons_ratio": 0.35, "density": 1200},
    "rubber": {"youngs_modulus": 5.0e6, "poissons_ratio": 0.48, "density": 1100},
}

MOBILE = ("free", "planar")
DRIVES = re.compile(r"(x|y|z|rx|ry|rz)(_speed|_acceleration)?$")
ACTIVE_FORCES = ("applied", "line_of_sight", "axis_torque")


@dataclass
class Answer:
    """A number known beforehand: `value` measures it in a run."""

    what: str
    value: object  # a function of the run
    right: float
    allowed: float


@dataclass
class Scene:
    name: str  # KIND:SEED
    model: dict
    size: float  # of a typical body [m]
    thickness: float  # half the thickness of the thinnest body that moves [m]
    answers: list = field(default_factory=list)
    settles: bool = False  # it must have come to rest at the end
    limits: dict = field(default_factory=dict)  # bounds of its own, in place of those of bounds.py
    thin: dict = field(default_factory=dict)  # likewise of bodies of which it is known, by name [m]

    @property
    def kind(self):
        return self.name.split(":")[0]

    def with_model(self, model):
        return Scene(self.name, model, self.size, self.thickness, [], self.settles, dict(self.limits), self.thin)

    def thickness_of(self, *bodies):
        """Half the thickness of the thinnest of these."""
        return min((self.thin[name] for name in bodies if name in self.thin), default=self.thickness)

    def text(self):
        return write_model(self.model)


# ---- what a model says ----


def mobility(body):
    return body.get("mobility", "free")


def mobile_bodies(model):
    return [name for name, body in model["bodies"].items() if mobility(body) in MOBILE]


def method_of(model):
    return model["simulation"].get("method", "events")


def is_rigid(model):
    rules = model.get("contacts", [])
    return bool(rules) and all(rule.get("normal", {}).get("law") == "rigid" for rule in rules)


def drives(joint):
    """The keys of a joint that move it."""
    return [key for key in joint if DRIVES.match(key) and joint[key] != "free"]


def is_passive(model):
    """Nothing moves it from outside: its energy cannot grow."""
    moved = any(mobility(body) == "prescribed" for body in model["bodies"].values())
    # a coordinate held at zero does no work
    driven = any(joint[key] != 0 for joint in model.get("joints", []) for key in drives(joint))
    pushed = any(force["type"] in ACTIVE_FORCES for force in model.get("forces", []))
    return not (moved or driven or pushed)


def is_alone(model):
    """Nothing holds or pulls it from outside: its momentum stays."""
    ends = [end for link in model.get("joints", []) + model.get("forces", [])
            for end in link.get("between", [])]
    return (not any(model.get("gravity", [0, 0, 0])) and is_passive(model)
            and all(mobility(body) == "free" for body in model["bodies"].values())
            and not any(end.split(".")[0] == "world" for end in ends)
            and not any(force["type"] == "drag" for force in model.get("forces", [])))


# ---- text ----

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*$")


def write_value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = repr(value)
        if "inf" in text:
            return text.replace("inf", ".inf")
        return text.replace("e", ".0e") if "e" in text and "." not in text else text
    if isinstance(value, str):
        return value if PLAIN.match(value) else '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write_value(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(write_value(item) for item in value) + "]"


def write_model(model):
    lines = []
    for key, value in model.items():
        if key in ("materials", "bodies", "splines", "sensors") and value:
            lines.append(f"{key}:")
            lines += [f"  {name}: {write_value(item)}" for name, item in value.items()]
        elif key in ("pairs", "joints", "forces", "contacts", "exclude") and value:
            lines.append(f"{key}:")
            lines += [f"  - {write_value(item)}" for item in value]
        elif value or key in ("abut", "contacts"):
            lines.append(f"{key}: {write_value(value)}")
    return "\n".join(lines) + "\n"


def read_value(text):
    """The value of a line that write_value wrote."""
    tokens = re.findall(r'"(?:\\.|[^"\\])*"|[][{},]|[^][{},:\s"]+:?', text)
    place = 0

    def next_value():
        nonlocal place
        token = tokens[place]
        place += 1
        if token == "{":
            found = {}
            while tokens[place] != "}":
                key = tokens[place].rstrip(":")
                place += 1
                found[key] = next_value()
                place += tokens[place] == ","
            place += 1
            return found
        if token == "[":
            found = []
            while tokens[place] != "]":
                found.append(next_value())
                place += tokens[place] == ","
            place += 1
            return found
        return scalar(token)

    return next_value()


def scalar(token):
    if token.startswith('"'):
        return token[1:-1].replace('\\"', '"')
    if token in ("true", "false"):
        return token == "true"
    try:
        return int(token)
    except ValueError:
        try:
            return float(token.replace(".inf", "inf"))
        except ValueError:
            return token


def read_model(text):
    model, key = {}, None
    for line in text.splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line).rstrip()
        if not line:
            continue
        if line.startswith("  - "):
            model[key] = model[key] or []
            model[key].append(read_value(line[4:]))
        elif line.startswith("  "):
            name, rest = line.strip().split(":", 1)
            model[key] = model[key] or {}
            model[key][name] = read_value(rest)
        else:
            key, rest = line.split(":", 1)
            model[key] = read_value(rest) if rest.strip() else None
    return model


# ---- building ----


def finished(model):
    """The model without empty parts and with numbers as a person would write them."""
    return {key: tidy(value) for key, value in model.items() if value != [] and value != {}}


def tidy(value):
    """Numbers with at most seven digits."""
    if isinstance(value, bool) or not isinstance(value, (float, dict, list, tuple)):
        return value
    if isinstance(value, float):
        return float(f"{value:.7g}") if math.isfinite(value) else value
    if isinstance(value, dict):
        return {key: tidy(item) for key, item in value.items()}
    return [tidy(item) for item in value]


def new_model(title, material="steel", restitution=0.0, friction=0.3, gravity=(0, 0, -GRAVITY)):
    return {
        "abut": 1, "title": title, "gravity": list(gravity),
        "materials": {material: dict(MATERIALS[material])},
        "pairs": [{"materials": [material, material], "restitution": restitution,
                   "sliding_friction": friction}],
        "bodies": {}, "joints": [], "forces": [], "contacts": [], "simulation": {},
    }


def body(shape, material, position=(0, 0, 0), **keys):
    """A body of one shape, or of a list of shapes."""
    shapes = [dict(part) for part in (shape if isinstance(shape, list) else [shape])]
    for part in shapes:
        part["material"] = material
    return {"position": list(position), **keys, "shapes": shapes}


def random_of(name):
    """The random numbers of a scene: the same for the same name, everywhere."""
    return random.Random(name)


def deep(model):
    return copy.deepcopy(model)
