# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import abut


def test_a_file_is_read_with_values_replaced(models):
    m = abut.Model.load(models / "hello.yaml", set={"simulation.end_time": 1.5})
    assert m.bodies == ["ground", "ball"]
    assert m.shapes == ["ground.plane", "ball.sphere"]
    assert (m.start_time, m.end_time) == (0.0, 1.5)
    assert "ball.position" in m.outputs


def test_motionsolve_xml_is_read_too(models):
    assert abut.Model.load(models / "bouncing_ball.xml").bodies == ["Ground", "Ball"]


def test_a_dictionary_gives_the_bits_of_the_file(models, ball_values):
    ball_values["pairs"][0]["rolling_resistance"] = 0.001
    ball_values["contacts"] = [{"between": ["ground", "ball"], "normal": {"law": "elastic"},
                                "friction": {"law": "regularized"}}]
    states = []
    for m in (abut.Model.load(models / "hello.yaml"), abut.Model.from_dict(ball_values)):
        s = abut.Simulation(m)
        s.advance(3)
        states.append(s.state.tobytes())
    assert states[0] == states[1]


def test_arrays_and_numbers_of_numpy_are_values(ball_values):
    ball_values["bodies"]["ball"]["position"] = np.array([0.25, 0.0, 1.0])
    ball_values["simulation"]["end_time"] = np.float64(2.0)
    m = abut.Model.from_dict(ball_values)
    assert m.end_time == 2.0
    assert abut.Simulation(m)["ball"].position[0] == 0.25


def test_every_number_survives_to_its_last_bit(ball_values):
    x = np.nextafter(0.1, 1.0)
    ball_values["bodies"]["ball"]["position"] = [x, 1e-300, 1.0]
    assert abut.Simulation(abut.Model.from_dict(ball_values))["ball"].position[0] == x


@pytest.mark.parametrize("change, path", [
    (lambda v: v["bodies"]["ball"]["shapes"][0]["sphere"].update(radius=-1),
     "bodies.ball.shapes[0].sphere.radius"),
    (lambda v: v["bodies"]["ball"].update(positon=[0, 0, 1]), "bodies.ball.positon"),
    (lambda v: v["materials"]["steel"].update(density="heavy"), "materials.steel.density"),
    (lambda v: v["pairs"][0].update(restitution=7), "pairs[0].restitution"),
])
def test_a_problem_names_the_path_of_the_value(ball_values, change, path):
    change(ball_values)
    with pytest.raises(abut.ModelError) as caught:
        abut.Model.from_dict(ball_values)
    assert caught.value.path == path
    assert str(caught.value).startswith(path + ": ")


def test_a_problem_of_a_file_has_file_line_and_column(tmp_path):
    file = tmp_path / ("long_" * 30 + "wrong.yaml")
    file.write_text("abut: 1\nbodies:\n  ball: {positon: [0, 0, 1]}\n")
    with pytest.raises(abut.ModelError) as caught:
        abut.Model.load(file)
    error = caught.value
    assert (error.file, error.line, error.column) == (str(file), 3, 10)
    assert len(error.problems) >= 1 and "positon" in error.problems[0].text


def test_all_problems_come_at_once(ball_values):
    ball_values["bodies"]["ball"]["positon"] = 1
    ball_values["materials"]["steel"]["density"] = -1
    with pytest.raises(abut.ModelError) as caught:
        abut.Model.from_dict(ball_values)
    assert {problem.path for problem in caught.value.problems} == {
        "bodies.ball.positon", "materials.steel.density"}


def test_a_file_that_is_not_there_is_pythons_error():
    with pytest.raises(FileNotFoundError):
        abut.Model.load("nowhere.yaml")


def test_a_value_that_is_none_of_a_model_is_a_type_error(ball_values):
    ball_values["bodies"]["ball"]["position"] = object()
    with pytest.raises(TypeError, match="bodies.ball.position"):
        abut.Model.from_dict(ball_values)


def test_check_warns_of_what_does_nothing(ball_values, ball, models):
    assert ball.check() == []
    assert abut.check(models / "hello.yaml") == []
    ball_values["bodies"]["ball"]["shapes"][0]["sphere"]["radius"] = 1e-9
    ball_values["bodies"]["ball"]["position"] = [0, 0, 1]
    assert abut.Model.from_dict(ball_values).check() != []


def test_a_model_can_be_pickled(ball):
    again = pickle.loads(pickle.dumps(ball.replace({"simulation.end_time": 2.0})))
    assert again.bodies == ball.bodies and again.end_time == 2.0


def test_exceptions_can_be_pickled_and_are_of_their_kind(ball_values):
    error = abut.NumericsError("it ends", 1.5, "ball", ("ball", "ground"))
    again = pickle.loads(pickle.dumps(error))
    assert (again.time, again.body, again.pair, str(again)) == (1.5, "ball", ("ball", "ground"), "it ends")
    assert issubclass(abut.UsageError, ValueError) and issubclass(abut.FileError, OSError)
    assert issubclass(abut.ModelError, abut.Error)
