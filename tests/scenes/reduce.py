# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The smallest form of a scene that still fails in the same way.

Parts are left out one after the other, large ones first, then what stays is made plainer: laws and
keys go to their defaults, numbers to few digits, the run becomes shorter. A change stays when the
failure of that kind stays. Rounds of all changes follow until none helps or `budget` is spent.
"""

import math

from checks import failures
from scene import deep, is_passive, mobile_bodies, mobility
from variants import WORDS, compare_variant


def without_body(model, name):
    del model["bodies"][name]
    for key in ("joints", "forces"):
        model[key] = [link for link in model.get(key, []) if name not in ends(link)]
    joints = {joint.get("name") for joint in model["joints"]}
    model["joints"] = [joint for joint in model["joints"] if joint["type"] != "coupler"
                       or {joint["first"].split(".")[0], joint["second"].split(".")[0]} <= joints]
    for key in ("contacts", "exclude"):
        model[key] = [rule for rule in model.get(key, [])
                      if name not in [end.split(".")[0] for end in (rule["between"] if key == "contacts" else rule)]]


def ends(link):
    return [end.split(".")[0] for end in link.get("between", [])]


def parts_to_drop(model):
    for name in reversed(list(model["bodies"])):
        yield lambda m, name=name: without_body(m, name)
    for key in ("joints", "forces", "exclude"):
        for i in reversed(range(len(model.get(key, [])))):
            yield lambda m, key=key, i=i: m[key].pop(i)
    for name, body in model["bodies"].items():
        for i in reversed(range(len(body["shapes"]))):
            if len(body["shapes"]) > 1:
                yield lambda m, name=name, i=i: m["bodies"][name]["shapes"].pop(i)


KEEP = {"between", "type", "shapes", "motion", "law", "material", "materials", "restitution", "method",
        "end_time", "output_interval", "mobility", "points", "faces", "first", "second", "name", "tolerance",
        "friction", "normal"}


def keys_to_drop(model):
    def mappings(m):
        yield from m["bodies"].values()
        for body in m["bodies"].values():
            yield from body["shapes"]
        for key in ("joints", "forces", "contacts", "pairs"):
            yield from m.get(key, [])
        for rule in m.get("contacts", []):
            yield rule["normal"]
            yield rule["friction"]
        yield m["simulation"]

    for place, mapping in enumerate(mappings(model)):
        for key in mapping:
            if key not in KEEP and not isinstance(mapping[key], dict):
                yield lambda m, place=place, key=key: list(mappings(m))[place].pop(key)


def plainer(model):
    def put(path, value):
        def change(m):
            for key in path[:-1]:
                m = m[key]
            m[path[-1]] = value
        return change

    for name, body in model["bodies"].items():
        if mobility(body) in ("free", "planar"):
            size = 1.0
            for shape in body["shapes"]:
                for keys in shape.values():
                    if isinstance(keys, dict):
                        size = keys.get("radius", keys.get("length", size))
            if "plane" not in body["shapes"][0] and "outline" not in body["shapes"][0]:
                yield put(("bodies", name, "shapes"), [{"sphere": {"radius": size}, "material": body["shapes"][0].get("material")}])
    for i, rule in enumerate(model.get("contacts", [])):
        for friction in ("none", "coulomb"):
            if rule["friction"]["law"] != friction:
                yield put(("contacts", i, "friction"), {"law": friction})
        if rule["normal"]["law"] != "rigid":
            yield put(("contacts", i, "normal"), {"law": "rigid"})
    for i, pair in enumerate(model.get("pairs", [])):
        for key, value in (("restitution", 0), ("sliding_friction", 0), ("sliding_friction", 0.3)):
            if pair.get(key) != value:
                yield put(("pairs", i, key), value)
    keys = model["simulation"]
    for share in (0.1, 0.3, 0.6, 0.9):
        yield put(("simulation", "end_time"), keys["end_time"] * share)


def rounded(value, digits):
    if isinstance(value, dict):
        return {key: item if key in ("materials", "abut", "faces") else rounded(item, digits)
                for key, item in value.items()}
    if isinstance(value, list):
        # a direction or a quaternion keeps its length nearly; the engine takes any length
        return [rounded(item, digits) for item in value]
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.{digits}g}")
    return value


def reduce(engine, scene, kind, budget=200, say=lambda text: None):
    """A scene with a smaller model in which a failure of that kind still occurs."""
    spent, best = 0, deep(scene.model)
    word = kind.split()[0].rstrip(":") if kind.split()[0].rstrip(":") in WORDS else None
    passive = is_passive(scene.model)

    def still_fails(model):
        nonlocal spent
        spent += 1
        if not mobile_bodies(model) or (passive and not is_passive(model)):
            return False
        attempt = scene.with_model(model)
        attempt.name = scene.name + ":less"
        if engine.check(attempt):
            return False
        run = engine.run(attempt)
        found = failures(attempt, run)
        if word and not found:
            found, _ = compare_variant(engine, attempt, run, word, set())
        return kind in {what for what, _ in found}

    def attempt(change):
        nonlocal best
        model = deep(best)
        try:
            change(model)
        except (KeyError, IndexError):
            return False
        if model == best or spent >= budget or not still_fails(model):
            return False
        best = {key: value for key, value in model.items() if value not in ([], {})}
        return True

    def sweep(changes):
        helped, skip = False, 0
        while spent < budget:
            pending = list(changes(best))[skip:]
            for change in pending:
                if attempt(change):
                    helped = True
                    break
                skip += 1
            else:
                return helped
        return helped

    for turn_number in range(3):
        before = deep(best)
        for changes in (parts_to_drop, plainer, keys_to_drop):
            sweep(changes)
            say(f"{len(best['bodies'])} bodies, {spent} runs")
        if best == before:
            break
    for digits in (1, 2, 3):
        if attempt(lambda m, digits=digits: m.update(rounded(deep(m), digits))):
            break
    result = scene.with_model(best)
    result.model["title"] = f"{kind}, from {scene.name}"
    return result
