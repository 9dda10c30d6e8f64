# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines of teeth: a ratchet and a chain drive."""

import math

from machines import box, machine_kind, sphere, sphere_mass
from scene import GRAVITY


def tooth(pitch, high, wide):
    """A wedge that rises from x = 0 to its steep face at x = pitch."""
    points = [[x, side * wide / 2, z] for side in (-1, 1) for x, z in ((0, 0), (pitch, 0), (pitch, high))]
    return {"mesh": {"points": points, "collide": "hull",
                     "faces": [[0, 1, 2], [3, 5, 4], [0, 4, 1], [0, 3, 4], [1, 5, 2], [1, 4, 5], [2, 3, 0], [2, 5, 3]]}}


@machine_kind
def ratchet(b):
    """A bar of teeth runs under a ball on a stem, against a force F; on its way back it is caught.

    The ball then lies between a steep face and the next slope: its height is that of a ball in this
    corner, the face is one radius beside it, and its stem carries F."""
    s, pitch = b.size, b.u(0.6, 1.0) * b.size
    high, wide, r = b.u(0.4, 0.6) * pitch, b.size, 0.08 * b.size
    b.pair(0, 0)
    half = 8  # teeth to each side
    parts = [{**box(2 * half * pitch, wide, 0.5 * s), "position": [0, 0, -0.25 * s]}]
    parts += [{**tooth(pitch, high, wide), "position": [i * pitch, 0, 0]} for i in range(-half, half)]
    mass = b.density * 2 * half * wide * (0.5 * s * pitch + 0.5 * pitch * high)
    way, pull = b.u(1.2, 4) * pitch, b.u(0.1, 0.4) * GRAVITY
    speed = math.sqrt(2 * pull * way)
    b.add("bar", parts, (0, 0, 0), velocity=[-speed, 0, 0])
    b.joint("guide", "prismatic", "world", "bar", axis=[1, 0, 0])
    slope = high / pitch
    up = slope * r + r * math.hypot(1, slope)
    b.add("ball", sphere(r), (1.02 * r, 0, up + 0.03 * r))
    b.joint("stem", "prismatic", "world", "ball", (1.02 * r, 0, up + 0.03 * r), axis=[0, 0, 1])
    b.force("back", "applied", "world", "bar", fx=mass * pull)
    b.rule(mass * pull + sphere_mass(b.density, r) * GRAVITY, "none")
    end = 2 * speed / pull + 3 * math.sqrt(2 * pitch / pull)
    b.answer("height of the ball", lambda run: run.position("ball")[2], up, b.near * s)
    # at most thrown off the tip of a tooth, with the speed of its slope
    most = up + high + (speed * slope) ** 2 / (2 * GRAVITY)
    highest = lambda run: max(run.position("ball", frame)[2] for frame in range(len(run.times)))
    b.answer("no higher than a tooth throws it", lambda run: max(0.0, highest(run) - most), 0.0, 5 * b.near * s)
    behind = lambda run: math.remainder(run.position("ball")[0] - r - run.position("bar")[0], pitch)
    b.answer("the steep face is at the ball", behind, 0.0, b.near * s)
    b.answer("the stem carries", lambda run: abs(run.joint_load("stem")[0]), mass * pull, 5 * b.near * mass * pull)
    b.thin = 0.5 * r
    return b.done(end)


@machine_kind
def chain_drive(b):
    """Two equal sprockets and a chain of rollers, in the plane: the driven one turns as far as the
    driving one, but for the play of the pins, against a brake.

    A sprocket is a hub with round pins on its pitch circle, between which the rollers lie."""
    s, teeth, span = b.size, 2 * b.rng.randint(3, 4), b.rng.randint(4, 5)
    b.pair(0, b.u(0, 0.3))
    b.model["gravity"] = [0, 0, 0]
    pitch, roller, pin = s, 0.2 * s, 0.25 * s
    step = 2 * math.pi / teeth
    radius = pitch / (2 * math.sin(step / 2))
    rate = b.u(0.2, 0.5) * math.sqrt(GRAVITY / s)

    def ball(r):
        return {"outline": {"form": "ball", "radius": r, "thickness": s}}

    for name, x in (("driving", 0.0), ("driven", span * pitch)):
        turns = [math.pi / 2 + step * (i + 0.5) for i in range(teeth)]
        pins = [{**ball(pin), "position": [radius * math.cos(turn), radius * math.sin(turn), 0]} for turn in turns]
        b.add(name, [{**ball(radius - 1.05 * roller), "position": [0, 0, 0]}] + pins, (x, 0, 0), mobility="planar",
              angular_velocity=[0, 0, rate])
        keys = {"rz": f"{rate:.9g} * t"} if name == "driving" else {}
        b.joint(f"axle_{name}", "revolute", "world", name, (x, 0, 0), axis=[0, 0, 1], **keys)
    # once around: the half circle on the left, the lower span, the half circle on the right, the upper span
    places = []
    for center, start in ((0.0, math.pi / 2), (span * pitch, -math.pi / 2)):
        turns = [start + step * i for i in range(teeth // 2 + 1)]
        places += [(center + radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
        way = 1 if start > 0 else -1
        places += [(center + way * pitch * i, -way * radius) for i in range(1, span)]
    for i, (x, y) in enumerate(places):
        on = 0.0 if x < 0 else min(x, span * pitch)
        if 0 < x < span * pitch:
            velocity = [-rate * y, 0, 0]
        else:
            velocity = [-rate * y, rate * (x - on), 0]
        b.add(f"r{i}", ball(roller), (x, y, 0), mobility="planar", velocity=velocity)
    for i in range(len(places)):
        b.joint(f"link{i}", "distance", f"r{i}", f"r{(i + 1) % len(places)}", position_b=[0, 0, 0])
    inertia = b.density * s * math.pi * (radius - roller) ** 4 / 2
    brake = inertia * rate * b.u(0.1, 1)
    b.force("brake", "drag", "world", "driven", damping=0, rotational_damping=brake)
    b.rule(brake * rate / radius + b.density * s * math.pi * roller ** 2 * s * rate ** 2 * 10)
    b.answer("way of the driven sprocket", lambda run: turned(run, "driven"), 2 * math.pi, 0.25 * pitch / radius)
    b.thin = 0.5 * roller
    return b.done(2 * math.pi / rate)


def turned(run, name):
    """The whole angle that a body in the plane has turned by."""
    total, last = 0.0, None
    for frame in range(len(run.times)):
        q = run.state(name, frame)
        angle = 2 * math.atan2(q[6], q[3])
        if last is not None:
            total += math.remainder(angle - last, 2 * math.pi)
        last = angle
    return total
