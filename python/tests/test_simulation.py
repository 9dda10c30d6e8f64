# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import abut


def test_advancing_in_parts_gives_the_same_bits(ball):
    once, parts = abut.Simulation(ball), abut.Simulation(ball)
    once.advance(3.0)
    for k in range(1, 101):
        parts.advance(0.03 * k)
        parts.energy, parts.contacts
    parts.advance(3.0)
    assert once.state.tobytes() == parts.state.tobytes()


def test_the_ball_falls_as_it_must(ball):
    s = abut.Simulation(ball)
    s.advance(0.4)
    # free fall, within the tolerance of the run
    assert s["ball"].position[2] == pytest.approx(1.0 - 0.5 * 9.81 * 0.16, rel=1e-8)
    assert s["ball"].velocity == pytest.approx([0.5, 0.0, -9.81 * 0.4], rel=1e-8)
    assert s["ball"].orientation == pytest.approx([1, 0, 0, 0])


def test_options_replace_those_of_the_model(ball):
    s = abut.Simulation(ball, tolerance=1e-5, end_time=0.5)
    s.advance(10.0)
    assert s.time == 0.5
    assert abut.Simulation(ball).model is ball
    with pytest.raises(abut.Error):
        abut.Simulation(ball, tolerence=1e-5)


def test_events_stop_at_their_instant(ball):
    s = abut.Simulation(ball)
    seen = []
    for event in s.events(until=1.2):
        assert s.time == event.time
        seen.append((event.kind, event.time))
        if event.kind == "touch":  # the ball just reaches the ground
            assert s["ball"].position[2] == pytest.approx(0.1, abs=1e-11)
    assert [kind for kind, _ in seen] == ["touch", "release", "touch", "release"]
    assert s.time == 1.2
    plain = abut.Simulation(ball)
    plain.advance(1.2)
    assert plain.state.tobytes() == s.state.tobytes()


def test_events_of_a_step_under_way_are_not_lost(ball):
    s = abut.Simulation(ball)
    s.advance(0.4)  # inside a step that may end with the touch
    assert [event.kind for event in s.events(until=0.45)] == ["touch", "release"]


def test_energy_is_kept(ball):
    s = abut.Simulation(ball)
    before = s.energy.balance
    s.advance(3.0)
    assert s.energy.balance == pytest.approx(before, rel=1e-6)
    assert s.energy.contact_damping > 0.0
    assert s.statistics["events"]["touch"] > 5 and s.statistics["steps"] > 100


# ---- views ----


def test_the_state_is_one_array_for_ever(ball):
    s = abut.Simulation(ball)
    view = s.state
    position = s["ball"].position
    address = view.__array_interface__["data"][0]
    for k in range(1, 1001):
        s.advance(0.001 * k)
        assert s.state.__array_interface__["data"][0] == address
    assert s.state is view and np.shares_memory(view, position)
    assert position[2] != 1.0
    assert view.shape == (2, 13) and not view.flags.writeable
    with pytest.raises(ValueError):
        view[0, 0] = 1.0


def test_a_view_outlives_its_simulation(ball):
    s = abut.Simulation(ball)
    s.advance(0.5)
    view, position = s.state, s["ball"].position
    contacts = s.contacts
    kept = view.copy()
    del s
    rubbish = [abut.Simulation(ball) for _ in range(50)]
    assert (view == kept).all() and (position == kept[1, :3]).all()
    assert len(contacts) == 0
    del rubbish


def test_contacts_are_live_while_they_are_looked_at(ball):
    s = abut.Simulation(ball)
    s.advance(0.4286)  # within the first impact
    contacts = s.contacts
    assert len(contacts) == 1
    assert (contacts["body_a"][0], contacts["body_b"][0]) == (0, 1)
    before = contacts["normal_force"][0]
    assert before > 1e3 and contacts["depth"][0] > 0
    s.advance(0.4288)
    assert contacts["normal_force"][0] != before
    s.advance(0.6)
    assert contacts["normal_force"][0] == 0.0 and len(s.contacts) == 0
    assert contacts["force"].shape == (1, 3) and not contacts.flags.writeable


