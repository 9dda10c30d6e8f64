# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold of a run of any scene. Each check yields failures: a kind and a sentence."""

import math
import re

import bounds
from engine import ENERGY, LOSSES, STORED, WORKS
from rotations import add, conjugate, cross, dot, length, scale, subtract, turn
from scene import is_alone, is_passive, is_rigid, method_of, mobile_bodies, mobility


def failures(scene, run):
    """All that is wrong with a run: a list of (kind, sentence); empty when all is well."""
    found = list(ended(scene, run))
    if run.is_readable and len(run.times) > 1:
        for check in (finite, energy, overlap, passing, weight, momentum, told, answers):
            found += check(scene, run)
            if found and found[-1][0] == "not finite":
                break
    return found


def ended(scene, run):
    if run.signal in ("SIGXCPU", "SIGKILL"):
        yield "crawls", f"not done after {run.cpu:.0f} s of processor time, at t = {run.reached:g} s"
    elif run.signal:
        yield "crash", f"ended by {run.signal} at t = {run.reached:g} s"
    elif run.code != 0:
        if re.search("max_steps|limit of steps", run.message):
            yield "crawls", f"{run.steps} steps at t = {run.reached:g} s: {last_line(run.message)}"
        else:
            yield "stops", f"exit {run.code} at t = {run.reached:g} s: {last_line(run.message)}"
    elif not run.is_readable:
        yield "unreadable", last_line(run.message)
    else:
        end = scene.model["simulation"]["end_time"]
        if run.result.get("status") != "done" or abs(run.reached - end) > 1e-9 * end:
            yield "not done", f"exit 0, but the last frame is at {run.reached:g} of {end:g} s"


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""


def told(scene, run):
    """A contact begins once and ends once, also one that is there from the start; by implicit steps frames list
    what has begun. (Fixed steps tell of hits only. Located events list what still bounces, too.)"""
    method = method_of(scene.model)
    if method == "fixed":
        return
    count = {}
    for event in run.events:
        pair = (event["shape_a"], event["shape_b"])
        if event["kind"] == "touch" and pair[0] >= 0:
            if count.get(pair, 0) > 0 and method == "stepping":
                yield "told twice", f"{event['a']} and {event['b']} touch at t = {event['time']:g} s, and touched before"
                return
            count[pair] = 1
        elif event["kind"] == "release" and pair[0] >= 0:
            if count.get(pair, 0) == 0:
                yield "told twice", f"{event['a']} and {event['b']} part at t = {event['time']:g} s, and did not touch"
                return
            count[pair] = 0
    if method == "stepping" and sum(count.values()) != len(run.contacts[-1]):
        yield "told otherwise", f"{sum(count.values())} contacts by events at the end, {len(run.contacts[-1])} in the last frame"


def finite(scene, run):
    far = 1e9 * scene.size
    for rows, what in ((run.states, "state"), (run.energies, "energy"), (run.joint_loads, "joint load"),
                       (run.force_loads, "force")):
        for frame, row in enumerate(rows):
            if not all(map(math.isfinite, row)):
                yield "not finite", f"{what} at t = {run.times[frame]:g} s"
                return
            if what == "state" and any(abs(x) > far for x in row):
                yield "not finite", f"beyond {far:g} m at t = {run.times[frame]:g} s"
                return


# ---- energy ----


def total_weight(scene, run):
    gravity = scene.model.get("gravity", [0, 0, 0])
    return length(gravity) * sum(run.mass(name) for name in mobile_bodies(scene.model))


def turned_over(scene, run):
    first = run.energies[0]
    parts = [max(abs(row[k] - (0 if k == 0 else first[k])) for row in run.energies) for k in range(len(ENERGY))]
    forces = max((abs(x) for row in run.force_loads for x in row), default=0.0)
    return max(max(parts), 0.01 * scene.size * (total_weight(scene, run) + forces), 1e-30)


