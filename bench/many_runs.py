#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""many_runs.py BUILD [CASES [ROUNDS]] - what many runs of models/hello.yaml cost beside the C interface: `abut.rollout`,
`abut sweep`; and how much faster two threads or two processes are. Run it with a Python that has abut (make
python). Everything is done in turn, ROUNDS times, and the least counts. Costs are processor times, which other
work on the machine hardly changes; how much faster two are is of the clock, and needs two free processors."""

import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import abut

TOP = pathlib.Path(__file__).resolve().parent.parent
HELLO = TOP / "models" / "hello.yaml"
OUTPUTS = ["ball.position.z", "ball.velocity"]
STUDY = """
abut_study: 1
model: {model}
parameters: {{pairs.0.restitution: {{from: 0.3, to: 0.9, count: {count}}}}}
outputs: {{{outputs}}}
"""


def processor_seconds():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measured(work):
    """Seconds of processors, of the clock."""
    before, begun = processor_seconds(), time.perf_counter()
    work()
    return processor_seconds() - before, time.perf_counter() - begun


class Bench:
    def __init__(self, build, folder, count):
        self.abut, self.folder, self.count = build / "apps/abut/abut", folder, count
        self.program = folder / "many_runs"
        libraries = next(line.split()[1:] for line in (build / "abut.pc").read_text().splitlines()
                         if line.startswith("Libs.private:"))
        subprocess.run(["cc", "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-O2", f"-I{TOP / 'include'}",
                        f"-I{build / 'generated'}", "-o", self.program, TOP / "bench/many_runs.c",
                        build / "libabut.a", *libraries], check=True)
        self.model = abut.Model.load(HELLO)
        self.restitutions = np.linspace(0.3, 0.9, count)
        for name, outputs in (("final", "z: final(ball.position.z)"),
                              ("force", 'peak: "max(contact(ground, ball).normal_force)"')):
            (folder / f"{name}.yaml").write_text(STUDY.format(model=HELLO, count=count, outputs=outputs))

    def by_c(self):
        seconds = float(subprocess.check_output([self.program, HELLO, str(self.count)]))
        return seconds, seconds

    def rollout(self, threads):
        return measured(lambda: abut.rollout(self.model, {"pairs.0.restitution": self.restitutions},
                                             outputs=OUTPUTS, threads=threads))

    def sweep(self, name, jobs):
        (self.folder / "out.db").unlink(missing_ok=True)
        command = [self.abut, "sweep", self.folder / f"{name}.yaml", "-q", "-j", str(jobs), "-o", self.folder / "out.db"]
        return measured(lambda: subprocess.run(command, check=True))

    def advance(self, threads):
        """Simulations of their own in Python threads, while another one counts."""
        simulations = [abut.Simulation(self.model) for _ in range(threads * self.count // 2)]
        stop, counted = threading.Event(), [0]

        def work(mine):
            for s in mine:
                s.advance(3.0)

        def count():
            while not stop.wait(0.001):
                counted[0] += 1

        counter = threading.Thread(target=count)
        workers = [threading.Thread(target=work, args=(simulations[i::threads],)) for i in range(threads)]

        def run():
            counter.start()
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            stop.set()
            counter.join()

        found = measured(run)
        assert counted[0] > 0
        return found


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    count, rounds = (int(word) for word in (sys.argv[2:] + ["1000", "5"][len(sys.argv) - 2:]))
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(build, pathlib.Path(name), count)
        ways = {
            "C interface": bench.by_c,
            "rollout, 1 thread": lambda: bench.rollout(1),
            "rollout, 2 threads": lambda: bench.rollout(2),
            "sweep -j 1, value at the end": lambda: bench.sweep("final", 1),
            "sweep -j 2, value at the end": lambda: bench.sweep("final", 2),
            "sweep -j 1, greatest force": lambda: bench.sweep("force", 1),
            "sweep -j 2, greatest force": lambda: bench.sweep("force", 2),
            "half of the runs, 1 Python thread": lambda: bench.advance(1),
            "all runs, 2 Python threads": lambda: bench.advance(2),
        }
        best = {way: (float("inf"), float("inf")) for way in ways}
        for _ in range(rounds):
            for way, run in ways.items():
                best[way] = tuple(map(min, best[way], run()))
        base = best["C interface"][0]
        print(f"| {count} runs | processors s | to the C interface | clock s |")
        print("| --- | --- | --- | --- |")
        for way, (processors, clock) in best.items():
            print(f"| {way} | {processors:.3f} | {processors / base:.3f} | {clock:.3f} |")


main()