def test_more_contacts_take_a_larger_block_and_old_views_stay(models):
    values = {
        "gravity": [0, 0, -9.81],
        "materials": {"steel": {"youngs_modulus": 1e8, "poissons_ratio": 0.3, "density": 7850}},
        "pairs": [{"materials": ["steel", "steel"], "restitution": 0.5, "sliding_friction": 0.3}],
        "bodies": {"ground": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "steel"}]},
                   **{f"ball_{i}": {"position": [i, 0, 0.0999 if i < 5 else 0.1001 + 1e-6 * i],
                                    "shapes": [{"sphere": {"radius": 0.1}, "material": "steel"}]}
                      for i in range(40)}},
        "simulation": {"end_time": 1.0, "tolerance": 1e-4},
    }
    s = abut.Simulation(abut.Model.from_dict(values))
    s.advance(0.0)
    old = s.contacts
    assert len(old) == 5
    s.advance(0.006)
    new = s.contacts
    assert len(new) > 16 and not np.shares_memory(old, new)
    shown = old.copy()
    s.advance(0.2)
    assert old.tobytes() == shown.tobytes()


# ---- changes ----


def test_threads_change_no_bit():
    bodies = {"floor": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "m"}]}}
    for k in range(600):
        place = [0.1 * (k % 10), 0.1 * (k // 10 % 10), 0.0499 + 0.0999 * (k // 100)]
        bodies[f"b{k}"] = {"position": place,
                           "shapes": [{"sphere": {"radius": 0.05}, "material": "m"}]}
    model = abut.Model.from_dict({
        "abut": 1,
        "gravity": [0, 0, -9.81],
        "materials": {"m": {"density": 1000}},
        "pairs": [{"materials": ["m", "m"], "restitution": 0, "sliding_friction": 0.4}],
        "contacts": [{"between": ["*", "*"], "normal": {"law": "rigid"}}],
        "simulation": {"method": "stepping", "step": 0.005, "end_time": 0.01, "tolerance": 1e-2},
        "bodies": bodies,
    })
    states = []
    for threads in (1, 2):
        s = abut.Simulation(model)
        s.set_threads(threads)
        s.advance(0.01)
        states.append(s.state.tobytes())
    assert states[0] == states[1]
    with pytest.raises(abut.UsageError):
        s.set_threads(65)


def test_values_pushes_and_states_are_set(ball):
    s = abut.Simulation(ball)
    s.set("gravity.2", 0)
    s.push("ball", [0.0, 0.0, 1.0])
    mass = 7850 * 4 / 3 * np.pi * 0.1**3
    assert s["ball"].velocity[2] == pytest.approx(1 / mass, rel=1e-12)
    s["ball"].velocity = [0, 0, 2.0]
    s["ball"].position = [0, 0, 5.0]
    s.advance(1.0)
    assert s["ball"].position == pytest.approx([0, 0, 7.0])
    with pytest.raises(abut.UsageError, match="shape"):
        s.set_state(np.zeros((3, 13)))
    with pytest.raises(abut.UsageError):
        s.set("no.such.thing", 1)
    with pytest.raises(abut.ModelError):
        s.set("pairs.0.restitution", 5)


def test_a_pull_is_a_spring(ball):
    s = abut.Simulation(ball)
    s.set("gravity.2", 0)
    s["ball"].velocity = [0, 0, 0]
    s.pull("ball", (1, 0, 1), stiffness=100.0, damping=200.0)
    s.advance(3.0)
    assert s["ball"].position[0] == pytest.approx(1.0, abs=0.3)
    s.let_go()


def test_distances_rays_and_names(ball):
    s = abut.Simulation(ball)
    assert s.distance("ground.plane", "ball.sphere").distance == pytest.approx(0.9)
    hit = s.ray((0, 0, 5), (0, 0, -1))
    assert hit is not None and hit.body == 1 and hit.distance == pytest.approx(3.9)
    assert s.ray((0, 0, 5), (0, 0, 1)) is None
    for call in (lambda: s["bell"], lambda: s.distance("a", "b"), lambda: s.joint("j")):
        with pytest.raises(KeyError):
            call()


# ---- checkpoints ----


@pytest.mark.parametrize("options", [{}, {"method": "stepping", "step": 0.001}, {"integrator": "bdf"}])
def test_what_is_saved_goes_on_with_the_same_bits(ball, options):
    s = abut.Simulation(ball, **options)
    for instant in (0.0, 0.2, 0.4286, 1.0):
        s.advance(instant)
        saved = s.save()
        shown = s.state.copy()
        s.advance(2.0)
        end = s.state.copy()
        s.restore(saved)
        assert s.time == instant and (s.state == shown).all()
        s.advance(2.0)
        assert (s.state == end).all()
        s.restore(saved)


def test_a_simulation_can_be_pickled_with_what_was_set(ball):
    s = abut.Simulation(ball)
    s.advance(0.5)
    s.set("pairs.0.restitution", 0.2)
    s.advance(0.7)
    again = pickle.loads(pickle.dumps(s))
    assert again.time == s.time
    s.advance(3.0)
    again.advance(3.0)
    assert s.state.tobytes() == again.state.tobytes()


def test_bytes_that_are_no_checkpoint_are_refused(ball, models):
    s = abut.Simulation(ball)
    saved = s.save()
    other = abut.Simulation(abut.Model.load(models / "gripper.yaml"))
    for bad in (b"", b"x" * 500, saved[:40], saved[:16]):
        with pytest.raises(abut.FileError):
            s.restore(bad)
    with pytest.raises(abut.FileError):
        other.restore(saved)


# ---- threads, signals, memory ----


def test_other_threads_run_meanwhile(bouncing):
    s = abut.Simulation(bouncing)
    count, stop = [0], threading.Event()

    def work():
        while not stop.is_set():
            count[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=work)
    thread.start()
    before = count[0]
    s.advance(300.0)
    during = count[0] - before
    stop.set()
    thread.join()
    assert during > 100


def test_a_simulation_that_computes_refuses_other_threads(bouncing):
    s = abut.Simulation(bouncing)
    thread = threading.Thread(target=lambda: s.advance(300.0))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            s.energy
        except abut.UsageError:
            refused += 1
    thread.join()
    assert refused > 0 and s.time == 300.0


def test_control_c_stops_within_50_ms_and_it_goes_on(bouncing):
    s = abut.Simulation(bouncing)
    waits = []
    for _ in range(5):
        sent = []

        def send():
            time.sleep(0.1)
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=send)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            s.advance(1e6)
        waits.append(time.perf_counter() - sent[0])
        thread.join()
    assert min(waits) < 0.05  # others may use the machine, so the best counts
    reached = s.time
    assert 0.0 < reached < 1e6 and s["ball"].position[0] == pytest.approx(0.5 * reached, rel=0.5)
    plain = abut.Simulation(bouncing)
    s.advance(reached + 1.0)
    plain.advance(reached + 1.0)
    assert plain.state.tobytes() == s.state.tobytes()


LIVES = """
import os, sys
sys.path.insert(0, sys.argv[1])
import abut
from conftest import BALL

model = abut.Model.from_dict(BALL)

def resident():  # bytes
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def live_once():
    s = abut.Simulation(model)
    s.advance(0.01)
    s.state, s.contacts, s.energy, s.statistics
    try:
        s.advance(0.0)
    except abut.UsageError:
        pass

for _ in range(2000):
    live_once()
before = resident()
for _ in range(10_000):
    live_once()
print(resident() - before)
"""


def test_ten_thousand_simulations_leave_no_memory_behind():
    # in a process of its own, whose heap nobody else uses
    done = subprocess.run([sys.executable, "-P", "-c", LIVES, pathlib.Path(__file__).parent],
                          capture_output=True, text=True, check=True)
    assert int(done.stdout) < 1_000_000


def test_numbers_that_cannot_go_on_tell_the_time(ball):
    s = abut.Simulation(ball, max_steps=20)
    with pytest.raises(abut.NumericsError, match="max_steps") as caught:
        s.advance(3.0)
    assert caught.value.time == s.time and caught.value.body is None


def test_numbers_that_grow_without_bound_name_the_body(ball_values):
    ball_values["simulation"]["tolerance"] = 1e-4
    ball_values["forces"] = [{"name": "wild", "type": "applied", "between": ["world", "ball"],
                              "fz": "1/(0.1 - time)^9"}]
    s = abut.Simulation(abut.Model.from_dict(ball_values))
    with pytest.raises(abut.NumericsError) as caught:
        s.advance(3.0)
    assert caught.value.body == "ball" and caught.value.pair is None
    assert caught.value.time == pytest.approx(0.1, abs=0.01)
