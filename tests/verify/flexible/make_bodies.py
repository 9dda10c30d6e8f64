# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the reduced bodies beside it, MBDyn FEM text: beams clamped at x = 0 with their exact modes,
each one unit at the tip, and a free bar with its surface. From the top of the tree: python3 tests/verify/flexible/make_bodies.py

The masses of beams stand at Gauss points, four to each, so that the sums over them are the integrals
over the length to rounding; the corners are so near the axis that their inertia does not show. Those
of the bar stand at its corners at equal distances, which is exact for cosines.
"""
from math import cos, cosh, exp, pi, sin, sinh, sqrt, tanh
from pathlib import Path

CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
OFFSET = 1e-4  # of the corners of beams from the axis [m]


def gauss(count):
    """Points and weights on [-1, 1]: roots of the Legendre polynomial by Newton's method."""
    points = []
    for i in range(count):
        x = -cos(pi * (i + 0.75) / (count + 0.5))
        for _ in range(50):
            before, value = 1.0, x
            for n in range(2, count + 1):
                before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
        points.append((x, 2 / ((1 - x * x) * slope * slope)))
    return points


def axial(count, length):
    """Wave numbers and shapes of a bar: sin(k x), k = (j - 1/2) pi / L."""
    waves = [(j - 0.5) * pi / length for j in range(1, count + 1)]
    return waves, [lambda x, k=k: sin(k * x) / sin(k * length) for k in waves]


def clamped_wave(j):
    """Solution j of cos(y) cosh(y) = -1, divided by cosh(y) which grows."""
    y = (j - 0.5) * pi
    for _ in range(60):
        y -= (cos(y) + 1 / cosh(y)) / (-sin(y) - tanh(y) / cosh(y))
    return y


def bending(count, length):
    """Wave numbers and shapes of an Euler-Bernoulli beam."""
    waves = [clamped_wave(j) / length for j in range(1, count + 1)]

    def shape(k):
        # cosh z - cos z - s (sinh z - sin z), where s is so near 1 that e^z must cancel by formula
        y = k * length
        s = (cosh(y) + cos(y)) / (sinh(y) + sin(y))
        less = (exp(-y) + cos(y) - sin(y)) / (sinh(y) + sin(y))  # s - 1

        def value(x):
            z = k * x
            return exp(-z) - less * sinh(z) - cos(z) + s * sin(z)

        tip = value(length)
        return lambda x: value(x) / tip

    return waves, [shape(k) for k in waves]


def numbers(values):
    return " ".join("%.17g" % v for v in values)


def write_beam(name, axis, length, line_mass, shapes, frequencies, count):
    stations = [(0.5 * length * (1 + x), 0.5 * length * line_mass * w) for x, w in gauss(count)]
    write(name, axis, stations, OFFSET, shapes, frequencies)


def write(name, axis, stations, offset, shapes, frequencies):
    """`axis`: along which the modes move, 0 to 2; stations: place and mass."""
    places, masses = [], []
    for x, mass in stations:
        for y, z in CORNERS:
            places.append((x, offset * y, offset * z))
            masses.append(mass / 4)
    count, nodes = len(shapes), len(places)
    values = [[shape(p[0]) for p in places] for shape in shapes]
    mass = [[sum(m * u * v for m, u, v in zip(masses, a, b)) for b in values] for a in values]
    lines = ["** MBDyn MODAL DATA FILE", "** made by make_bodies.py", "** RECORD GROUP 1, HEADER"]
    lines += [f"REV0 {nodes} {count} 0 0 0", "** RECORD GROUP 2, NODES"]
    lines += [" ".join(str(i + 1) for i in range(nodes))]
    for k in range(3):
        lines += [f"** RECORD GROUP {5 + k}, COORDINATES"] + ["%.17g" % p[k] for p in places]
    lines += ["** RECORD GROUP 8, MODE SHAPES"]
    for k in range(count):
        lines += [f"** NORMAL MODE SHAPE # {k + 1}"]
        lines += [numbers(v if i == axis else 0 for i in range(6)) for v in values[k]]
    lines += ["** RECORD GROUP 9, MODAL MASS MATRIX"]
    lines += [numbers(mass[k][l] if k == l else 0 for l in range(count)) for k in range(count)]
    lines += ["** RECORD GROUP 10, MODAL STIFFNESS MATRIX"]
    for k in range(count):
        own = mass[k][k] * frequencies[k] ** 2
        lines += [numbers(own if k == l else 0 for l in range(count))]
    lines += ["** RECORD GROUP 11, LUMPED MASSES"] + [numbers([m, m, m, 0, 0, 0]) for m in masses]
    (Path(__file__).parent / f"{name}.fem").write_text("\n".join(lines) + "\n")


def write_bar():
    """As wide again as models/flexible/rod_16, with the same mass, stiffness and modes."""
    length, line_mass, speed, count = 0.2, 0.785, sqrt(2.1e11 / 7850), 24
    share = length * line_mass / count
    stations = [(length * i / count, share * (0.5 if i % count == 0 else 1)) for i in range(count + 1)]
    waves = [j * pi / length for j in range(1, 17)]
    shapes = [lambda x, k=k: cos(k * x) for k in waves]
    write("wide_bar", 0, stations, 0.01, shapes, [speed * k for k in waves])
    faces = [(0, 2, 1), (0, 3, 2), (4 * count, 4 * count + 1, 4 * count + 2)]
    faces += [(4 * count, 4 * count + 2, 4 * count + 3)]
    for i in range(count):
        for e in range(4):
            a, b = 4 * i + e, 4 * i + (e + 1) % 4
            faces += [(a, b, b + 4), (a, b + 4, a + 4)]
    lines = [f"v {x:.17g} {0.01 * y:.17g} {0.01 * z:.17g}" for x, _ in stations for y, z in CORNERS]
    lines += ["f " + " ".join(str(node + 1) for node in face) for face in faces]
    (Path(__file__).parent / "wide_bar.obj").write_text("\n".join(lines) + "\n")


def main():
    waves, shapes = axial(8, 0.5)  # steel, 1 cm square
    speed = sqrt(2.1e11 / 7850)
    write_beam("rotating_bar", 0, 0.5, 0.785, shapes, [speed * k for k in waves], 28)
    waves, shapes = bending(8, 0.4)  # steel, 30 mm wide and 20 mm high
    slope = sqrt(2.1e11 * 0.02**2 / 12 / 7850)
    write_beam("cantilever", 2, 0.4, 7850 * 6e-4, shapes, [slope * k**2 for k in waves], 28)
    waves, shapes = bending(6, 8.0)
    slope = sqrt(566.6311 / 0.2019392433)
    write_beam("spinning_beam", 1, 8.0, 0.2019392433, shapes, [slope * k**2 for k in waves], 24)
    write_bar()


main()
