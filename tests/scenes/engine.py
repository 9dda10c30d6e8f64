# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the command on a model and reads the record it leaves."""

import os
import resource
import signal
import sqlite3
import struct
import subprocess
import threading

from rotations import add, turn

ENERGY = ("kinetic", "gravity", "springs", "contacts", "contact_damping", "sliding_friction",
          "rolling_resistance", "dampers", "applied_work", "drive_work")
STORED, LOSSES, WORKS = slice(0, 4), slice(4, 8), slice(8, 10)


class Run:
    """A run and its record: exit code, message, and the frames as lists."""

    def __init__(self):
        self.code, self.signal, self.cpu, self.message = None, None, 0.0, ""
        self.times, self.states, self.energies, self.contacts = [], [], [], []
        self.joint_loads, self.force_loads = [], []
        self.bodies, self.joints, self.forces, self.events = {}, [], [], []
        self.result, self.warnings = {}, []
        self.is_readable = False

    @property
    def reached(self):
        return self.times[-1] if self.times else 0.0

    @property
    def steps(self):
        return int(self.result.get("steps", 0)) + int(self.result.get("rejected", 0))

    def state(self, name, frame=-1):
        """The 13 numbers of a body: position, quaternion, velocity, angular velocity."""
        start = 13 * (self.bodies[name]["id"] - 1)
        return self.states[frame][start:start + 13]

    def position(self, name, frame=-1):
        return list(self.state(name, frame)[0:3])

    def center(self, name, frame=-1):
        """Its centre of mass."""
        row, state = self.bodies[name], self.state(name, frame)
        return add(list(state[0:3]), turn(list(state[3:7]), [row["center_x"], row["center_y"], row["center_z"]]))

    def velocity(self, name, frame=-1):
        return list(self.state(name, frame)[7:10])

    def spin(self, name, frame=-1):
        return list(self.state(name, frame)[10:13])

    def frame_at(self, time):
        return min(range(len(self.times)), key=lambda i: abs(self.times[i] - time))

    def mass(self, name):
        return self.bodies[name]["mass"]

    def contact_force(self, a, b, frame=-1):
        """Force of all contacts of a on b."""
        total = [0.0, 0.0, 0.0]
        for first, second, force in self.contacts[frame]:
            sign = 1 if (first, second) == (a, b) else -1 if (first, second) == (b, a) else 0
            total = [t + sign * f for t, f in zip(total, force["force"])]
        return total

    def mean_contact_force(self, a, b, share=0.25):
        """Its mean over the last share of the run."""
        first = int((1 - share) * len(self.times))
        rows = [self.contact_force(a, b, frame) for frame in range(first, len(self.times))]
        return [sum(row[k] for row in rows) / len(rows) for k in range(3)]

    def joint_load(self, name, frame=-1):
        """Force and torque of a joint on its second body."""
        place = next(i for i, joint in enumerate(self.joints) if joint["name"] == name)
        return self.joint_loads[frame][6 * place:6 * place + 6]

    def force_load(self, name, frame=-1):
        place = next(i for i, force in enumerate(self.forces) if force["name"] == name)
        return self.force_loads[frame][6 * place:6 * place + 6]

    def total(self, frame=-1):
        return sum(self.energies[frame][STORED])


def doubles(blob):
    return struct.unpack(f"<{len(blob) // 8}d", blob) if blob else ()


