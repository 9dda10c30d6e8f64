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


def test_a_law_is_told_where_it_acts(ball_values):
    def grip(c):
        if c.rate != 0:  # not what the contact may get, at its start
            assert c.normal == pytest.approx((0, 0, 1)) and c.point_a[2] == pytest.approx(0, abs=1e-12)
            assert c.point_b[2] == pytest.approx(-c.depth, abs=1e-12)
            assert c.point_b[:2] == c.point_a[:2]
            assert c.side == -1 and c.corners == (-1, -1, -1) and not c.both_sides
            told.append(c.weights)
        return spring(c)

    told = []
    abut.Simulation(model_of(ball_values, {"grip": grip})).advance(0.45)
    assert len(told) > 10


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


# ---- many contacts in one call ----

def balls_on_a_plane(count, laws, **simulation):
    bodies = {"ground": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "steel"}]}}
    for i in range(count):
        bodies[f"ball_{i}"] = {"position": [0.3 * i, 0, 0.1 + 0.0005 * i],
                               "shapes": [{"sphere": {"radius": 0.1}, "material": "steel"}]}
    return abut.Model.from_dict({
        "gravity": [0, 0, -9.81], "bodies": bodies, "simulation": {"end_time": 0.5, "tolerance": 1e-8, **simulation},
        "materials": {"steel": {"density": 7850, "youngs_modulus": 2.1e11, "poissons_ratio": 0.3}},
        "contacts": [{"between": ["ground", "*"], "normal": "grip", "friction": "none", "restitution": 1}],
    }, laws=laws)


def boxes_on_a_plane(laws):
    bodies = {"ground": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "wood"}]}}
    for i in range(3):
        bodies[f"box_{i}"] = {"position": [0.5 * i, 0, 0.11 + 0.01 * i], "velocity": [0.3, 0, 0],
                              "shapes": [{"box": {"size": [0.2, 0.2, 0.2]}, "material": "wood"}]}
    return abut.Model.from_dict({
        "gravity": [0, 0, -9.81], "bodies": bodies, "simulation": {"end_time": 0.3, "tolerance": 1e-6},
        "materials": {"wood": {"density": 600, "youngs_modulus": 1e9, "poissons_ratio": 0.3}},
        "contacts": [{"between": ["ground", "*"], "normal": "grip", "friction": "regularized",
                      "restitution": 1, "sliding_friction": 0.2}],
    }, laws=laws)


@pytest.mark.parametrize("model", [lambda laws: balls_on_a_plane(7, laws), boxes_on_a_plane])
def test_many_contacts_in_one_call_have_the_bits_of_one_by_one(model):
    asked = []

    def grip(c):
        asked.append(len(c.depth))
        return spring(c)

    one, many = abut.Simulation(model({"grip": spring})), abut.Simulation(model({"grip": abut.vectorized(grip)}))
    for s in (one, many):
        s.advance(s.model.end_time)
    assert one.state.tobytes() == many.state.tobytes()
    assert one.statistics["evaluations"] == many.statistics["evaluations"]
    assert max(asked) >= 4, "they touch together at some time"


def test_many_contacts_in_one_call_have_the_bits_of_one_by_one_under_stepping():
    states = []
    for law in (spring, abut.vectorized(spring)):
        s = abut.Simulation(balls_on_a_plane(3, {"grip": law}, method="stepping", step=0.001))
        s.advance(0.3)
        states.append(s.state.tobytes())
    assert states[0] == states[1]


def test_what_a_law_of_many_is_asked_has_shapes():
    seen = []

    def grip(c):
        seen.append((c.depth.shape, c.rate.shape, c.start_speed.shape, c.radius.shape, c.area.shape, c.point.shape,
                     type(c.time), c.depth.flags.writeable))
        assert (c.depth > 0).all() and np.allclose(c.radius, 0.1)
        if (c.rate != 0).all():
            assert np.allclose(c.normal, (0, 0, 1)) and np.allclose(c.point_b[:, 2], -c.depth, atol=1e-12)
            assert c.corners.shape == c.weights.shape == (len(c.depth), 3) and (c.side == -1).all()
        return spring(c)

    abut.Simulation(balls_on_a_plane(4, {"grip": abut.vectorized(grip)})).advance(0.3)
    for n in (1, 4):
        assert ((n,), (n,), (n,), (n,), (n,), (n, 3), float, False) in seen


