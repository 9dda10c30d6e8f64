#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_bending_rod.py - a round rod that bends by sine modes, as MBDyn FEM text on standard output.
#
# usage: make_bending_rod.py LENGTH DIAMETER YOUNGS_MODULUS DENSITY MODES STATIONS > rod.fem
#
# The axis is x, from 0 to the length; mode j moves it along z by sin(j pi x / L), with the stiffness of
# Euler and Bernoulli. Mass sits at STATIONS + 1 stations of four nodes near the axis. The last three
# nodes are on the axis without mass, at x = 0, L/2 and L, with rotations. models/flexible/bending_rod.fem
# is made with 0.3 0.006 2e11 7870 4 24.

import math
import sys

OFFSET = 1e-4  # of the four nodes of a station from the axis [m]


def numbers(values):
    return " ".join("%.17g" % (0.0 if abs(v) < 1e-15 else v) for v in values)


def rod(length, diameter, modulus, density, mode_count, stations):
    area, inertia = math.pi * diameter**2 / 4, math.pi * diameter**4 / 64
    mass = density * area * length
    waves = [j * math.pi / length for j in range(1, mode_count + 1)]
    places, masses, shapes = [], [], []
    for k in range(stations + 1):
        x, share = length * k / stations, mass / stations * (0.5 if k in (0, stations) else 1.0)
        for side, up in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            places.append((x, side * OFFSET, up * OFFSET))
            masses.append(share / 4)
            shapes.append([[0, 0, math.sin(w * x), 0, 0, 0] for w in waves])
    for x in (0, length / 2, length):
        places.append((x, 0, 0))
        masses.append(0.0)
        shapes.append([[0, 0, math.sin(w * x), 0, -w * math.cos(w * x), 0] for w in waves])
    total = sum(masses)
    center = [sum(m * p[a] for m, p in zip(masses, places)) / total for a in range(3)]
    tensor = [[0.0] * 3 for _ in range(3)]
    for m, p in zip(masses, places):
        arm = [p[a] - center[a] for a in range(3)]
        for a in range(3):
            for b in range(3):
                tensor[a][b] += m * ((sum(v * v for v in arm) if a == b else 0) - arm[a] * arm[b])
    stiffness = [modulus * inertia * w**4 * length / 2 for w in waves]
    modal_mass = [sum(m * s[j][2] ** 2 for m, s in zip(masses, shapes)) for j in range(mode_count)]

    def group(number, name):
        print("**\n** RECORD GROUP %d, %s" % (number, name))

    def diagonal(values):
        for j, value in enumerate(values):
            print(numbers([value if k == j else 0 for k in range(mode_count)]))

    print('** MBDyn MODAL DATA FILE\n** NODE SET "ALL"')
    group(1, "HEADER")
    print("**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.")
    print("REV0 %d %d 0 0 0" % (len(places), mode_count))
    group(2, "FINITE ELEMENT NODE LIST")
    print(" ".join(str(i + 1) for i in range(len(places))))
    group(3, "INITIAL MODAL DISPLACEMENTS")
    print(numbers([0] * mode_count))
    group(4, "INITIAL MODAL VELOCITIES")
    print(numbers([0] * mode_count))
    for a in range(3):
        group(5 + a, "NODAL %s COORDINATES" % "XYZ"[a])
        for p in places:
            print("%.17g" % p[a])
    group(8, "MODE SHAPES")
    for j in range(mode_count):
        print("**    NORMAL MODE SHAPE # %d" % (j + 1))
        for s in shapes:
            print(numbers(s[j]))
    group(9, "MODAL MASS MATRIX")
    diagonal(modal_mass)
    group(10, "MODAL STIFFNESS MATRIX")
    diagonal(stiffness)
    group(11, "DIAGONAL OF LUMPED MASS MATRIX")
    for m in masses:
        print("%.17g %.17g %.17g 0 0 0" % (m, m, m))
    group(12, "RIGID BODY INERTIA MATRIX")
    print("%.17g\n%s" % (total, numbers(center)))
    for row in tensor:
        print(" ".join("%.17g" % v for v in row))
    print("**")


if len(sys.argv) != 7:
    sys.exit("usage: make_bending_rod.py LENGTH DIAMETER YOUNGS_MODULUS DENSITY MODES STATIONS")
rod(*[float(v) for v in sys.argv[1:5]], *[int(v) for v in sys.argv[5:7]])