def read_record(run, path):
    try:
        # a run that was killed leaves its journal; reading needs to replay it
        base = sqlite3.connect(path)
        base.row_factory = sqlite3.Row
        names = {0: "world"}
        for row in base.execute("SELECT * FROM bodies ORDER BY id"):
            names[row["id"]] = row["name"]
            run.bodies[row["name"]] = dict(row)
        for table, rows in (("joints", run.joints), ("forces", run.forces)):
            rows += [dict(row, a=names[row["body_a"]], b=names[row["body_b"]])
                     for row in base.execute(f"SELECT * FROM {table} ORDER BY id")]
        for row in base.execute("SELECT * FROM frames ORDER BY idx"):
            run.times.append(row["time"])
            run.states.append(doubles(row["bodies"]))
            run.energies.append(doubles(row["energy"]))
            run.joint_loads.append(doubles(row["joints"]))
            run.force_loads.append(doubles(row["loads"]))
            run.contacts.append([])
        for row in base.execute("SELECT * FROM contacts ORDER BY frame, idx"):
            if row["frame"] < len(run.contacts):
                keep = {"shapes": (row["shape_a"], row["shape_b"]),
                        "force": [row["force_x"], row["force_y"], row["force_z"]],
                        "normal": row["normal_force"], "depth": row["depth"],
                        "energy": row["energy"], "state": row["state"]}
                run.contacts[row["frame"]].append((names[row["body_a"]], names[row["body_b"]], keep))
        for row in base.execute("SELECT time, kind, body_a, body_b, shape_a, shape_b, speed, impulse "
                                "FROM events ORDER BY idx"):
            run.events.append(dict(row, a=names[row["body_a"]], b=names[row["body_b"]]))
        run.result = {row["key"]: row["value"] for row in base.execute("SELECT * FROM result")}
        run.warnings = [row["text"] for row in base.execute("SELECT text FROM warnings ORDER BY idx")]
        base.close()
        run.is_readable = True
    except (sqlite3.Error, struct.error, KeyError) as error:
        run.message += f" [record: {error}]"


def remove_record(path):
    for end in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(path + end):
            os.remove(path + end)


class Engine:
    """The command under test, a folder to work in, and the bounds of work."""

    def __init__(self, abut, folder, cpu=20.0, steps=200000):
        self.abut, self.folder, self.cpu, self.steps = os.path.abspath(abut), folder, cpu, steps
        os.makedirs(folder, exist_ok=True)

    def call(self, words, stop_after=None):
        """The command with these words: code, signal, seconds of processor time, messages.
        A limit of processor time ends it; `stop_after` seconds of that time it is asked to stop."""
        def limit():
            seconds = int(self.cpu) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))

        process = subprocess.Popen([self.abut] + words, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, preexec_fn=limit, cwd=self.folder)

        def tell(number):  # Popen.send_signal would take the end of the process away from wait4 below
            try:
                os.kill(process.pid, number)
            except ProcessLookupError:
                pass

        timers = [threading.Timer(60 + 30 * self.cpu, tell, (signal.SIGKILL,))]  # what sleeps for ever
        if stop_after is not None:
            timers.append(threading.Timer(stop_after, tell, (signal.SIGINT,)))
        for timer in timers:
            timer.start()
        text = process.stdout.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        for timer in timers:
            timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        return process.returncode, usage.ru_utime + usage.ru_stime, text

    def paths(self, name):
        stem = os.path.join(self.folder, name.replace(":", "_"))
        return stem + ".yaml", stem + ".abut.db"

    def check(self, scene):
        """The message of a model that `abut check` refuses, else nothing."""
        model, _ = self.paths(scene.name)
        with open(model, "w", encoding="utf-8") as file:
            file.write(scene.text())
        code, _, text = self.call(["check", model])
        return "" if code == 0 else f"check ends with {code}: {text.strip()}"

    def run(self, scene, settings=(), keep=False):
        model, record = self.paths(scene.name)
        remove_record(record)
        with open(model, "w", encoding="utf-8") as file:
            file.write(scene.text())
        words = ["run", "-q", "-o", record]
        for setting in (f"simulation.max_steps={self.steps}",) + tuple(settings):
            words += ["--set", setting]
        run = Run()
        code, run.cpu, run.message = self.call(words + [model])
        run.code, run.signal = (code, None) if code >= 0 else (None, signal.Signals(-code).name)
        if os.path.exists(record):
            read_record(run, record)
        if not keep:
            remove_record(record)
        return run
