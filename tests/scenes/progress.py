# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Models that located events get through only with effort: what is asked of each, and what is measured.

A row is (what, asked, measured, whether it holds). Times are processor time by second of the scene.
"""

import json
import math
import os
import re
import resource
import subprocess

from engine import remove_record

PLATE = """
materials: {m: {density: 1000}}
pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]
bodies:
  plate: {mobility: prescribed, motion: {ry: 0.4*t}, shapes: [{plane: {}, material: m}]}
  block: {position: [0.25, 0, 0.03], velocity: [0.012, 0, -0.1], angular_velocity: [0, 0.4, 0], shapes: [{box: {size: [0.2, 0.1, 0.06]}, material: m}]}
contacts: [{between: [all, all], normal: {law: rigid}, friction: coulomb}]
simulation: {end_time: 1, tolerance: TOLERANCE}
"""
CRATE = """
materials: {m: {density: 600}}
pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.4, static_friction: 0.5}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}
  crate: {position: [0, 0, 0.1], velocity: [1, 0, 0], shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: m}]}
contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]
simulation: {end_time: 1}
"""
BALL = """
materials: {s: {youngs_modulus: 2.0e11, poissons_ratio: 0.3, density: 8000}}
pairs: [{materials: [s, s], restitution: 0.7, sliding_friction: 0.5, rolling_resistance: 0.001}]
bodies:
  ground: {mobility: fixed, shapes: [{box: {size: [3, 3, 0.2]}, position: [0, 0, -0.2], material: s}]}
  sphere: {position: [PLACE, 0, 1], mass: 0.001, inertia: [4e-6, 4e-6, 4e-6], shapes: [{sphere: {radius: 0.1}, material: s}]}
simulation: {end_time: 3, tolerance: 1e-8}
"""
TOWER = """
materials: {m: {density: 1200}}
pairs: [{materials: [m, m], restitution: 0.2, sliding_friction: 0.83}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}
  b0: {position: [0.0024, -0.0023, 0.014129], shapes: [{cylinder: {radius: 0.05, length: 0.028248}, material: m}]}
  b1: {position: [-0.004, 0.0005, 0.044135], shapes: [{box: {size: [0.1, 0.1, 0.031754]}, material: m}]}
  b2: {position: [0.0041, 0.0042, 0.102488], shapes: [{cylinder: {radius: 0.05, length: 0.084942}, material: m}]}
  b3: {position: [0.004, 0.0048, 0.178037], shapes: [{cylinder: {radius: 0.05, length: 0.066146}, material: m}]}
  b4: {position: [0.0007, -0.0027, 0.259917], shapes: [{box: {size: [0.1, 0.1, 0.097605]}, material: m}]}
contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: STIFFNESS}, friction: {law: coulomb}}]
simulation: {end_time: 2, tolerance: 1e-5}
"""
CAPSULE = """
materials: {s: {youngs_modulus: 1.0e10, poissons_ratio: 0.3, density: 700}}
pairs: [{materials: [s, s], restitution: 0.5, sliding_friction: 0.3}]
bodies:
  g: {mobility: fixed, shapes: [{plane: {}, material: s}]}
  a: {position: [0, 0, 0.3], rotation: [0.7, 0.4, 0], velocity: [0.5, 0, 0], angular_velocity: [3, 2, 1], shapes: [{capsule: {radius: 0.02, length: 0.06}, material: s}]}
contacts: [{between: [all, all], normal: {law: elastic}, friction: {law: dynamic_only}}]
simulation: {end_time: 2, tolerance: 1.0e-7}
"""
CYLINDERS = """
materials: {m: {}}
pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.3}]
bodies:
  low: {mobility: fixed, shapes: [{cylinder: {radius: 0.2, length: 0.1}, position: [0, 0, -0.05], material: m}]}
  up: {position: [0.02, 0.01, 0.056], orientation: [0.7193398003386512, 0.6946583704589973, 0, 0], mass: 1, inertia: [2e-3, 2e-3, 2e-3], shapes: [{cylinder: {radius: 0.05, length: 0.1}, material: m}]}
contacts: [{between: [low, up], normal: {law: hunt_crossley, stiffness: 1e7}, friction: regularized}]
simulation: {end_time: 2}
"""
RING = """
materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 2000}}
pairs: [{materials: [m, m], restitution: 0.2}]
bodies:
  ring: {mobility: fixed, shapes: [{torus: {ring_radius: 0.12, tube_radius: 0.04}, material: m}]}
  ball: {position: [0, 0, 0.0722], shapes: [{sphere: {radius: 0.1}, material: m}]}
contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 1e7}}]
simulation: {end_time: 1}
"""
ROLLING = """
materials: {w: {density: 700}}
pairs: [{materials: [w, w], restitution: 0, sliding_friction: 0.3}]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: w}]}
  a: {position: [0, 0, 0.004967544], orientation: [0.5688283781364594, -0.6663862575260435, 0.19365151870718278, -0.4414325784414653], velocity: [-1.841992794, 1.304090265, 0], angular_velocity: [-49.473768803, -21.842796321, -44.333274602], shapes: [{torus: {ring_radius: 0.003638245, tube_radius: 0.001231897}, material: w}]}
contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]
simulation: {end_time: 2, tolerance: 1.0e-7}
"""
PULLED = """
materials: {m: {density: 1000}}
pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.2, static_friction: 0.4}]
bodies:
  floor: {mobility: fixed, shapes: [{box: {size: [4, 4, 0.2]}, material: m, position: [0, 0, -0.1]}]}
  block: {position: [0, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}
forces: [{name: pull, type: applied, between: [world, block], fx: "2*max(t - 0.5, 0)"}]
contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]
simulation: {end_time: 3}
"""
FLAT = RING.replace("torus: {ring_radius: 0.12, tube_radius: 0.04}", "plane: {}").replace(
    "sphere: {radius: 0.1}", "box: {size: [0.1, 0.1, 0.1]}").replace("hunt_crossley, stiffness: 1e7", "flores")


class Bench:
    """Runs models given as texts; `seconds` is the processor time that a run may take."""

    def __init__(self, abut, work, seconds):
        self.abut, self.seconds = abut, seconds
        os.makedirs(work, exist_ok=True)
        self.model, self.record = os.path.join(work, "progress.yaml"), os.path.join(work, "progress.abut.db")

    def call(self, *words):
        limit = int(self.seconds) + 1
        return subprocess.run([self.abut, *words], capture_output=True, text=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))

    def write(self, text, gravity=9.81):
        with open(self.model, "w", encoding="utf-8") as file:
            file.write(f"abut: 1\ngravity: [0, 0, -{gravity}]\n" + text)

    def run(self, text, **changes):
        """Processor time [s], exit code, statistics."""
        for word, value in changes.items():
            text = text.replace(word.upper(), str(value))
        self.write(text)
        remove_record(self.record)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code = self.call("run", "-q", "-o", self.record, self.model).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        told = self.call("info", "record", "--json", self.record).stdout if code == 0 else "{}"
        return cpu, code, json.loads(told or "{}").get("statistics", {})

    def events(self, kind):
        """Times of the events of a kind in the last record."""
        text = self.call("info", "events", self.record).stdout
        return [float(line.split()[0]) for line in text.splitlines() if re.match(rf"\S+\s+{kind}\b", line)]


def time_row(bench, what, text, end, most):
    cpu, code, _ = bench.run(text)
    return what, f"at most {most} s by second", f"{cpu / end:.2f} s" if code == 0 else "does not end", code == 0 and cpu / end <= most


def rows_of(bench):
    # sin a - mu cos a = -(w^2/g) (x + mu z): weight, friction and what keeps the block on its circle
    circle = 0.4 ** 2 / 9.81 * (0.25 + 0.3 * 0.03)
    start = (math.atan(0.3) - math.asin(circle / math.sqrt(1 + 0.3 ** 2))) / 0.4
    for tolerance, near in ((1e-4, 1e-3), (1e-6, 1e-4)):
        cpu, code, _ = bench.run(PLATE, tolerance=tolerance)
        slips = bench.events("slip")
        off = abs(slips[0] - start) if slips else 1.0
        yield (f"block on a plate that tilts slips, tolerance {tolerance:g}", f"at {start:.6f} s within {near:g}, at most 0.1 s of computing",
               f"{slips[0]:.6f} s, {cpu:.2f} s" if slips else "no slip", code == 0 and off <= near and cpu <= 0.1)
    bench.run(CRATE)
    sticks = bench.events("stick")
    yield ("crate comes to rest, more friction at rest", "one stick at 0.254842 s within 1e-6",
           ", ".join(f"{t:.7f} s" for t in sticks) or "none", len(sticks) == 1 and abs(sticks[0] - 0.254842) <= 1e-6)
    steps = [bench.run(BALL, place=x)[2].get("steps", 0) for x in (0.0, 0.1)]
    yield ("light ball dropped at x = 0 and 0.1 m", "steps within 10 %", f"{steps[0]} and {steps[1]}",
           min(steps) > 0 and max(steps) <= 1.1 * min(steps))
    towers = [bench.run(TOWER, stiffness=k) for k in (1.2e8, 1.2e10, 1.2e12, 1.2e14)]
    steps = [tower[2].get("steps", 0) for tower in towers]
    yield ("tower of five, stiffness 1.2e8 times 1, 1e2, 1e4, 1e6", "steps within a factor 2", ", ".join(map(str, steps)),
           min(steps) > 0 and max(steps) <= 2 * min(steps))
    slowest = max(tower[0] for tower in towers) / 2
    yield ("the same towers", "at most 0.5 s by second", f"{slowest:.2f} s", min(steps) > 0 and slowest <= 0.5)
    yield time_row(bench, "elastic capsule that bounces and rolls", CAPSULE, 2, 0.3)
    yield time_row(bench, "cylinder on the end of a cylinder", CYLINDERS, 2, 0.3)
    yield time_row(bench, "ball on a ring, touching all round", RING, 1, 0.3)
    yield time_row(bench, "torus that rolls and slides", ROLLING, 2, 0.2)
    bench.run(PULLED)
    slips = bench.events("slip")
    force = 2.0 * (slips[0] - 0.5) if slips else 0.0
    limit = 0.4 * 9.81
    yield ("block pulled harder and harder slips", f"at {limit:.3f} N within 0.5 %", f"{force:.4f} N", abs(force - limit) <= 0.005 * limit)
    _, code, statistics = bench.run(FLAT)
    yield ("flat on flat by a law of curvature, flores", "refused, or computed with its face for a radius",
           f"exit code {code}, {statistics.get('steps', 0)} steps", code in (0, 3))


def table(engine):
    """Lines of a page."""
    yield "| what | asked | measured | holds |"
    yield "| --- | --- | --- | --- |"
    for what, asked, measured, holds in rows_of(Bench(engine.abut, engine.folder, engine.cpu)):
        yield f"| {what} | {asked} | {measured} | {'yes' if holds else '**no**'} |"
