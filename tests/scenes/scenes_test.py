#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The test of the test: what it makes is what it says, and what is wrong is found.

  scenes_test.py ABUT FOLDER
"""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bounds  # noqa: E402
import scenes  # noqa: E402
import machines_towers  # noqa: E402
import meetings  # noqa: E402
import refusals  # noqa: E402
import variants  # noqa: E402
from checks import failures  # noqa: E402
from engine import Engine  # noqa: E402
from reduce import reduce  # noqa: E402
from rotations import about, from_angles, length, product, subtract, turn  # noqa: E402
from scene import deep, read_model  # noqa: E402

ABUT, FOLDER = "build/release/apps/abut/abut", tempfile.gettempdir()


def names(seeds):
    return [f"{kind}:{seed}" for kind in scenes.KINDS for seed in seeds]


def kinds_of(scene, run):
    return {kind for kind, _ in failures(scene, run)}


class Made(unittest.TestCase):
    def test_the_same_name_gives_the_same_scene(self):
        for name in names((0, 7)):
            self.assertEqual(scenes.scene_of(name).text(), scenes.scene_of(name).text())

    def test_a_printed_model_is_read_back_as_it_was(self):
        for name in names((0, 1, 2)):
            scene = scenes.scene_of(name)
            self.assertEqual(read_model(scene.text()), scene.model, name)

    def test_variants_leave_their_scene_as_it_was(self):
        for name in names((3,)):
            scene = scenes.scene_of(name)
            before = deep(scene.model)
            for tell in variants.VARIANTS.values():
                tell(scene)
            self.assertEqual(scene.model, before, name)

    def test_overlap_is_held_against_the_bodies_that_overlap(self):
        scene = scenes.scene_of("pile:811")  # a soft ball of 0.48 m beside a ring of 0.11 m
        self.assertEqual(scene.thickness_of("ground", "b4"), scene.thin["b4"])
        self.assertEqual(scene.thickness_of("b4", "b2"), min(scene.thin.values()))
        self.assertEqual(scene.thickness, min(scene.thin.values()))
        self.assertFalse(kinds_of(scene, Engine(ABUT, FOLDER).run(scene)))

    def test_turning_back_undoes_a_turn(self):
        scene = scenes.scene_of("drop:0")
        model, back = variants.turned(scene)
        body, told = scene.model["bodies"]["a"], model["bodies"]["a"]
        state = told["position"] + told["orientation"] + told["velocity"] + told["angular_velocity"]
        there = back(state)
        for key, place in (("position", 0), ("velocity", 7), ("angular_velocity", 10)):
            self.assertLess(length(subtract(there[place:place + 3], body[key])), 1e-12 * (1 + length(body[key])))

    def test_numbers_keep_their_meaning_in_other_units(self):
        """A stiffness of N/m^1.5 is N/mm^1.5 times 1000^1.5, and so on."""
        unit = {"L": 1e-3, "M": 1e3, "T": 1.0, "A": 1.0}  # mm, t, s: forces stay in N
        rule = {"law": "poisson", "penalty": 1.0}
        self.assertAlmostEqual(variants.convert(rule, unit, ["normal"])["penalty"] * 1000 ** 1.5, 1.0)
        rule = {"law": "hertz", "stiffness": 1.0, "damping": 1.0}
        self.assertAlmostEqual(variants.convert(rule, unit, ["normal"])["stiffness"] * 1000 ** 1.5, 1.0)
        self.assertAlmostEqual(variants.convert(rule, unit, ["normal"])["damping"] * 1000, 1.0)

    def test_angles_turn_about_x_then_the_new_y_then_the_new_z(self):
        q = from_angles(0.3, -0.4, 0.5)
        x_then_y = product(about([1, 0, 0], 0.3), about(turn(about([0, 0, 0.0 + 1], 0), [0, 1, 0]), -0.4))
        self.assertLess(length(subtract(q, product(x_then_y, about([0, 0, 1], 0.5)))), 1e-15)


class Found(unittest.TestCase):
    """Runs are spoiled in one way each, and that is what is found."""

    def setUp(self):
        self.engine = Engine(ABUT, FOLDER, cpu=60)
        self.scene = scenes.scene_of("bounces:0")
        self.run = self.engine.run(self.scene)

    def spoil_energy(self, column, frame, amount):
        row = list(self.run.energies[frame])
        row[column] += amount * max(abs(x) for x in row)
        self.run.energies[frame] = tuple(row)

    def test_nothing_in_a_good_run(self):
        self.assertEqual(failures(self.scene, self.run), [])

    def test_energy_from_nothing(self):
        self.spoil_energy(0, 50, 2 * bounds.ENERGY_RISE + 2)
        self.assertIn("energy from nothing", kinds_of(self.scene, self.run))

    def test_an_open_book_and_a_loss_that_falls(self):
        self.spoil_energy(4, 20, 0.1)
        self.assertLessEqual({"book open", "negative loss"}, kinds_of(self.scene, self.run))

    def test_a_ball_below_the_ground(self):
        state = list(self.run.states[40])
        state[13 + 2] = -0.01 * self.scene.size
        self.run.states[40] = state
        self.assertIn("through a wall", kinds_of(self.scene, self.run))

    def test_a_number_that_is_none(self):
        state = list(self.run.states[40])
        state[13 + 9] = float("nan")
        self.run.states[40] = state
        self.assertEqual(kinds_of(self.scene, self.run), {"not finite"})

    def test_an_end_that_is_too_early(self):
        for rows in (self.run.times, self.run.states, self.run.energies, self.run.contacts):
            del rows[-3:]
        self.assertIn("not done", kinds_of(self.scene, self.run))

    def test_a_wrong_answer(self):
        self.scene.answers[0].right *= 1.1
        self.assertEqual(kinds_of(self.scene, self.run), {"wrong answer"})

    def test_a_weight_that_is_not_carried(self):
        tower = scenes.scene_of("block_tower:0")
        run = self.engine.run(tower)
        self.assertNotIn("not carried", kinds_of(tower, run))
        for rows in run.contacts:
            for _, b, row in rows:
                if b == "b0":
                    row["force"] = [0.9 * x for x in row["force"]]
        self.assertIn("not carried", kinds_of(tower, run))

    def test_energy_that_comes_from_no_force(self):
        scene = scenes.scene_of("meeting:6")
        run = self.engine.run(scene)
        self.assertEqual(failures(scene, run), [])
        row = list(run.energies[-1])
        row[0] *= 1 + 3 * meetings.BOOK["stepping"]
        run.energies[-1] = tuple(row)
        self.assertEqual(kinds_of(scene, run), {"wrong answer"})

    def test_momentum_that_changes(self):
        scene = scenes.scene_of("cradle:0")
        run = self.engine.run(scene)
        state = list(run.states[-1])
        state[7] *= 1.01
        state[7 + 13] += 0.01
        run.states[-1] = state
        self.assertIn("momentum", kinds_of(scene, run))

    def test_two_runs_that_part_too_early(self):
        other = self.engine.run(self.scene)
        self.assertEqual(list(variants.differences(self.scene, "order", self.run, other, variants.same)), [])
        state = list(other.states[1])
        state[13] += 0.05 * self.scene.size
        other.states[1] = state
        found = list(variants.differences(self.scene, "order", self.run, other, variants.same))
        self.assertEqual([kind for kind, _ in found], ["order differs"])


class Tables(unittest.TestCase):
    def test_a_pair_of_shapes_meets_by_every_number(self):
        self.assertEqual({meetings.pair_of(f"meeting:{n}") for n in range(len(meetings.PAIRS))}, set(meetings.PAIRS))

    def test_towers_count_through_laws_methods_and_heights(self):
        count = machines_towers.COUNT
        self.assertEqual(len({machines_towers.tower_of(f"standing:{n}") for n in range(count)}), count)
        self.assertEqual(sorted(machines_towers.HEIGHTS), list(range(2, 21)))

    def test_a_table_names_the_pair_that_is_worst(self):
        answer = lambda change: [("energy that comes or goes", change, 0, 1e-4), ("hit", True, 0.5, 0.5)]
        rows = [{"scene": f"meeting:{n}", "method": "events", "code": 0, "answers": answer(change)}
                for n, change in ((3, 1e-9), (3 + len(meetings.PAIRS), 1e-2))]
        lines = list(meetings.table(rows))
        self.assertIn(f"| 2 | 2 | 0 | 1.0e-02 | meeting:{3 + len(meetings.PAIRS)} |", lines[2])

    def test_a_variant_that_differs_is_counted(self):
        rows = [{"scene": "drop:1", "compared": {"turned": 0.5, "order": 1.0}, "failures": [("turned differs", "")]}]
        lines = list(variants.table(rows))
        self.assertIn("| turned | 1 | 0.50 | 1 | 0 | drop:1 |", lines)
        self.assertIn("| order | 1 | 1.00 | 0 | 0 |  |", lines)

    def test_what_is_refused_is_said_without_names(self):
        engine = Engine(ABUT, FOLDER, cpu=60)
        scene = refusals.model_of("fixed", "hertz", "none", "ball", "block")
        self.assertIn("method fixed has rigid contacts only", refusals.words_of(engine, scene))
        self.assertEqual(refusals.words_of(engine, refusals.model_of("events", "hertz", "none", "sphere", "box")), "")


class Reduced(unittest.TestCase):
    def test_a_scene_loses_what_does_not_matter(self):
        """A ball that falls is not at rest, whatever else the scene holds."""
        engine = Engine(ABUT, FOLDER, cpu=60)
        scene = scenes.scene_of("hopper:0")
        scene.settles = True
        scene.model["simulation"]["end_time"] *= 0.05
        less = reduce(engine, scene, "does not settle", budget=40)
        self.assertEqual(len(less.model["bodies"]), 1)


if __name__ == "__main__":
    ABUT, FOLDER = os.path.abspath(sys.argv[1]), sys.argv[2]
    unittest.main(argv=sys.argv[:1])
