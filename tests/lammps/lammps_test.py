#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""What `abut export --lammps` writes, run by LAMMPS and compared with closed forms and our own runs.

  lammps_test.py ABUT --lmp LMP [--short] | --refusals

--short leaves out what is marked as long.

Every tolerance says what it is made of. Fixed steps of a 50th of the contact are the first cause: at a
quarter of them the errors must fall, which the tests of single impacts ask for.
"""

import csv
import io
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ABUT, LMP = "", ""

STEEL = "{youngs_modulus: 2.0e+11, poissons_ratio: 0.3, density: 7850}"
SOFT = "{youngs_modulus: 1.0e+7, poissons_ratio: 0.25, density: 2500}"


def model(bodies, normal="{law: hertz}", friction="{law: none}", gravity=0, material=STEEL,
          pair="restitution: 1, sliding_friction: 0.3", end=0.01, interval=1e-4,
          rules=None, method="method: events, tolerance: 1.0e-9"):
    """A model file; `bodies` are its lines."""
    rule = f"{{between: ['*', '*'], normal: {normal}, friction: {friction}}}"
    return "\n".join([
        "abut: 1", f"gravity: [0, 0, {-gravity}]", f"materials: {{m: {material}}}",
        f"pairs: [{{materials: [m, m], {pair}}}]", f"contacts: {rules or f'[{rule}]'}",
        f"simulation: {{{method}, end_time: {end}, output_interval: {interval}}}", "bodies:"
    ] + ["  " + line for line in bodies]) + "\n"


def ball(name, position, radius=0.01, velocity=(0, 0, 0), spin=(0, 0, 0), more=""):
    return (f"{name}: {{position: {list(position)}, velocity: {list(velocity)}, "
            f"angular_velocity: {list(spin)}, "
            f"shapes: [{{sphere: {{radius: {radius}}}, material: m}}]{more}}}")


def fixed(name, shape, position=(0, 0, 0), more=""):
    return (f"{name}: {{mobility: fixed, position: {list(position)}, "
            f"shapes: [{{{shape}, material: m}}]{more}}}")


FLOOR = fixed("floor", "plane: {}")


def long(test):
    test.is_long = True
    return test


class Atom:
    """One sphere of one frame."""

    def __init__(self, numbers):
        self.type, self.radius = int(numbers[1]), numbers[2]
        self.x, self.v, self.w = numbers[3:6], numbers[6:9], numbers[9:12]


def refine(script, factor):
    """The same script with steps shorter by a factor."""
    script = re.sub(r"timestep (\S+)", lambda m: f"timestep {float(m[1]) / factor:.17g}", script)
    for word in (r"\nrun", r"\nthermo", "all custom"):
        script = re.sub(rf"({word}) (\d+)", lambda m: f"{m[1]} {int(m[2]) * factor}", script)
    return script


class Work(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def abut(self, *words, code=0):
        run = subprocess.run([ABUT, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stdout, run.stderr

    def export(self, text, code=0):
        """What export says on stderr."""
        with open(self.path("scene.yaml"), "w") as file:
            file.write(text)
        return self.abut("export", "scene.yaml", "--lammps", "-o", "scene.lammps", code=code)[1]

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def lammps(self, text, factor=1, ranks=1):
        """The time step and the frames, lists of atoms in the order of the data file."""
        self.export(text)
        script = refine(self.read("in.scene"), factor)
        with open(self.path("in.run"), "w") as file:
            file.write(script)
        mpirun = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
        more = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMP_NUM_THREADS": "1"}
        run = subprocess.run([*mpirun, LMP, "-in", "in.run"], cwd=self.folder, capture_output=True,
                             text=True, env={**os.environ, **more})
        self.assertEqual(run.returncode, 0, run.stdout[-2000:] + run.stderr[-2000:])
        frames = []
        for part in self.read("scene.dump").split("ITEM: ATOMS")[1:]:
            lines = part.split("ITEM:")[0].strip().splitlines()[1:]
            frames.append([Atom([float(word) for word in line.split()]) for line in lines])
        return float(re.search(r"timestep (\S+)", script)[1]), frames

    def ours(self, text, *series):
        """Columns of a run of ours, a list for each frame."""
        with open(self.path("scene.yaml"), "w") as file:
            file.write(text)
        self.abut("run", "scene.yaml", "-q", "-o", "scene.abut.db")
        table, _ = self.abut("export", "scene.abut.db", *series, "--csv", "-o", "-")
        rows = list(csv.reader(io.StringIO(table)))[1:]
        return [[float(word) for word in row[1:]] for row in rows]

    def near(self, value, expected, tolerance, what):
        self.assertLess(abs(value - expected), tolerance, f"{what}: {value}, not {expected}")


class Impacts(Work):
    """Single contacts, with the errors of a fixed step alone."""

    def hertz(self, radius=0.01, modulus=2e11, speed=1.0):
        """Closed form of a ball on a plane of its material: K, time, depth."""
        mass = 7850 * 4 / 3 * math.pi * radius**3
        K = 4 / 3 * modulus / (2 * (1 - 0.09)) * math.sqrt(radius)
        depth = (1.25 * mass * speed**2 / K)**0.4
        return 2.9432750 * depth / speed, depth  # 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10)

    def test_a_ball_bounces_by_hertz_as_the_closed_form_says(self):
        time, depth = self.hertz()
        text = model([FLOOR, ball("ball", (0, 0, 0.01 + 1e-6), velocity=(0, 0, -1))],
                     end=1.5 * time, interval=time / 50.5)
        errors = []
        for factor in (1, 4):
            # a frame at each step of the contact
            self.export(text)
            step, frames = self.lammps(re.sub("output_interval: [^}]*", "output_interval: "
                                              f"{time / 60 / factor}", text))
            z = [atoms[0].x[2] - 0.01 for atoms in frames]
            inside = [i for i, height in enumerate(z) if height < 0]
            first, last = inside[0], inside[-1]
            begin = first - z[first] / (z[first] - z[first - 1])
            end = last + z[last] / (z[last] - z[last + 1])
            interval = 1.5 * time / (len(frames) - 1)
            errors.append((abs((end - begin) * interval / time - 1), abs(-min(z) / depth - 1),
                           abs(frames[-1][0].v[2] - 1)))
        # steps of a 60th of the contact, and the depth is that of a frame beside the greatest
        for error, bound in zip(errors[0], (2e-3, 2e-3, 1.5e-3)):
            self.assertLess(error, bound, errors)
        for error, bound in zip(errors[1], (2e-4, 2e-4, 2e-4)):
            self.assertLess(error, bound, errors)

    def test_a_ball_dropped_on_a_plane_returns_as_ours(self):
        text = model([FLOOR, ball("ball", (0, 0, 0.06))], gravity=9.81, end=1, interval=0.01)
        rows = self.ours(text, "ball.position.z")
        _, frames = self.lammps(text)
        # 0.05 m of fall: it is back at the top after 0.2019 s, and bounces four times in a second
        fall = math.sqrt(2 * 0.05 / 9.81)
        top = max(frames[i][0].x[2] for i in range(15, 26))
        self.near(top, 0.06, 5e-5 + 0.5 * 9.81 * 0.005**2, "height after one impact")
        self.assertGreater(fall, 0.1)
        worst = max(abs(atoms[0].x[2] - row[0]) for atoms, row in zip(frames, rows))
        # an impact changes the speed, 1 m/s, by up to 5e-4, which adds up over 1 s and 5 impacts
        self.assertLess(worst, 2e-3)

    def oblique(self, modulus, friction):
        text = model([ball("a", (0, 0, 0), spin=(0, 20, 0)),
                      ball("b", (0.004, 0.003, 0.0275), 0.015, velocity=(0.3, 0.1, -1))],
                     friction=friction, end=0.01, interval=0.01,
                     material=f"{{youngs_modulus: {modulus}, poissons_ratio: 0.3, density: 7850}}")
        expected = self.ours(text, "a.velocity", "a.angular_velocity", "b.velocity",
                             "b.angular_velocity")[-1]
        errors = []
        for factor in (1, 8):
            a, b = self.lammps(text, factor)[1][-1]
            found = a.v + [0.01 * w for w in a.w] + b.v + [0.015 * w for w in b.w]
            wanted = expected[:3] + [0.01 * w for w in expected[3:6]] + \
                expected[6:9] + [0.015 * w for w in expected[9:]]
            errors.append(max(abs(p - q) for p, q in zip(found, wanted)))
        return errors

    @long
    def test_two_balls_collide_obliquely_with_mindlins_friction_as_ours(self):
        # m/s, at 1.05 m/s; E = 2e13 makes the overlap a thousandth of the radius. LAMMPS takes the
        # slip at the whole radii, we in the middle of the overlap: that is the error which is left
        for spring in ("dissipative", "increments", "stretch"):
            errors = self.oblique("2.0e+13", f"{{law: mindlin, spring: {spring}}}")
            self.assertLess(errors[0], 1e-3, spring)
            self.assertLess(errors[1], 2e-4, spring)

    @long
    def test_what_is_left_of_an_oblique_impact_goes_with_the_overlap(self):
        soft, stiff = (self.oblique(E, "{law: mindlin}")[1] for E in ("2.0e+9", "2.0e+13"))
        # depths go with E^-0.4: a factor of 40
        self.assertLess(soft, 4e-3)
        self.assertLess(stiff, soft / 10)

    def rebounds(self, normal, pair, expected, what):
        drop = [FLOOR, ball("ball", (0, 0, 0.0101), velocity=(0, 0, -1))]
        self.converges(model(drop, normal=normal, pair=pair), expected, what)

    @long
    def test_the_restitution_of_our_laws_comes_back(self):
        for law in ("hunt_crossley", "flores", "lankarani_nikravesh", "elastic"):
            for e in (0.9, 0.5, 0.2):
                pair = f"restitution: {e}, sliding_friction: 0"
                text = model([FLOOR, ball("ball", (0, 0, 0.0101), velocity=(0, 0, -1))],
                             normal=f"{{law: {law}}}", pair=pair)
                ours = self.ours(text, "ball.velocity.z")[-1][0]
                self.converges(text, ours, f"{law} e = {e}")

    def converges(self, text, expected, what):
        """The speed after an impact: of first order in the step, as LAMMPS damps by the speed of half
        a step before."""
        for factor, tolerance in ((1, 5e-3), (4, 1.25e-3)):
            self.near(self.lammps(text, factor)[1][-1][0].v[2], expected, tolerance, what)

    @long
    def test_a_linear_spring_and_damper_is_that_of_the_closed_form(self):
        # F = k d + c d' without a cut: e = exp(-pi z/sqrt(1 - z^2)), z = c/(2 sqrt(k m))
        mass = 7850 * 4 / 3 * math.pi * 0.01**3
        for z in (0.05, 0.3):
            c = 2 * z * math.sqrt(1e6 * mass)
            e = math.exp(-math.pi * z / math.sqrt(1 - z * z))
            for law in (f"compliant, compliance: 1.0e-6, damping: {c}",
                        f"power_damper, stiffness: 1.0e+6, exponent: 1, damping: {c}, "
                        "depth_exponent: 0"):
                self.rebounds(f"{{law: {law}}}", "restitution: 1", e, law)

    def test_a_linear_spring_has_the_restitution_of_the_pair(self):
        for e in (0.9, 0.5):
            self.rebounds("{law: hunt_crossley, stiffness: 1.0e+6, exponent: 1}",
                          f"restitution: {e}", e, f"hunt_crossley with exponent 1, e = {e}")

    @long
    def test_friction_without_a_spring_slides_as_ours(self):
        # sliding all through: mu (1 + e) v off the tangential speed, whatever holds what sticks
        for friction in ("coulomb", "regularized", "bristle", "dynamic_only"):
            text = model([FLOOR, ball("ball", (0, 0, 0.0101), velocity=(3, 0, -1))],
                         friction=f"{{law: {friction}}}")
            v = self.lammps(text)[1][-1][0].v
            self.near(v[0], 3 - 0.3 * 2, 3e-3, friction)

    @long
    def test_boxes_cylinders_and_fixed_spheres_are_where_ours_are(self):
        # each alone, met at a face, an edge, a side: the way of the ball after it
        walls = [("box: {size: [0.1, 0.08, 0.06]}", (0.01, 0, -0.03), (0, 0, 0.0101), (0.1, 0, -1)),
                 ("box: {size: [0.1, 0.08, 0.06]}", (-0.046, 0, -0.03), (0.009, 0, 0.0085),
                  (0, 0, -1)),
                 ("cylinder: {radius: 0.04, length: 0.2, axis: y}", (0, 0, -0.04),
                  (0.015, 0, 0.0086), (0, 0, -1)),
                 ("cylinder: {radius: 0.04, length: 0.2}", (0, 0, -0.1), (0.01, 0.01, 0.0101),
                  (0, 0, -1)),
                 ("sphere: {radius: 0.03}", (0, 0, -0.03), (0.015, 0.001, 0.0075), (0, 0, -1))]
        for shape, place, start, velocity in walls:
            text = model([fixed("wall", shape, place), ball("ball", start, velocity=velocity)],
                         normal="{law: elastic}")
            ours = self.ours(text, "ball.velocity")[-1]
            found = self.lammps(text)[1][-1][0].v
            worst = max(abs(a - b) for a, b in zip(found, ours))
            self.assertLess(worst, 4e-3, f"{shape}: {found}, not {ours}")
            self.assertGreater(max(abs(a - b) for a, b in zip(found, velocity)), 0.3, shape)

    def test_each_pair_has_its_law_and_what_has_none_does_not_meet(self):
        text = "\n".join([
            "abut: 1", "gravity: [0, 0, 0]",
            "materials:", f"  m: {STEEL}", f"  hard: {STEEL}", f"  ghost: {STEEL}",
            "contacts:",
            "  - {between: ['*', '*'], normal: {law: hertz}, friction: {law: none}, restitution: 1}",
            "  - {between: ['material:hard', 'material:m'], normal: {law: hunt_crossley}, "
            "friction: {law: none}, restitution: 0.5}",
            "  - {between: ['material:ghost', '*'], enabled: false}",
            "pairs:"] +
            [f"  - {{materials: [{a}, {b}], restitution: 1, sliding_friction: 0}}"
             for a, b in (("m", "m"), ("m", "hard"), ("hard", "hard"), ("m", "ghost"),
                          ("hard", "ghost"), ("ghost", "ghost"))] +
            ["simulation: {end_time: 0.02, output_interval: 1.0e-3}", "bodies:",
             "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}"] +
            ["  " + ball(f"{name}{k}", (x, 0.1 * k, 0.0101), velocity=(0, 0, -1))
             .replace("material: m", f"material: {name}")
             for name, k, x in (("m", 0, 0), ("hard", 1, 0), ("ghost", 2, 0))]) + "\n"
        speeds = [atom.v[2] for atom in self.lammps(text)[1][-1]]
        for speed, expected in zip(speeds, (1, 0.5, -1)):
            self.near(speed, expected, 3e-3, "speed after")


def overlaps(places, radius, half):
    """Depths of all contacts of a pile in its box."""
    found = []
    for i, p in enumerate(places):
        for q in places[:i]:
            found.append(2 * radius - math.dist(p, q))
        found += [radius - p[2]] + [radius - half + s * x for s in (1, -1) for x in p[:2]]
    return [depth for depth in found if depth > 0]


class Piles(Work):
    """64 balls of 10 cm that fall together in a box."""
    RADIUS, SPACING, SIDE = 0.05, 0.11, 4

    def pile(self, friction, pair):
        half = 0.5 * self.SIDE * self.SPACING
        bodies = [FLOOR]
        for name, axis, sign in (("left", 0, 1), ("right", 0, -1), ("front", 1, 1), ("back", 1, -1)):
            normal = [sign if k == axis else 0 for k in range(3)]
            bodies.append(fixed(name, f"plane: {{normal: {normal}}}", [-half * n for n in normal]))
        for k in range(self.SIDE**3):
            layer, place = divmod(k, self.SIDE**2)
            row, column = divmod(place, self.SIDE)
            off = 0.004 if layer % 2 else -0.004
            middle = 0.5 * (self.SIDE - 1)
            bodies.append(ball(f"s{k}", (self.SPACING * (column - middle) + off,
                                         self.SPACING * (row - middle) + 0.7 * off,
                                         0.06 + self.SPACING * layer), self.RADIUS))
        return model(bodies, normal="{law: hunt_crossley}", friction=friction, gravity=9.81,
                     material=SOFT, pair=pair, end=1, interval=0.02,
                     method="method: events, tolerance: 1.0e-4")

    def measures(self, places):
        depths = overlaps(places, self.RADIUS, 0.5 * self.SIDE * self.SPACING)
        height = sum(p[2] for p in places) / len(places)
        return height, sum(depths) / len(depths), len(depths)

    def compare(self, text, height_error, depth_error, count_error):
        names = [f"s{k}.position" for k in range(self.SIDE**3)]
        row = self.ours(text, "energy.kinetic", *names)[-1]
        height, depth, count = self.measures([row[i:i + 3] for i in range(1, len(row), 3)])
        results = []
        for ranks in (1, 2) if shutil.which("mpirun") else (1,):
            atoms = self.lammps(text, ranks=ranks)[1][-1]
            mass = 2500 * 4 / 3 * math.pi * self.RADIUS**3
            kinetic = sum(0.5 * mass * (sum(v * v for v in a.v) + 0.4 * self.RADIUS**2 *
                                        sum(w * w for w in a.w)) for a in atoms)
            found = self.measures([a.x for a in atoms])
            results.append((*found, kinetic))
            print(f"{ranks} ranks: height {found[0]:.6f} m ({height:.6f}), mean overlap "
                  f"{found[1]:.3e} m ({depth:.3e}), {found[2]} contacts ({count}), kinetic energy "
                  f"{kinetic:.2e} J ({row[0]:.2e})")
            self.near(found[0] / height, 1, height_error, "height")
            self.near(found[1] / depth, 1, depth_error, "mean overlap")
            self.near(found[2] / count, 1, count_error, "number of contacts")
            # they have fallen by 0.05 m or more on average: at least 40 J are lost
            self.assertLess(kinetic, 0.1)
            self.assertLess(row[0], 0.1)
        if len(results) == 2:  # the same pile up to the order of sums
            self.near(results[1][0] / results[0][0], 1, 2e-3, "height on two ranks")

    @long
    def test_a_pile_without_friction_stands_as_ours(self):
        # measured: height 1.6e-3, overlap 2.1e-2, contacts 2.6e-2. What the balls came to rest in
        # depends on the damping within each contact, which is Tsuji's there
        self.compare(self.pile("{law: none}", "restitution: 0.5"), 5e-3, 0.05, 0.08)

    def test_a_pile_with_friction_and_rolling_resistance_stands_as_ours(self):
        # measured: height 2.5e-3, overlap 8e-2, contacts 6e-3. Friction locks forces in that depend
        # on how the balls came there, and ours ends by implicit steps, whose friction has no spring
        self.compare(self.pile("{law: mindlin}", "restitution: 0.5, sliding_friction: 0.4, "
                               "rolling_resistance: 0.01"), 1e-2, 0.2, 0.08)


class Refusals(Work):
    """What LAMMPS does not have; needs no LAMMPS."""

    def refused(self, text, *sentences):
        said = self.export(text, code=3)
        for sentence in sentences:
            self.assertIn(sentence, said)
        self.assertFalse(os.path.exists(self.path("in.scene")), "a file of a model refused")
        return said

    def test_every_wrong_thing_is_told_at_its_line(self):
        text = model([
            FLOOR, ball("good", (0, 0, 1)),
            "cube: {position: [0, 5, 2], shapes: [{box: {size: [1, 1, 1]}, material: m}]}",
            "disc: {mobility: planar, position: [5, 5, 2], "
            "shapes: [{sphere: {radius: 1}, material: m}]}",
            "crank: {mobility: prescribed, position: [10, 5, 2], "
            "shapes: [{sphere: {radius: 1}, material: m}]}",
            "pair: {position: [15, 5, 2], shapes: [{sphere: {radius: 1}, material: m, name: a}, "
            "{sphere: {radius: 1}, material: m, name: b, position: [1, 0, 0]}]}",
            ball("hollow", (5, 0, 1), more=", mass: 1, inertia: [1.0, 1.0, 1.0], "
                 "center_of_mass: [0, 0, 0]"),
            ball("beside", (9, 0, 1), more=", center_of_mass: [0.001, 0, 0]"),
            fixed("turned", "box: {size: [1, 1, 1]}", (0, 9, 2), more=", rotation: [0.3, 0, 0]"),
            fixed("ring", "torus: {ring_radius: 1, tube_radius: 0.1}", (5, 9, 2))])
        said = self.refused(
            text, "body cube: its shape is a box; the export takes free bodies of one sphere each",
            "body disc is planar", "body crank moves as a function of time", "body pair: it has not one shape that collides",
            "body hollow: its moment of inertia 1 kg m^2 is not that of a solid ball",
            "body beside: its centre of mass is 0.001 m beside the centre of its sphere",
            "shape turned.box: LAMMPS' boxes and cylinders stand along x, y and z",
            "shape ring.torus: a torus is no wall in LAMMPS")
        for line in said.strip().splitlines():
            self.assertRegex(line, r"^scene\.yaml:\d+:\d+: ")

    def test_laws_it_does_not_have_are_refused_once_each(self):
        two = [FLOOR, ball("a", (0, 0, 1)), ball("b", (1, 0, 1))]
        for normal, sentence in (
                ("rigid", "law rigid: LAMMPS has no such law"),
                ("compliant, compliance: 0", "compliance: 0 is rigid"),
                ("hertz, damping: 0.1", "its restitution falls with the speed"),
                ("hunt_crossley, stiffness: 1.0e+6, exponent: 2", "exponent = 2"),
                ("impact, stiffness: 1.0e+6, exponent: 1.5, damping: 1, full_damping_depth: 1.0e-4",
                 "law impact: LAMMPS has no such law"),
                ("power_damper, damping: 1", "its damper is exported with rate_exponent: 1")):
            said = self.refused(model(two, normal=f"{{law: {normal}}}"), sentence)
            self.assertEqual(said.count("law "), said.count("\n"), said)
            self.assertEqual(len(said.strip().splitlines()), 1, said)

    def test_friction_it_does_not_have_is_refused(self):
        two = [FLOOR, ball("a", (0, 0, 1))]
        pair = "restitution: 1, sliding_friction: 0.2, static_friction: 0.3"
        self.refused(model(two, friction="{law: coulomb}", pair=pair),
                     "friction of sticking 0.3 and of sliding 0.2")
        self.refused(model(two, normal="{law: compliant, compliance: 1.0e-6}",
                           friction="{law: mindlin}"), "law mindlin: LAMMPS has no such law")
        self.refused(model(two, friction="{law: bristle, stiffness: 1.0e+6}"), "give stiffness_ratio")

    def test_a_stiffness_of_one_radius_is_refused_for_two(self):
        law = "{law: hertz, stiffness: 1.0e+9}"
        self.export(model([FLOOR, ball("a", (0, 0, 1)), ball("b", (1, 0, 1))], normal=law))
        os.remove(self.path("in.scene"))
        self.refused(model([FLOOR, ball("a", (0, 0, 1)), ball("b", (1, 0, 1), 0.02)], normal=law),
                     "its constants are not those of the largest spheres")

    def test_joints_forces_and_a_model_without_spheres_are_refused(self):
        text = model([FLOOR, ball("a", (0, 0, 1))])
        more = ("joints: [{type: fixed, between: [world, a]}]\n"
                "forces: [{type: spring, between: [floor, a], stiffness: 10}]\n")
        self.refused(text + more, "joint joint1: ", "force force1: ")
        self.refused(model([FLOOR]), "the model has no free sphere")

    def test_the_command_says_what_does_not_go_together(self):
        with open(self.path("scene.yaml"), "w") as file:
            file.write(model([FLOOR, ball("a", (0, 0, 1))]))
        for words, sentence in ((("--csv",), "one at a time"), (("a.position",), "no series"),
                                (("-o", "-"), "two files"), (("-o", "no/"), "no such folder"),
                                (("-o", "a b"), "without blanks")):
            code = 5 if sentence == "no such folder" else 2
            said = self.abut("export", "scene.yaml", *words, "--lammps", code=code)[1]
            self.assertIn(sentence, said)

    def test_a_record_gives_the_files_of_its_model(self):
        self.export(model([FLOOR, ball("a", (0, 0, 1))]))
        self.abut("run", "scene.yaml", "-q", "-o", "run.abut.db")
        self.abut("export", "run.abut.db", "--lammps", "-o", self.folder)
        self.assertEqual(self.read("run.data").splitlines()[1:],
                         self.read("scene.data").splitlines()[1:])

    def test_units_of_the_model_become_si(self):
        text = model([FLOOR, ball("a", (0, 0, 1))], gravity=9.81)
        self.export(text)
        there = self.read("scene.data"), self.read("in.scene")
        text = text.replace("abut: 1", "abut: 1\nunits: {length: mm}")
        text = text.replace("9.81", "9810").replace("radius: 0.01", "radius: 10")
        text = text.replace("position: [0, 0, 1]", "position: [0, 0, 1000]")
        text = text.replace("2.0e+11", "2.0e+8").replace("7850", "7.85e-6")
        self.export(text)
        numbers = [[float(word) for word in re.findall(r"(?<![\w.])-?\d[\d.e+-]*", page)]
                   for page in there]
        again = [[float(word) for word in re.findall(r"(?<![\w.])-?\d[\d.e+-]*", page)]
                 for page in (self.read("scene.data"), self.read("in.scene"))]
        for a, b in zip(numbers[0] + numbers[1], again[0] + again[1], strict=True):
            self.near(a, b, 1e-12 * max(abs(a), 1e-30), "a number in SI")


if __name__ == "__main__":
    ABUT = os.path.realpath(sys.argv[1])
    kinds = [Refusals]
    if sys.argv[2] == "--lmp":
        LMP, kinds = sys.argv[3], [Impacts, Piles]
        if LMP.endswith("NOTFOUND"):
            print("skipped: LAMMPS was missing when this was built (Debian: lammps)")
            sys.exit(77)
    suite = unittest.TestSuite()
    for kind in kinds:
        tests = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
        suite.addTests(test for test in tests
                       if "--short" not in sys.argv or not hasattr(getattr(test, test.id().split(".")[-1]), "is_long"))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