def test_two_laws_get_their_own_contacts():
    sizes = {"left": set(), "right": set()}

    def law(name, stiffness):
        def grip(c):
            sizes[name].add(len(c.depth))
            return stiffness * c.depth
        return grip

    values = {"gravity": [0, 0, -9.81], "simulation": {"end_time": 0.3},
              "materials": {name: {"density": 1000} for name in ("left", "right", "floor")},
              "bodies": {"ground": {"mobility": "fixed", "shapes": [{"plane": {}, "material": "floor"}]}},
              "contacts": [{"between": ["material:" + name, "ground"], "normal": name, "friction": "none"}
                           for name in ("left", "right")]}
    for i in range(5):
        values["bodies"][f"ball_{i}"] = {
            "position": [0.3 * i, 0, 0.1], "shapes": [{"sphere": {"radius": 0.1},
                                                       "material": "left" if i % 2 else "right"}]}
    plain = {"left": law("left", 1e5), "right": law("right", 2e5)}
    many = {name: abut.vectorized(law(name, k)) for name, k in (("left", 1e5), ("right", 2e5))}

    def single(stiffness):
        return lambda c: stiffness * c.depth

    plain = {"left": single(1e5), "right": single(2e5)}
    states = []
    for laws in (plain, many):
        s = abut.Simulation(abut.Model.from_dict(values, laws=laws))
        s.advance(0.3)
        states.append(s.state.tobytes())
    assert states[0] == states[1] and max(sizes["left"]) == 2 and max(sizes["right"]) == 3


@pytest.mark.parametrize("answer, says", [
    (lambda c: np.zeros(len(c.depth) + 1), r"force in the shape \(2,\).*1 contacts.*\(1,\)"),
    (lambda c: (c.depth, np.zeros((1, 1))), r"stiffness in the shape \(1, 1\)"),
    (lambda c: "much", "force 'much', which is not of real numbers"),
    (lambda c: 1j * c.depth, "not of real numbers"),
    (lambda c: (1, 2, 3, 4, 5, 6), "answered 6 values"),
    (lambda c: None, "None, which is not"),
])
def test_a_wrong_answer_of_a_law_of_many_is_told(answer, says):
    s = abut.Simulation(balls_on_a_plane(2, {"grip": abut.vectorized(answer)}))
    with pytest.raises((TypeError, abut.UsageError), match=says):
        s.advance(0.5)


def test_what_a_law_of_many_raises_is_what_the_user_sees():
    def grip(c):
        raise Unhappy

    s = abut.Simulation(balls_on_a_plane(2, {"grip": spring}))
    s.law("grip", grip, vectorized=True)
    with pytest.raises(Unhappy) as caught:
        s.advance(0.5)
    assert caught.traceback[-1].name == "grip"
    s = abut.Simulation(balls_on_a_plane(2, {"grip": abut.vectorized(lambda c: np.full(len(c.depth), np.nan))}))
    with pytest.raises(abut.NumericsError):
        s.advance(0.5)


def test_friction_cannot_be_vectorized(ball_values):
    law = abut.vectorized(lambda c: c.slip)
    with pytest.raises(abut.UsageError, match="brake.*only normal laws"):
        model_of(ball_values, {"grip": spring}, "brake", friction_laws={"brake": law})
    s = abut.Simulation(model_of(ball_values, {"grip": spring}, "brake", friction_laws={"brake": lambda c: (0, 0, 0)}))
    with pytest.raises(abut.UsageError, match="brake.*only normal laws"):
        s.law("brake", law.function, vectorized=True)
    with pytest.raises(abut.UsageError):
        abut.vectorized(7)


@abut.vectorized
def decorated(c):
    return spring(c)


@pytest.mark.parametrize("law", [decorated, abut.vectorized(spring)])
def test_laws_of_many_are_pickled(law):
    s = abut.Simulation(balls_on_a_plane(2, {"grip": law}))
    s.advance(0.1)
    again = pickle.loads(pickle.dumps(s))
    for one in (s, again):
        one.advance(0.5)
    assert s.state.tobytes() == again.state.tobytes()
