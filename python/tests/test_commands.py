# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import abut

STUDY = """
abut_study: 1
model: {model}
parameters: {{pairs.0.restitution: {{values: {values}}}}}
outputs:
  height: final(ball.position.z)
  peak: "max(contact(ground, ball).normal_force)"
"""

pytestmark = pytest.mark.skipif("ABUT" not in os.environ, reason="the command is not built")


@pytest.fixture
def study(models, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(values):
        path = tmp_path / "study.yaml"
        path.write_text(STUDY.format(model=models / "hello.yaml", values=values))
        return path

    return write


def test_a_study_has_the_numbers_of_single_runs(models, study):
    results = abut.sweep(study("[0.3, 0.5, 0.9]"), jobs=2)
    assert results.path == "study.study.db" and len(results) == 3
    assert results.parameters == ["pairs.0.restitution"] and results.outputs == {"height": "m", "peak": "N"}
    assert results["pairs.0.restitution"].tolist() == [0.3, 0.5, 0.9] and results.done.all()
    for e, height in zip((0.3, 0.5, 0.9), results["height"]):
        run = abut.Simulation(abut.Model.load(models / "hello.yaml", set={"pairs.0.restitution": e})).run()
        assert run["ball.position.z"][-1] == height
    assert (results["peak"] > 5e5).all() and results.failures == []
    with pytest.raises(KeyError):
        results["no such"]
    with pytest.raises(abut.UsageError, match="report=True"):
        results.effects


def test_effects_come_with_a_report(study):
    results = abut.sweep(study("[0.3, 0.9]"), "out.db", report=True)
    heights = dict(zip(results["pairs.0.restitution"], results["height"]))
    effect = next(e for e in results.effects if e.output == "height")
    assert effect.effect == pytest.approx(abs(heights[0.9] - heights[0.3])) and effect.first is None


def test_bad_cases_are_failures_and_all_bad_is_an_error(study):
    results = abut.sweep(study("[0.3, 7]"), "some.db")
    assert results.done.tolist() == [True, False] and np.isnan(results["height"][1])
    (failure,) = results.failures
    assert failure.number == 1 and "restitution = 7" in failure.message
    with pytest.raises(abut.Error, match="restitution = 8"):
        abut.sweep(study("[8, 9]"), "all.db")
    with pytest.raises(abut.DifferentError, match="parameters.pairs.0.restitution was"):
        abut.sweep(study("[0.4]"), "some.db")


def test_words_and_shards(study, tmp_path):
    path = study("[0.3, 0.5, 0.9, 1]")
    text = path.read_text().replace("pairs.0.restitution: {values: [0.3, 0.5, 0.9, 1]}",
                                    "contacts.0.normal.law: {values: [elastic, hertz]}")
    path.write_text(text)
    for i in (1, 2):
        abut.sweep(path, f"part{i}.db", shard=f"{i}/2")
    whole = abut.sweep(path, "whole.db", merge=["part1.db", "part2.db"])
    assert whole["contacts.0.normal.law"].tolist() == ["elastic", "hertz"] and whole.number.tolist() == [0, 1]
    assert whole.info["program"] == f"abut {abut.__version__}"


def test_a_table_of_pandas(study):
    pytest.importorskip("pandas")
    table = abut.sweep(study("[0.3, 0.5]")).to_pandas()
    assert table.index.name == "number" and list(table["state"]) == ["done", "done"]


def test_other_files_are_no_study(models, tmp_path):
    for path in (models / "hello.yaml", tmp_path / "none.db"):
        with pytest.raises(abut.FileError):
            abut.Study(path)
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(abut.FileError, match="no results"):
        abut.Study(empty)


def test_suggestions_are_those_of_the_command(models, ball):
    found = abut.suggest(models / "hello.yaml", speed=2.0)
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"], pair["speed"]) == ("ground.plane", "ball.sphere", 2.0)
    other = abut.suggest(models / "hello.yaml", {"pairs.0.restitution": 0.4}, speed=2.0)["pairs"][0]
    assert other["asked_restitution"] == 0.4 and other["impact"]["damping"] > pair["impact"]["damping"]
    of_model = abut.suggest(ball.replace({"pairs.0.restitution": 0.4}), speed=2.0)["pairs"][0]
    assert of_model["asked_restitution"] == 0.4
    assert of_model["elastic"] == pytest.approx(other["elastic"])


def test_a_converted_model_gives_the_same_run(models, tmp_path):
    new = tmp_path / "new.yaml"
    with pytest.warns(UserWarning, match="Param_Transient"):
        written = abut.convert(models / "bouncing_ball.xml", new)
    assert written == new.read_text()
    states = []
    for path in (models / "bouncing_ball.xml", new):
        s = abut.Simulation(abut.Model.load(path))
        s.advance(s.model.end_time)
        states.append(s.state.tobytes())
    assert states[0] == states[1]


def test_modes_of_a_mesh(tmp_path):
    # a bar of six tetrahedra
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    cells = [(1, 2, 4, 8), (1, 4, 3, 8), (1, 3, 7, 8), (1, 7, 5, 8), (1, 5, 6, 8), (1, 6, 2, 8)]
    (tmp_path / "block.inp").write_text(
        "*NODE\n" + "".join(f"{i}, {x}, {y}, {z}\n" for i, (x, y, z) in enumerate(corners, 1))
        + "*ELEMENT, TYPE=C3D4, ELSET=ALL\n" + "".join(f"{i}, {a}, {c}, {b}, {d}\n" for i, (a, b, c, d) in enumerate(cells, 1))
        + "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850\n*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n")
    try:
        with pytest.warns(UserWarning, match="4 nodes"):
            found = abut.modes(tmp_path / "block.inp", tmp_path / "block.h5", count=3)
    except abut.UsageError as error:
        pytest.skip(str(error))
    assert len(found["modes"]) == 3 and found["mass"] == pytest.approx(7850)
    assert (tmp_path / "block.h5").stat().st_size > 0


def test_problems_have_their_places(tmp_path, study):
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("abut: 1\nbodies:\n  ball: {positon: [0, 0, 1]}\n")
    for call in (abut.suggest, abut.convert):
        with pytest.raises(abut.ModelError, match="positon") as caught:
            call(wrong)
        assert (caught.value.line, caught.value.column) == (3, 10)
    with pytest.raises(abut.FileError):
        abut.convert(tmp_path / "none.yaml")
    with pytest.raises(abut.UsageError, match="failed nor"):
        abut.sweep(study("[0.3]"), only="some")


def test_without_the_command_it_is_said(monkeypatch, tmp_path):
    monkeypatch.delenv("ABUT")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(abut.FileError, match="not found"):
        abut.suggest("models/hello.yaml")
    tool = tmp_path / "abut"
    tool.write_text("#!/bin/sh\necho '{\"pairs\": []}'\n")
    tool.chmod(0o755)
    assert abut.suggest("models/hello.yaml") == {"pairs": []}


def test_control_c_ends_a_study_in_order(study):
    path = study("[" + ", ".join(str(0.3 + 1e-4 * i) for i in range(4000)) + "]")
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        abut.sweep(path, "long.db", jobs=1)
    results = abut.Study("long.db")
    assert 0 < len(results) < 4000 and results.done.all()
    assert subprocess.run(["pgrep", "-f", str(path)], capture_output=True).stdout == b""