def energy(scene, run):
    method, unit = method_of(scene.model), turned_over(scene, run)
    start = run.energies[0]
    book = [sum(row[STORED]) + sum(row[LOSSES]) - sum(row[WORKS]) for row in run.energies]

    if is_passive(scene.model):
        allowed = scene.limits.get("energy_rise", bounds.ENERGY_RISE)
        rise, frame = max((sum(row[STORED]) - sum(start[STORED]), i) for i, row in enumerate(run.energies))
        if rise > allowed * unit:
            yield "energy from nothing", (f"{rise:.3g} J above the start at t = {run.times[frame]:g} s, "
                                          f"{rise / unit:.2g} of what is turned over{said(run)}")

    drift, frame = max((abs(value - book[0]), i) for i, value in enumerate(book))
    allowed = scene.limits.get("book", bounds.BOOK[method])
    if drift > allowed * unit:
        yield "book open", (f"by {drift:.3g} J at t = {run.times[frame]:g} s, {drift / unit:.2g} of what is "
                            f"turned over{said(run)}")

    allowed = scene.limits.get("loss_falls", bounds.LOSS_FALLS[method])
    for k in range(LOSSES.start, LOSSES.stop):
        top = worst = 0.0
        for i, row in enumerate(run.energies):
            top = max(top, row[k])
            if top - row[k] > worst:
                worst, frame = top - row[k], i
        if worst > allowed * unit:
            yield "negative loss", (f"{ENERGY[k]} falls by {worst:.3g} J until t = {run.times[frame]:g} s, "
                                    f"{worst / unit:.2g} of what is turned over{said(run)}")


def said(run):
    return "; the run says so" if any("energy" in text for text in run.warnings) else "; without a word"


# ---- places ----


def overlap(scene, run):
    if method_of(scene.model) == "fixed":
        return
    if is_rigid(scene.model):
        allowed = bounds.OVERLAP_RIGID
    else:
        allowed = scene.limits.get("thin_share", bounds.OVERLAP_FORCE)
    share, depth, frame, a, b = max(
        (((contact["depth"] or 0.0) / scene.thickness_of(a, b), contact["depth"] or 0.0, frame, a, b)
         for frame, rows in enumerate(run.contacts) for a, b, contact in rows), default=(0.0, 0.0, 0, "", ""))
    if share > allowed:
        yield "deep overlap", (f"{a} and {b} by {depth:.3g} m at t = {run.times[frame]:g} s, "
                               f"{share:.2g} of half a thickness")


def obstacles(scene):
    """The fixed planes and boxes, with the pose in which they stand."""
    for name, body in scene.model["bodies"].items():
        if mobility(body) != "fixed" or len(body["shapes"]) != 1 or "position" in body["shapes"][0]:
            continue
        shape = body["shapes"][0]
        if "plane" in shape and not shape["plane"]:
            yield name, None
        elif "box" in shape:
            yield name, [0.5 * side for side in shape["box"]["size"]]


def crosses(half, a, b, slack):
    """Whether the way from a to b goes into the box by one face and out by the opposite one."""
    for k in range(3):
        if min(a[k], b[k]) < -half[k] and max(a[k], b[k]) > half[k]:
            inside = True
            for wall in (-half[k], half[k]):
                share = (wall - a[k]) / (b[k] - a[k])
                point = add(a, scale(share, subtract(b, a)))
                inside &= all(abs(point[i]) <= half[i] - slack for i in range(3) if i != k)
            if inside:
                return True
    return False


def passing(scene, run):
    """No centre of mass is in a wall or beyond it. (Only of convex bodies, which have it inside.)"""
    convex = [name for name in mobile_bodies(scene.model)
              if not any("torus" in shape for shape in scene.model["bodies"][name]["shapes"])
              and len(scene.model["bodies"][name]["shapes"]) == 1]
    may_pass = {end for pair in scene.model.get("exclude", []) for end in pair}
    for wall, half in obstacles(scene):
        place = run.state(wall, 0)
        for name in convex:
            if name in may_pass or "all" in may_pass:
                continue
            before = None
            for frame in range(len(run.times)):
                at = turn(conjugate(place[3:7]), subtract(run.center(name, frame), place[0:3]))
                beyond = at[2] < 0 if half is None else all(abs(x) < h for x, h in zip(at, half))
                if beyond or (half and before and crosses(half, before, at, scene.size)):
                    yield "through a wall", f"{name} is in or behind {wall} at t = {run.times[frame]:g} s"
                    break
                before = at


# ---- forces ----


