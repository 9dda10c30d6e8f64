#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""make_block.py NX NY NZ LX LY LZ [ORDER] - a steel block of tetrahedra as an Abaqus input file, on
standard output: NX NY NZ cells of six tetrahedra each, lengths in m, with 10 nodes (ORDER 2) or 4.
Node sets: left (x = 0), right (x = LX)."""
import itertools
import sys

cells = [int(word) for word in sys.argv[1:4]]
lengths = [float(word) for word in sys.argv[4:7]]
order = int(sys.argv[7]) if len(sys.argv) > 7 else 2
counts = [order * n for n in cells]
EDGES = (0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)


def number(at):
    return 1 + at[0] + (counts[0] + 1) * (at[1] + (counts[1] + 1) * at[2])


def tetrahedra(cell):
    """The six around the diagonal of a cell, a permutation of the axes each."""
    for axes in itertools.permutations(range(3)):
        corners = [[order * i for i in cell]]
        for axis in axes:
            corners.append(list(corners[-1]))
            corners[-1][axis] += order
        if sum(axes[b] > axes[a] for a in range(3) for b in range(a)) % 2:
            corners[1], corners[2] = corners[2], corners[1]  # else it is inside out
        middles = [[(p + q) // 2 for p, q in zip(corners[a], corners[b])] for a, b in EDGES]
        yield corners + (middles if order == 2 else [])


print("*NODE")
lattice = itertools.product(*[range(n + 1) for n in reversed(counts)])
nodes = sorted((number(at[::-1]), at[::-1]) for at in lattice)
for identity, at in nodes:
    place = [length * i / n for length, i, n in zip(lengths, at, counts)]
    print(f"{identity}, {place[0]!r}, {place[1]!r}, {place[2]!r}")
print(f"*ELEMENT, TYPE=C3D{4 if order == 1 else 10}, ELSET=solid")
elements = (t for cell in itertools.product(*map(range, cells)) for t in tetrahedra(cell))
for identity, element in enumerate(elements, 1):
    print(", ".join(map(str, [identity] + [number(at) for at in element])))
for name, x in ("left", 0), ("right", counts[0]):
    print(f"*NSET, NSET={name}")
    print("\n".join(f"{identity}," for identity, at in nodes if at[0] == x))
print("*MATERIAL, NAME=steel\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850")
print("*SOLID SECTION, ELSET=solid, MATERIAL=steel")
