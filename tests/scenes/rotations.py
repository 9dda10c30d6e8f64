# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Vectors and unit quaternions (w x y z) as lists."""

import math


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def subtract(a, b):
    return [x - y for x, y in zip(a, b)]


def scale(factor, a):
    return [factor * x for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def product(p, q):
    return [p[0] * q[0] - dot(p[1:], q[1:])] + add(add(scale(p[0], q[1:]), scale(q[0], p[1:])),
                                                   cross(p[1:], q[1:]))


def conjugate(q):
    return [q[0], -q[1], -q[2], -q[3]]


def turn(q, a):
    """The vector a turned by q."""
    twice = scale(2.0, cross(q[1:], a))
    return add(add(a, scale(q[0], twice)), cross(q[1:], twice))


def about(axis, angle):
    half = 0.5 * angle
    return [math.cos(half)] + scale(math.sin(half) / length(axis), axis)


def from_angles(rx, ry, rz):
    """Angles about x, the new y, the new z."""
    return product(product(about([1, 0, 0], rx), about([0, 1, 0], ry)), about([0, 0, 1], rz))


def random_turn(rng):
    q = [rng.gauss(0, 1) for _ in range(4)]
    return scale(1 / length(q), q)


def pose_of(body):
    """Position and quaternion of a body, shape or joint as its keys give them."""
    if "rotation" in body:
        q = from_angles(*body["rotation"])
    else:
        q = list(body.get("orientation", [1, 0, 0, 0]))
    return list(body.get("position", [0, 0, 0])), scale(1 / length(q), q)
