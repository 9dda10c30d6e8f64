# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import pickle
import threading

import numpy as np
import pytest

import abut

STIFFNESS = 1e6


def spring(c):
    return STIFFNESS * c.depth, STIFFNESS, 0.0, 0.5 * STIFFNESS * c.depth**2


def model_of(values, laws, friction="none", **more):
    values["contacts"] = [{"between": ["ground", "ball"], "normal": "grip", "friction": friction,
                           "restitution": 1}]
    values["simulation"] = {"end_time": 1.0, "tolerance": 1e-8}
    return abut.Model.from_dict(values, laws=laws, **more)


def test_a_spring_of_python_is_the_closed_form(ball_values):
    s = abut.Simulation(model_of(ball_values, {"grip": spring}))
    events = list(s.events())
    assert [e.kind for e in events[:2]] == ["touch", "release"]
    mass = 7850 * 4 / 3 * np.pi * 0.1**3
    # half a swing of a spring, with the weight beside it; the second term is its first order
    omega = np.sqrt(STIFFNESS / mass)
    v = np.sqrt(2 * 9.81 * 0.9)
    expected = (np.pi + 2 * np.arctan(9.81 / (omega * v))) / omega
    assert events[1].time - events[0].time == pytest.approx(expected, rel=1e-6)
    assert s.energy.balance == pytest.approx(mass * (9.81 * 1.0 + 0.125), rel=1e-6)


def test_what_a_law_is_asked_has_names(ball_values):
    seen = []

    def grip(c):
        seen.append((c.depth, c.rate, c.start_speed, c.radius, c.time, c.point))
        return spring(c)

    s = abut.Simulation(model_of(ball_values, {"grip": grip}))
    s.advance(0.45)
    depth, rate, start_speed, radius, time, point = seen[len(seen) // 2]
    assert depth > 0 and abs(rate) < 5 and start_speed == pytest.approx(np.sqrt(2 * 9.81 * 0.9))
    assert radius == pytest.approx(0.1) and 0.42 < time < 0.46 and len(point) == 3


def test_friction_may_be_a_function_too(ball_values):
    def brake(c):
        return tuple(-2.0 * v for v in c.slip)

    m = model_of(ball_values, {"grip": spring}, "brake", friction_laws={"brake": brake})
    s = abut.Simulation(m)
    s.advance(1.0)
    assert s["ball"].velocity[0] < 0.5 and s.energy.sliding_friction > 0


class Unhappy(Exception):
    pass


@pytest.mark.parametrize("answer", [lambda c: 1 / 0, lambda c: "much", lambda c: None,
                                    lambda c: (1, 2, 3, 4, 5, 6)])
def test_what_a_law_raises_is_what_the_user_sees(ball_values, answer):
    s = abut.Simulation(model_of(ball_values, {"grip": answer}))
    with pytest.raises((ZeroDivisionError, TypeError)):
        s.advance(1.0)
    assert 0.4 < s.time < 0.45
    assert s["ball"].position[2] == pytest.approx(0.1, abs=1e-3)


def test_the_first_exception_counts_and_has_its_traceback(ball_values):
    def grip(c):
        raise Unhappy("at %g s" % c.time)

    s = abut.Simulation(model_of(ball_values, {"grip": grip}))
    with pytest.raises(Unhappy, match="at 0.42") as caught:
        s.advance(1.0)
    assert caught.traceback[-1].name == "grip"
    with pytest.raises(Unhappy):
        abut.Simulation(s.model).run()


def test_a_simulation_may_have_another_function(ball_values):
    m = model_of(ball_values, {"grip": spring})
    soft, hard = abut.Simulation(m), abut.Simulation(m)
    soft.law("grip", lambda c: 1e5 * c.depth)
    for s in (soft, hard):
        s.advance(0.5)
    assert soft.statistics["worst_depth"] > 2 * hard.statistics["worst_depth"]
    with pytest.raises(KeyError):
        soft.law("other", spring)


def test_laws_of_a_module_are_pickled_with_the_model(ball_values):
    s = abut.Simulation(model_of(ball_values, {"grip": spring}))
    s.advance(0.5)
    again = pickle.loads(pickle.dumps(s))
    for one in (s, again):
        one.advance(1.0)
    assert s.state.tobytes() == again.state.tobytes()


def test_a_rollout_takes_laws_of_python(ball_values):
    m = model_of(ball_values, {"grip": spring})
    one, two = (abut.rollout(m, {"gravity.2": [-9.81, -5.0, -2.0]}, threads=n,
                             outputs=["ball.position.z"]) for n in (1, 3))
    assert (one.status == 0).all() and one.values.tobytes() == two.values.tobytes()

    def fails(c):
        raise Unhappy

    with pytest.raises(Unhappy):
        abut.rollout(model_of(ball_values, {"grip": fails}), {"gravity.2": [-9.81, -9.0]},
                     threads=2, outputs=["ball.position.z"])


def test_simulations_with_laws_run_in_threads(ball_values):
    m = model_of(ball_values, {"grip": spring})
    simulations = [abut.Simulation(m) for _ in range(4)]
    threads = [threading.Thread(target=s.advance, args=(1.0,)) for s in simulations]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({s.state.tobytes() for s in simulations}) == 1 and simulations[0].time == 1.0


def test_a_name_that_nobody_knows_is_a_problem_of_the_model(ball_values):
    with pytest.raises(abut.ModelError, match="grip"):
        model_of(ball_values, {})
    with pytest.raises(abut.UsageError):
        model_of(ball_values, {"grip": 7})


def test_a_force_that_is_no_number_names_the_pair(ball_values):
    s = abut.Simulation(model_of(ball_values, {"grip": lambda c: float("nan")}))
    with pytest.raises(abut.NumericsError, match="grip|callback") as caught:
        s.advance(1.0)
    assert caught.value.pair == ("ground", "ball") and caught.value.time == s.time