def force_on(run, name, frame):
    total = [0.0, 0.0, 0.0]
    rows = [(a, b, row["force"]) for a, b, row in run.contacts[frame]]
    for links, loads in ((run.joints, run.joint_loads), (run.forces, run.force_loads)):
        rows += [(link["a"], link["b"], loads[frame][6 * i:6 * i + 3]) for i, link in enumerate(links)]
    limited = [joint for joint in run.joints if joint["limits"]]
    rows += [(joint["a"], joint["b"], run.force_loads[frame][6 * (len(run.forces) + i):][:3])
             for i, joint in enumerate(limited)]
    for a, b, force in rows:
        if b == name:
            total = add(total, force)
        elif a == name:
            total = subtract(total, force)
    return total


def at_rest(scene, run):
    """The first frame of the last quarter, when nothing moves in it."""
    first = (3 * len(run.times)) // 4
    if first < 3:
        return None
    slow = bounds.REST_SPEED * length(scene.model.get("gravity", [0, 0, 0])) * (run.times[1] - run.times[0])
    for frame in range(first, len(run.times)):
        for name in mobile_bodies(scene.model):
            if length(run.velocity(name, frame)) + scene.size * length(run.spin(name, frame)) > slow:
                return None
    return first


def weight(scene, run):
    gravity = scene.model.get("gravity", [0, 0, 0])
    if not any(gravity) or any(joint["type"] == "coupler" for joint in scene.model.get("joints", [])):
        return
    first = at_rest(scene, run)
    if first is None:
        if scene.settles and run.code == 0:
            yield "does not settle", "something still moves in the last quarter of the run"
        return
    frames = range(first, len(run.times))
    for name in mobile_bodies(scene.model):
        own = scale(run.mass(name), gravity)
        rows = [add(force_on(run, name, frame), own) for frame in frames]
        mean = [sum(row[k] for row in rows) / len(rows) for k in range(3)]
        spread = math.sqrt(sum(dot(subtract(row, mean), subtract(row, mean)) for row in rows) / len(rows))
        allowed = bounds.WEIGHT[method_of(scene.model)] * length(own) + 3 * spread / math.sqrt(len(rows))
        if length(mean) > allowed:
            yield "not carried", (f"{name} is at rest under forces that leave {length(mean):.3g} N of its weight of "
                                  f"{length(own):.3g} N{', spread ' + format(spread, '.2g') if spread else ''}")


def momentum(scene, run):
    if not is_alone(scene.model):
        return
    names = mobile_bodies(scene.model)
    speeds = sum(run.mass(name) * length(run.velocity(name, 0)) for name in names)
    radius = max(length(run.position(name, 0)) for name in names) + scene.size

    def of(frame):
        linear, angular = [0.0] * 3, [0.0] * 3
        for name in names:
            row = run.bodies[name]
            state = run.state(name, frame)
            center = subtract(run.center(name, frame), state[0:3])
            p = scale(run.mass(name), add(state[7:10], cross(state[10:13], center)))
            linear = add(linear, p)
            angular = add(angular, cross(add(state[0:3], center), p))
            spin = turn(conjugate(state[3:7]), state[10:13])
            xx, yy, zz, xy, xz, yz = (row[key] for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
            inside = [dot([xx, xy, xz], spin), dot([xy, yy, yz], spin), dot([xz, yz, zz], spin)]
            angular = add(angular, turn(state[3:7], inside))
        return linear, angular

    first, last = of(0), of(-1)
    lost, turned = length(subtract(last[0], first[0])), length(subtract(last[1], first[1]))
    if lost > bounds.MOMENTUM * speeds:
        yield "momentum", f"changes by {lost:.3g} of {speeds:.3g} N s"
    if turned > bounds.ANGULAR_MOMENTUM[method_of(scene.model)] * speeds * radius:
        yield "momentum", f"that of rotation changes by {turned:.3g} of {speeds * radius:.3g} N m s"


def answers(scene, run):
    if run.code != 0:
        return
    for answer in scene.answers:
        ours = answer.value(run)
        if not abs(ours - answer.right) <= answer.allowed:
            yield "wrong answer", f"{answer.what}: {ours:.7g}, right is {answer.right:.7g} within {answer.allowed:.2g}"
