# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import time

import numpy as np
import pytest

import abut

CASES = 12
HEIGHTS = np.linspace(0.2, 2.0, CASES)
BOUNCES = np.linspace(0.1, 0.9, CASES)


def starts(ball):
    state = abut.Simulation(ball).state
    initial = np.repeat(state[None], CASES, axis=0)
    initial[:, 1, 2] = HEIGHTS
    return initial


def test_each_case_has_the_bits_of_a_single_run_for_any_number_of_threads(ball):
    initial = starts(ball)
    names = ["ball.position", "energy.kinetic"]
    given = {"pairs.0.restitution": BOUNCES}
    rollouts = [abut.rollout(ball, given, initial, until=1.0, outputs=names, threads=n)
                for n in (1, 2, 5)]
    first = rollouts[0]
    assert first.values.shape == (CASES, 101, 4) and first.time[-1] == 1.0
    assert first.columns == ["ball.position.x", "ball.position.y", "ball.position.z", "energy.kinetic"]
    assert (first.status == 0).all() and first.message == [""] * CASES
    assert not np.isnan(first.values).any()
    for other in rollouts[1:]:
        assert other.values.tobytes() == first.values.tobytes()
        assert other.time.tobytes() == first.time.tobytes()
    for i in (0, 5, CASES - 1):
        s = abut.Simulation(ball, end_time=1.0)
        s.set("pairs.0.restitution", BOUNCES[i])
        s.set_state(initial[i])
        assert (s.run().series(names) == first.values[i]).all()
    assert len({row.tobytes() for row in first.values}) == CASES


def test_a_bad_case_is_a_status_and_the_others_go_on(ball):
    r = abut.rollout(ball, {"pairs.0.restitution": [0.5, 7.0, 0.5]}, until=0.1,
                     outputs=["ball.position.z"], threads=2)
    assert r.status.tolist() == [0, 3, 0]
    assert "restitution" in r.message[1] and r.message[0] == ""
    assert np.isnan(r.values[1]).all() and not np.isnan(r.values[[0, 2]]).any()


def test_shapes_paths_and_names_are_checked_first(ball):
    for wrong in ({"initial": np.zeros((3, 13))}, {"initial": np.zeros((3, 5, 13))},
                  {"parameters": {"no.path": [1.0]}}, {"outputs": ["ball.wrong"]},
                  {"parameters": {"pairs.0.restitution": [1.0]}, "initial": np.zeros((2, 2, 13))}):
        with pytest.raises(abut.UsageError):
            abut.rollout(ball, **wrong)


def test_frames_at_events_have_no_rows_there(ball):
    with pytest.raises(abut.UsageError, match="output_events is not for rollouts"):
        abut.rollout(ball.replace({"simulation.output_events": True}))


def test_without_arguments_it_is_the_run(ball):
    r = abut.rollout(ball, outputs=["ball.position.z"])
    assert (r.values[0, :, 0] == abut.Simulation(ball).run()["ball.position.z"]).all()
    none = abut.rollout(ball, {"pairs.0.restitution": []}, outputs=["ball.position.z"])
    assert none.values.shape == (0, 301, 1)


def test_the_last_frame_is_at_the_end_whatever_the_interval(ball):
    r = abut.rollout(ball, until=0.105, outputs=["ball.position.z"])
    assert r.time[-1] == 0.105 and r.values.shape == (1, 12, 1)


def test_control_c_stops_a_rollout(bouncing):
    import os
    import signal
    import threading

    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        abut.rollout(bouncing, {"pairs.0.restitution": [1.0] * 8}, threads=2,
                     outputs=["ball.position.z"])
    assert time.perf_counter() - begun < 20.0
