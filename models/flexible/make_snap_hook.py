# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Writes snap_hook.fem and snap_hook.obj beside it: the arm of a snap fit, a plastic beam of 30 mm with a
nose at its end. From the top of the tree: python3 models/flexible/make_snap_hook.py

The arm is clamped at x = 0 and bends along z by the first four modes of an Euler-Bernoulli beam; sections
stay plane and turn with it, so that the nose turns too. The masses of the sections stand at their
corners.
"""
from math import cos, cosh, pi, sin, sinh, sqrt, tanh
from pathlib import Path

LENGTH, WIDTH, HEIGHT = 0.03, 0.01, 0.002  # [m]
MODULUS, DENSITY = 2.9e9, 1410.0  # polyoxymethylene
MODES = 4

# of sections: x, lower edge, how many intervals lead to it from the one before [m]
OUTLINE = [(0.0, -0.001, 0), (0.024, -0.001, 12), (0.0248, -0.003, 2), (0.0256, -0.003, 1), (0.03, -0.0012, 4)]


def sections():
    out = [OUTLINE[0][:2]]
    for (x0, z0, _), (x1, z1, count) in zip(OUTLINE, OUTLINE[1:]):
        out += [(x0 + (x1 - x0) * i / count, z0 + (z1 - z0) * i / count) for i in range(1, count + 1)]
    return out


def shape(j):
    """Mode j from 1, one unit at the tip: displacement, slope, and its angular frequency."""
    y = (j - 0.5) * pi
    for _ in range(60):
        y -= (cos(y) + 1 / cosh(y)) / (-sin(y) - tanh(y) / cosh(y))
    k, s = y / LENGTH, (cosh(y) + cos(y)) / (sinh(y) + sin(y))
    tip = cosh(y) - cos(y) - s * (sinh(y) - sin(y))

    def value(x):
        return (cosh(k * x) - cos(k * x) - s * (sinh(k * x) - sin(k * x))) / tip

    def slope(x):
        return k * (sinh(k * x) + sin(k * x) - s * (cosh(k * x) - cos(k * x))) / tip

    return value, slope, k * k * HEIGHT * sqrt(MODULUS / (12 * DENSITY))


def numbers(values):
    return " ".join("%.12g" % v for v in values)


def main():
    rows = sections()
    places, masses = [], []
    for i, (x, low) in enumerate(rows):
        before, after = rows[max(i - 1, 0)][0], rows[min(i + 1, len(rows) - 1)][0]
        mass = DENSITY * WIDTH * (HEIGHT / 2 - low) * (after - before) / 2
        for y, z in ((-WIDTH / 2, low), (WIDTH / 2, low), (WIDTH / 2, HEIGHT / 2), (-WIDTH / 2, HEIGHT / 2)):
            places.append((x, y, z))
            masses.append(mass / 4)
    modes = [shape(j) for j in range(1, MODES + 1)]
    moved = [[(-z * slope(x), 0.0, value(x)) for x, _, z in places] for value, slope, _ in modes]
    mass = [[sum(m * sum(p * q for p, q in zip(u, v)) for m, u, v in zip(masses, a, b)) for b in moved]
            for a in moved]
    line = DENSITY * WIDTH * HEIGHT * LENGTH / 4  # modal mass of the arm without its nose
    lines = ["** MBDyn MODAL DATA FILE", "** made by make_snap_hook.py", "** RECORD GROUP 1, HEADER"]
    lines += [f"REV0 {len(places)} {MODES} 0 0 0", "** RECORD GROUP 2, NODES"]
    lines += [" ".join(str(i + 1) for i in range(len(places)))]
    for axis in range(3):
        lines += [f"** RECORD GROUP {5 + axis}, COORDINATES"] + ["%.12g" % p[axis] for p in places]
    lines += ["** RECORD GROUP 8, MODE SHAPES"]
    for k in range(MODES):
        lines += [f"** NORMAL MODE SHAPE # {k + 1}"] + [numbers((*u, 0, 0, 0)) for u in moved[k]]
    lines += ["** RECORD GROUP 9, MODAL MASS MATRIX"] + [numbers(row) for row in mass]
    lines += ["** RECORD GROUP 10, MODAL STIFFNESS MATRIX"]
    lines += [numbers(line * modes[k][2] ** 2 if k == l else 0 for l in range(MODES)) for k in range(MODES)]
    lines += ["** RECORD GROUP 11, LUMPED MASSES"] + [numbers([m, m, m, 0, 0, 0]) for m in masses]
    folder = Path(__file__).parent
    (folder / "snap_hook.fem").write_text("\n".join(lines) + "\n")
    last = 4 * (len(rows) - 1)
    faces = [(0, 2, 1), (0, 3, 2), (last, last + 1, last + 2), (last, last + 2, last + 3)]
    for i in range(len(rows) - 1):
        for e in range(4):
            a, b = 4 * i + e, 4 * i + (e + 1) % 4
            faces += [(a, b, b + 4), (a, b + 4, a + 4)]
    lines = ["v " + numbers(p) for p in places]
    lines += ["f " + " ".join(str(node + 1) for node in face) for face in faces]
    (folder / "snap_hook.obj").write_text("\n".join(lines) + "\n")


main()
