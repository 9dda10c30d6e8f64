# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The same scene told differently. Each variant gives a model and how its states are led back.

  turned    the whole scene with its gravity, turned and moved (plane scenes within their plane)
  mirrored  y becomes -y: turns and spins are axial vectors, everything else is polar
  order     bodies, shapes, joints, forces and the two sides of rules in reverse order
  units     millimetres, tonnes or grams, milliseconds, degrees
  tight     a tolerance ten times smaller
  method    `stepping` for `events`, and the other way round
  resumed   interrupted after a part of the computing and resumed: the same bits

Two runs are compared frame by frame up to the horizon of bounds.py. A variant returns None where a
scene cannot be told so: that of an expression of time in other units, for one.
"""

import math

import bounds
from checks import failures
from engine import remove_record
from rotations import (about, add, conjugate, length, pose_of, product, random_turn, scale, subtract, turn)
from scene import deep, method_of, mobile_bodies, mobility, random_of

VARIANTS = {}


def variant(function):
    VARIANTS[function.__name__] = function
    return function


def same(state):
    return state


# ---- turned, mirrored ----


def combined(row, motion):
    """The expression of a row of a rotation times the three coordinates of a motion."""
    terms = [f"{factor!r} * ({motion[axis]})" for factor, axis in zip(row, "xyz") if axis in motion]
    return " + ".join(terms) or 0


@variant
def turned(scene):
    rng = random_of(scene.name + " turned")
    model = deep(scene.model)
    plane = any(mobility(body) == "planar" for body in model["bodies"].values())
    q = about([0, 0, 1], rng.uniform(-3, 3)) if plane else random_turn(rng)
    shift = [scene.size * rng.uniform(-20, 20) for _ in range(3)]
    if plane:
        shift[2] = 0.0
    columns = [turn(q, axis) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]

    for body in model["bodies"].values():
        if "motion" in body:
            if not set(body["motion"]) <= set("xyz"):
                return None
            rows = [[column[k] for column in columns] for k in range(3)]
            body["motion"] = {axis: f"{shift[k]!r} + {combined(rows[k], body['motion'])}"
                              for k, axis in enumerate("xyz")}
        position, at = pose_of(body)
        body["position"], body["orientation"] = add(turn(q, position), shift), product(q, at)
        body.pop("rotation", None)
        for key in ("velocity", "angular_velocity"):
            if key in body:
                body[key] = turn(q, body[key])
    model["gravity"] = turn(q, model["gravity"])
    for joint in model.get("joints", []):
        if joint.get("between", [""])[0] == "world":
            joint["position"] = add(turn(q, joint.get("position", [0, 0, 0])), shift)
            if "axis" in joint:
                joint["axis"] = turn(q, joint["axis"])
            else:
                joint["orientation"] = product(q, joint.get("orientation", [1, 0, 0, 0]))
    for force in model.get("forces", []):
        if force["between"][0] == "world" and force["type"] in ("spring", "rope"):
            force["point_a"] = add(turn(q, force.get("point_a", [0, 0, 0])), shift)
        elif force["type"] in ("applied", "bushing", "torsion_spring", "axis_torque"):
            if force["type"] != "bushing" or force["between"][0] == "world":
                return None

    def back(state):
        p = conjugate(q)
        return (turn(p, subtract(state[0:3], shift)) + product(p, list(state[3:7]))
                + turn(p, list(state[7:10])) + turn(p, list(state[10:13])))

    return model, back


def flip(a):
    return [a[0], -a[1], a[2]]


def flip_axial(a):
    return [-a[0], a[1], -a[2]]


def flip_turn(q):
    return [q[0], -q[1], q[2], -q[3]]


AXIAL_JOINTS, POLAR_JOINTS = ("revolute",), ("prismatic", "cylindrical", "screw")
PLAIN_JOINTS = ("spherical", "distance", "universal", "fixed")


@variant
def mirrored(scene):
    model = deep(scene.model)
    for body in model["bodies"].values():
        if "motion" in body:
            if not set(body["motion"]) <= set("xyz"):
                return None
            if "y" in body["motion"]:
                body["motion"]["y"] = f"-({body['motion']['y']})"
        for frame in [body] + body["shapes"]:
            position, at = pose_of(frame)
            frame["position"], frame["orientation"] = flip(position), flip_turn(at)
            frame.pop("rotation", None)
        if "velocity" in body:
            body["velocity"] = flip(body["velocity"])
        if "angular_velocity" in body:
            body["angular_velocity"] = flip_axial(body["angular_velocity"])
        for shape in body["shapes"]:
            if shape.get("outline", {}).get("form") in ("polygon", "random_polygon", "points", "wall"):
                return None
            if "curve" in shape or shape.get("cone", {}).get("axis") == "y" or "file" in shape.get("mesh", {}):
                return None
            if "normal" in shape.get("plane", {}):
                shape["plane"]["normal"] = flip(shape["plane"]["normal"])
            if "mesh" in shape:
                shape["mesh"]["points"] = [flip(point) for point in shape["mesh"]["points"]]
                shape["mesh"]["faces"] = [[a, c, b] for a, b, c in shape["mesh"]["faces"]]
    model["gravity"] = flip(model["gravity"])
    for joint in model.get("joints", []):
        if joint["type"] == "coupler":
            continue
        if joint["type"] not in AXIAL_JOINTS + POLAR_JOINTS + PLAIN_JOINTS:
            return None
        for key in ("position", "position_b"):
            if key in joint:
                joint[key] = flip(joint[key])
        if "orientation" in joint:
            joint["orientation"] = flip_turn(joint["orientation"])
            if joint["type"] in AXIAL_JOINTS:
                return None
        if "axis" in joint:
            joint["axis"] = (flip_axial if joint["type"] in AXIAL_JOINTS else flip)(joint["axis"])
        if joint["type"] == "screw":
            joint["pitch"] = -joint["pitch"]
        if "rx_low" in joint:
            joint["rx_low"], joint["rx_high"] = -joint["rx_high"], -joint["rx_low"]
    for force in model.get("forces", []):
        if force["type"] in ("applied", "torsion_spring", "axis_torque"):
            return None
        for key in ("point_a", "point_b"):
            if key in force:
                force[key] = flip(force[key])

    def back(state):
        return (flip(state[0:3]) + flip_turn(state[3:7]) + flip(state[7:10]) + flip_axial(state[10:13]))

    return model, back


# ---- order, units ----


@variant
def order(scene):
    model = deep(scene.model)
    model["bodies"] = dict(reversed(model["bodies"].items()))
    for body in model["bodies"].values():
        body["shapes"].reverse()
    # couplers name joints and may stand anywhere
    for key in ("joints", "forces"):
        if key in model:
            for i, link in enumerate(model[key]):
                link.setdefault("name", f"{key}{i}")
            model[key].reverse()
    for rule in model.get("contacts", []):
        rule["between"].reverse()
    if len(model.get("contacts", [])) > 1:  # later rules count more: their order says something
        model["contacts"] = [dict(rule, between=rule["between"][::-1]) for rule in model["contacts"]]
    return model, same


# Units of numbers as powers of length, mass and time; A is an angle.
DIMENSIONS = {
    "position": "L", "position_b": "L", "point": "L", "point_a": "L", "point_b": "L", "velocity": "L/T",
    "angular_velocity": "A/T", "rotation": "A", "gravity": "L/TT", "youngs_modulus": "M/LTT",
    "density": "M/LLL", "radius": "L", "size": "L", "length": "L", "semi_axes": "L", "top_radius": "L",
    "ring_radius": "L", "tube_radius": "L", "inner_radius": "L", "width": "L", "height": "L", "thickness": "L",
    "points": "L", "penalty": "M/TTH", "compliance": "TT/M", "full_damping_depth": "L",
    "damping_by_force": "T/L", "pitch": "L", "z_low": "L", "z_high": "L", "rz_low": "A", "rz_high": "A",
    "rx_low": "A", "rx_high": "A", "ry_low": "A", "ry_high": "A", "torsional_stiffness": "MLL/TT",
    "torsional_damping": "MLL/T", "end_time": "T", "output_interval": "T", "step": "T", "max_step": "T",
    "contact_distance": "L", "mass": "M", "inertia": "MLL", "preload": "ML/TT", "center_of_mass": "L",
    "x": "L", "y": "L", "z": "L", "fx": "ML/TT", "rotational_damping": "MLL/TA", "fy": "ML/TT", "fz": "ML/TT", "wall": "L",
}
FORCE_DIMENSIONS = {"stiffness": "M/TT", "damping": "M/T"}
LAW_DAMPING = {"hertz": "T/L", "impact": "M/T", "compliant": "M/T", "power_damper": ""}


def factor_of(dimension, unit):
    top, _, bottom = dimension.partition("/")
    half = lambda letter: math.sqrt(unit["L"]) if letter == "H" else unit[letter]
    value = 1.0
    for letter in top:
        value *= half(letter)
    for letter in bottom:
        value /= half(letter)
    return value


def in_units(value, dimension, unit):
    if isinstance(value, (list, tuple)):
        return [in_units(item, dimension, unit) for item in value]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not dimension:
        return value
    return value / factor_of(dimension, unit)


def convert(keys, unit, place):
    """A mapping in other units; None where one of its texts could be an expression."""
    out = {}
    for key, value in keys.items():
        if isinstance(value, dict):
            out[key] = convert(value, unit, place + [key])
            if out[key] is None:
                return None
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            out[key] = [convert(item, unit, place + [key]) for item in value]
            if None in out[key]:
                return None
        else:
            dimension = DIMENSIONS.get(key, "")
            if key in FORCE_DIMENSIONS:
                dimension = FORCE_DIMENSIONS[key]
                if place[-1] == "normal":
                    exponent = keys.get("exponent", 1.5)
                    dimension = LAW_DAMPING.get(keys["law"], "T/L") if key == "damping" else "M/TT"
                    if key == "stiffness" and not isinstance(value, str):
                        value = value * unit["L"] ** (exponent - 1)
            if key in DIMENSIONS and isinstance(value, str) and value != "curvature":
                return None
            out[key] = in_units(value, dimension, unit)
    return out


@variant
def units(scene):
    rng = random_of(scene.name + " units")
    names = {"length": rng.choice(["mm", "cm", "in"]), "mass": rng.choice(["t", "g"]),
             "time": rng.choice(["ms", "s"]), "angle": rng.choice(["deg", "rad"])}
    sizes = {"mm": 1e-3, "cm": 1e-2, "in": 0.0254, "t": 1e3, "g": 1e-3, "ms": 1e-3, "s": 1.0,
             "deg": math.pi / 180, "rad": 1.0}
    unit = {letter: sizes[names[word]] for letter, word in
            (("L", "length"), ("M", "mass"), ("T", "time"), ("A", "angle"))}
    model = convert(deep(scene.model), unit, [""])
    if model is None or any("motion" in body for body in model["bodies"].values()):
        return None
    if any(isinstance(joint.get("rz"), str) or isinstance(joint.get("z"), str) for joint in model.get("joints", [])):
        return None
    for body in model["bodies"].values():
        for shape in body["shapes"]:
            if "units" in shape.get("mesh", {}) or "points" in shape.get("mesh", {}):
                shape["mesh"]["units"] = {"mm": "mm", "cm": "cm", "in": "in"}[names["length"]]
    return {"abut": model.pop("abut"), "units": names, **model}, same


# ---- tolerance, method ----


@variant
def tight(scene):
    keys = scene.model["simulation"]
    if keys.get("method") == "fixed" or keys["tolerance"] < 1e-11:
        return None
    model = deep(scene.model)
    model["simulation"]["tolerance"] /= 10
    return model, same


SHARED_FRICTION = ("none", "coulomb")


@variant
def method(scene):
    keys = scene.model["simulation"]
    rules = scene.model.get("contacts", [])
    if keys["method"] == "fixed" or any(rule["friction"]["law"] not in SHARED_FRICTION for rule in rules):
        return None
    model = deep(scene.model)
    kept = {key: keys[key] for key in ("end_time", "output_interval")}
    if keys["method"] == "events":
        step = 0.005 * math.sqrt(2 * scene.size / 9.81)
        model["simulation"] = {"method": "stepping", **kept, "step": step, "tolerance": 1e-8}
    else:
        model["simulation"] = {"method": "events", **kept, "tolerance": 1e-6}
    return model, same


# ---- comparison ----


def apart(scene, a, b, back, name, frame):
    """How far the states of a body are apart, as a length."""
    ours, theirs = a.state(name, frame), back(list(b.state(name, frame)))
    turn_off = product(conjugate(list(ours[3:7])), list(theirs[3:7]))
    angle = 2 * math.atan2(length(turn_off[1:]), abs(turn_off[0]))
    return length(subtract(list(ours[0:3]), theirs[0:3])) + scene.size * angle


def hits(run):
    """Instants of impacts, those within a thousandth of the run being one."""
    found = []
    for event in run.events:
        if event["kind"] in ("touch", "impact", "release"):
            if not found or event["time"] - found[-1] > 1e-3 * max(run.reached, 1e-12):
                found.append(event["time"])
    return found


def compared_frames(scene, word, run):
    """The frames up to the horizon, each with the difference that is explained there, of a size."""
    if word == "method":
        base, gain = bounds.STEPPING_BASE, bounds.STEPPING_GAIN
    else:
        tolerance = scene.model["simulation"].get("tolerance", 1e-8)
        base, gain = min(bounds.BASE * tolerance, bounds.BASE_MOST), bounds.GAIN
    instants = hits(run)
    for frame, time in enumerate(run.times):
        allowed = base * gain ** sum(1 for instant in instants if instant <= time)
        if allowed > bounds.HORIZON:
            return
        yield frame, allowed


def ringing(scene, run, name, frame):
    """How far a force law lets a body ring in a contact, of a size. Steps longer than a period of the ringing follow
    its energy and not its phase, so that its place is known to the depth alone; `events` resolves each period."""
    if method_of(scene.model) != "stepping":
        return 0.0
    depths = (abs(contact["depth"] or 0.0) for a, b, contact in run.contacts[frame] if name in (a, b))
    return max(depths, default=0.0) / scene.size


def differences(scene, word, a, b, back):
    """Where two runs of a scene part before chance may part them."""
    if len(a.times) != len(b.times) and a.code == b.code == 0:
        yield f"{word} differs", f"{len(a.times)} and {len(b.times)} frames"
        return
    for frame, allowed in compared_frames(scene, word, a):
        if frame >= len(b.times):
            return
        for name in mobile_bodies(scene.model):
            off = apart(scene, a, b, back, name, frame) / scene.size
            if not off <= allowed + max(ringing(scene, run, name, frame) for run in (a, b)):
                before = sum(1 for instant in hits(a) if instant <= a.times[frame])
                yield f"{word} differs", (f"{name} by {off:.2g} of a size at t = {a.times[frame]:g} s, {allowed:.2g} is "
                                          f"explained; {before} impacts before")
                return


def compare_variant(engine, scene, run, word, own_kinds):
    """Failures of a variant, beside those of the scene itself, and the share of frames compared;
    no share where the scene cannot be told so."""
    if word == "resumed":
        return list(resumed(engine, scene, run)), 1.0
    told = VARIANTS[word](scene)
    if told is None:
        return [], None
    model, back = told
    other = scene.with_model(model)
    other.name = scene.name + ":" + word
    refusal = engine.check(other)
    if refusal:
        return ([], None) if word == "method" else ([(f"{word} refused", refusal)], None)
    result = engine.run(other)
    judged = scene if word == "units" else other  # a record is in SI units
    found = [(f"{word}: {kind}", text) for kind, text in failures(judged, result) if kind not in own_kinds]
    if result.code == 0 and run.code == 0:
        found += differences(scene, word, run, result, back)
    return found, len(list(compared_frames(scene, word, run))) / len(run.times)


def resumed(engine, scene, run):
    """Stopped somewhere and resumed, a record must have the bits of the uninterrupted run."""
    if run.code != 0:
        return
    whole = scene.with_model(scene.model)
    whole.name = scene.name + ":whole"
    parts = scene.with_model(scene.model)
    parts.name = scene.name + ":parts"
    _, whole_record = engine.paths(whole.name)
    model, record = engine.paths(parts.name)
    first = engine.run(whole, keep=True)
    if first.code != 0:  # the bound of work, reached in one of two runs
        return
    remove_record(record)
    with open(model, "w", encoding="utf-8") as file:
        file.write(parts.text())
    stop = random_of(scene.name + " stop").uniform(0.2, 0.9) * first.cpu
    code, _, text = engine.call(["run", "-q", "-o", record, "--set", f"simulation.max_steps={engine.steps}", model], stop)
    if code == 6:
        code, _, text = engine.call(["resume", "-q", record])
        if code != 0:
            yield "resumed differs", f"resume ends with {code}: {text.strip()[:200]}"
    if code == 0:
        code, _, text = engine.call(["compare", whole_record, record])
        if code != 0:
            yield "resumed differs", text.strip()[:300]
    for path in (whole_record, record):
        remove_record(path)


WORDS = tuple(VARIANTS) + ("resumed",)


def table(rows):
    """Lines of a page: each variant with its pairs of runs, what of them is compared, what differs."""
    words = {word: {"pairs": 0, "share": 0.0, "differ": 0, "other": 0, "scenes": []} for word in WORDS}
    for row in rows:
        for word, share in row.get("compared", {}).items():
            entry = words[word]
            entry["pairs"] += 1
            entry["share"] += share
            kinds = {kind for kind, _ in row["failures"] if kind.split()[0].rstrip(":") == word}
            entry["differ"] += f"{word} differs" in kinds
            entry["other"] += bool(kinds) and f"{word} differs" not in kinds
            entry["scenes"] += [row["scene"]] if kinds else []
    yield "| variant | pairs of runs | share of the frames compared | differ | fail in another way | scenes |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for word, entry in words.items():
        if entry["pairs"]:
            yield (f"| {word} | {entry['pairs']} | {entry['share'] / entry['pairs']:.2f} | {entry['differ']} | {entry['other']} | "
                   f"{' '.join(entry['scenes'][:8])} |")
    yield f"| all | {sum(entry['pairs'] for entry in words.values())} | | {sum(entry['differ'] for entry in words.values())} | | |"
