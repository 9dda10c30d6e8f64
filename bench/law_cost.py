#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""law_cost.py BUILD - what a contact law costs, as a table: one law, a linear spring, built in, as a
plug-in in C, in Python and in Python for all contacts in one call. Balls lie on a plane and swing on
their springs, so that all of them touch at all times. Run it with a Python that has abut (make python)
when the machine does nothing else: the least of three runs counts."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import abut

PLUGIN = """
#include "abut/user_code.h"
static void spring(const double *k, const double *memory, const abPluginContact *c, abPluginForce *out) {
    (void)memory;
    out->force = out->elastic = k[0] * c->depth, out->stiffness = k[0];
    out->energy = 0.5 * k[0] * c->depth * c->depth;
}
const abPluginLaw *abut_plugin_law(const char *name) {
    static const abPluginLaw law = {AB_PLUGIN_VERSION, "spring", 1, NULL, spring};
    return name != NULL ? &law : NULL;
}
"""
STIFFNESS = 1e4
LAWS = {"built in": f"{{law: impact, stiffness: {STIFFNESS}, exponent: 1}}",
        "plug-in in C": f"{{law: plugin, library: spring.so, name: spring, parameters: [{STIFFNESS}]}}",
        "Python": "mine", "Python, vectorized": "mine"}


def spring(c):
    return STIFFNESS * c.depth, STIFFNESS, 0.0, 0.5 * STIFFNESS * c.depth**2


def text(count, law):
    balls = "\n".join(f"  b{i}: {{position: [{0.3 * i}, 0, {0.0995 - 1e-6 * (i % 7)}], "
                      "shapes: [{sphere: {radius: 0.1}, mass: 1, material: m}]}" for i in range(count))
    return ("abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\nbodies:\n"
            "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n" + balls + "\ncontacts:\n"
            f"  - {{between: [ground, '*'], normal: {law}, friction: none, restitution: 1}}\n"
            "simulation: {end_time: 0.5, integrator: dormand_prince_5, tolerance: 1e-8, output_interval: 0.5}\n")


def microseconds(kind, count, abut_command, folder):
    """Of an evaluation, with all that a step does beside."""
    model = folder / "model.yaml"
    model.write_text(text(count, LAWS[kind]))
    if "Python" not in kind:
        said = subprocess.check_output([abut_command, "run", "--json", "-q", "--allow-code", model, "-o", folder / "x.db"])
        statistics = json.loads(said)["statistics"]
        seconds = statistics["seconds"]
    else:
        law = abut.vectorized(spring) if "vectorized" in kind else spring
        s = abut.Simulation(abut.Model.load(model, laws={"mine": law}))
        begun = time.process_time()
        s.advance(0.5)
        seconds, statistics = time.process_time() - begun, s.statistics
    return 1e6 * seconds / statistics["evaluations"]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "spring.c").write_text(PLUGIN)
        include = pathlib.Path(__file__).resolve().parent.parent / "include"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", f"-I{include}", "-o", folder / "spring.so", folder / "spring.c"],
                       check=True)
        print("| contacts | " + " | ".join(LAWS) + " |")
        print("| --- |" + " --- |" * len(LAWS))
        for count in (1, 10, 100, 500):
            best = [min(microseconds(kind, count, build / "apps/abut/abut", folder) for _ in range(3)) for kind in LAWS]
            print(f"| {count} | " + " | ".join(f"{value:.3g} us" for value in best) + " |", flush=True)


main()
