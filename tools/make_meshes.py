#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""make_meshes.py SHAPE KEY=VALUE ... > FILE.obj - closed meshes for models and tests.

  cylinder  radius, length, sides             a prism about z, its middle at the origin
  tube      outer, inner, length, sides       a tube about z, likewise
  bowl      outer, inner, rings, sides        half a hollow ball, open to +z, centre at the origin
  ball      radius, level                     an icosahedron, each triangle split `level` times in four
  gear      teeth, module, width, bore, angle (pressure, degrees), backlash, points (per flank),
            internal (1: a ring gear, `bore` is then its outer radius)
            involute teeth about z, one tooth on +x (internal: one gap)
  outline   as gear; the points of a curve for a model file instead of a mesh, with corners marked

Lengths in metres. Every edge has two triangles or quads; outside is counter-clockwise.
"""

import math
import sys


def ring(radius, z, count, shift=0.0):
    """Points on a circle."""
    step = 2.0 * math.pi / count
    return [(radius * math.cos(step * (i + shift)), radius * math.sin(step * (i + shift)), z)
            for i in range(count)]


class Mesh:
    def __init__(self, title):
        self.title, self.points, self.faces = title, [], []

    def add(self, points):
        """Adds points; returns their numbers, from 1."""
        first = len(self.points) + 1
        self.points += points
        return list(range(first, first + len(points)))

    def strip(self, a, b):
        """Quads between two closed rows of points; outside is on the left of a seen from b."""
        n = len(a)
        for i in range(n):
            j = (i + 1) % n
            self.faces.append((a[i], a[j], b[j], b[i]))

    def fan(self, center, row):
        """Triangles from a point to a closed row, seen counter-clockwise."""
        n = len(row)
        for i in range(n):
            self.faces.append((center, row[i], row[(i + 1) % n]))

    def write(self, out):
        out.write("# %s, made by tools/make_meshes.py\n" % self.title)
        for p in self.points:
            out.write("v %.9g %.9g %.9g\n" % tuple(0.0 if abs(x) < 1e-15 else x for x in p))
        for f in self.faces:
            out.write("f " + " ".join(str(i) for i in f) + "\n")


def cylinder(k):
    n, r, h = int(k["sides"]), k["radius"], 0.5 * k["length"]
    mesh = Mesh("cylinder of %d sides" % n)
    low, high = mesh.add(ring(r, -h, n)), mesh.add(ring(r, h, n))
    bottom, top = mesh.add([(0.0, 0.0, -h)])[0], mesh.add([(0.0, 0.0, h)])[0]
    mesh.strip(low, high)
    mesh.fan(top, high)
    mesh.fan(bottom, low[::-1])
    return mesh


def hollow(mesh, outer, inner, h):
    """A prism between two outlines with the same number of points, from z = -h to h."""
    rows = [mesh.add([(x, y, z) for x, y in outline]) for outline in (outer, inner) for z in (-h, h)]
    outer_low, outer_high, inner_low, inner_high = rows
    mesh.strip(outer_low, outer_high)
    mesh.strip(inner_high, inner_low)
    mesh.strip(outer_high, inner_high)
    mesh.strip(inner_low, outer_low)
    return mesh


def flat(points):
    return [(x, y) for x, y, _ in points]


def tube(k):
    n = int(k["sides"])
    return hollow(Mesh("tube of %d sides" % n), flat(ring(k["outer"], 0.0, n)),
                  flat(ring(k["inner"], 0.0, n)), 0.5 * k["length"])


def bowl(k):
    n, rings = int(k["sides"]), int(k["rings"])
    mesh = Mesh("bowl")

    def half_ball(r):
        rows = []
        for i in range(rings):  # from the rim down
            a = 0.5 * math.pi * i / rings
            rows.append(mesh.add(ring(r * math.cos(a), -r * math.sin(a), n)))
        return rows, mesh.add([(0.0, 0.0, -r)])[0]

    outer, bottom = half_ball(k["outer"])
    inner, floor = half_ball(k["inner"])
    for i in range(rings - 1):
        mesh.strip(outer[i + 1], outer[i])
        mesh.strip(inner[i], inner[i + 1])
    mesh.fan(bottom, outer[-1][::-1])
    mesh.fan(floor, inner[-1])
    mesh.strip(outer[0], inner[0])
    return mesh


def ball(k):
    """Points on a sphere."""
    r, g = k["radius"], 0.5 * (1.0 + math.sqrt(5.0))
    points = [p for a in (-1.0, 1.0) for b in (-g, g) for p in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))]

    def distance2(i, j):
        return sum((x - y)**2 for x, y in zip(points[i], points[j]))

    def outward(i, j, m):
        p, q, o = points[i], points[j], points[m]
        det = (p[0] * (q[1] * o[2] - q[2] * o[1]) + p[1] * (q[2] * o[0] - q[0] * o[2]) +
               p[2] * (q[0] * o[1] - q[1] * o[0]))
        return (i, j, m) if det > 0.0 else (i, m, j)

    near = [[j for j in range(12) if j != i and distance2(i, j) < 4.1] for i in range(12)]
    faces = [outward(i, j, m) for i in range(12) for j in near[i] for m in near[j]
             if i < j < m and m in near[i]]
    for _ in range(int(k["level"])):
        middles = {}

        def middle(i, j):
            key = (min(i, j), max(i, j))
            if key not in middles:
                middles[key] = len(points)
                points.append(tuple(0.5 * (x + y) for x, y in zip(points[i], points[j])))
            return middles[key]

        split = []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            split += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        faces = split
        points = [tuple(x / math.sqrt(sum(y * y for y in p)) for x in p) for p in points]
    mesh = Mesh("ball of %d triangles" % len(faces))
    lengths = [math.sqrt(sum(x * x for x in p)) for p in points]
    mesh.add([tuple(r * x / n for x in p) for p, n in zip(points, lengths)])
    mesh.faces = [tuple(i + 1 for i in f) for f in faces]
    return mesh


def involute(angle):
    return math.tan(angle) - angle


def gear_outline(k):
    """Radius, angle and whether it is a corner, tooth after tooth."""
    z, m, alpha = int(k["teeth"]), k["module"], math.radians(k["angle"])
    count, internal = int(k["points"]), k["internal"] != 0.0
    pitch = 0.5 * m * z
    base = pitch * math.cos(alpha)
    tip, root = (pitch - m, pitch + 1.25 * m) if internal else (pitch + m, pitch - 1.25 * m)
    # half of the angle that a tooth (internal: a gap) takes at the pitch circle
    half = 0.5 * math.pi / z + (1 if internal else -1) * 0.25 * k["backlash"] / pitch
    low, high = (max(tip, base), root) if internal else (max(root, base), tip)

    def half_angle(r):
        return half + involute(alpha) - involute(math.acos(min(1.0, base / r)))

    # denser near the base, where the involute bends most
    radii = [low + (high - low) * (i / (count - 1.0))**1.3 for i in range(count)]
    outline = []
    for tooth in range(z):
        middle = 2.0 * math.pi * tooth / z
        side = []
        if not internal and root < base:  # every point has an angle of its own
            side.append((root, half_angle(base) + 0.15 * (math.pi / z - half_angle(base))))
        side += [(r, half_angle(r)) for r in radii]
        last = len(side) - 1
        ends = [i == last or (i < 2 if len(side) > count else i == 0) for i in range(last + 1)]
        rising = [(r, middle - a, e) for (r, a), e in zip(side, ends)]
        falling = [(r, middle + a, e) for r, a, e in reversed([(r, a, e) for (r, a), e in zip(side, ends)])]
        outline += rising + falling
    return outline


def gear(k):
    outline, internal = gear_outline(k), k["internal"] != 0.0
    points = [(r * math.cos(a), r * math.sin(a)) for r, a, _ in outline]
    other = [(k["bore"] * math.cos(a), k["bore"] * math.sin(a)) for _, a, _ in outline]
    mesh = Mesh("gear, %d teeth of module %g m" % (int(k["teeth"]), k["module"]))
    outer, inner = (other, points) if internal else (points, other)
    return hollow(mesh, outer, inner, 0.5 * k["width"])


class Outline:
    """Corners get a third number. Tips and roots get a point between their corners."""

    def __init__(self, corners):
        self.points = []
        for (r, a, sharp), (s, b, next_sharp) in zip(corners, corners[1:] + corners[:1]):
            self.points.append((r * math.cos(a), r * math.sin(a), sharp))
            if sharp and next_sharp and abs(r - s) < 1e-12 * r:  # along a circle
                b += 2.0 * math.pi if b < a else 0.0
                middle = 0.5 * (a + b)
                self.points.append((r * math.cos(middle), r * math.sin(middle), False))

    def write(self, out):
        texts = ["[%.9g, %.9g%s]" % (x, y, ", 1" if sharp else "") for x, y, sharp in self.points]
        for i in range(0, len(texts), 4):
            out.write(("[" if i == 0 else " ") + ", ".join(texts[i:i + 4]) +
                      ("]" if i + 4 >= len(texts) else ",") + "\n")


def outline(k):
    return Outline(gear_outline(k))


SHAPES = {
    "cylinder": (cylinder, {"radius": 0.05, "length": 0.1, "sides": 48}),
    "tube": (tube, {"outer": 0.05, "inner": 0.03, "length": 0.05, "sides": 48}),
    "bowl": (bowl, {"outer": 0.11, "inner": 0.1, "rings": 10, "sides": 40}),
    "ball": (ball, {"radius": 0.05, "level": 2}),
    "gear": (gear, {"teeth": 20, "module": 0.005, "width": 0.02, "bore": 0.02, "angle": 20.0,
                    "backlash": 0.0001, "points": 9, "internal": 0}),
}
SHAPES["outline"] = (outline, SHAPES["gear"][1])


def main(arguments):
    if not arguments or arguments[0] not in SHAPES:
        sys.stderr.write(__doc__)
        return 2
    make, keys = SHAPES[arguments[0]]
    keys = dict(keys)
    for word in arguments[1:]:
        key, _, value = word.partition("=")
        if key not in keys:
            sys.stderr.write("make_meshes.py: %s has no %s; it has %s\n" %
                             (arguments[0], key, ", ".join(keys)))
            return 2
        keys[key] = float(value)
    make(keys).write(sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
