# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import gc
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import abut


@pytest.fixture(scope="module")
def record(ball):
    return abut.Simulation(ball).run()


def test_series_come_by_name(record):
    assert len(record) == 301 and record.status == "done"
    assert record.time[0] == 0.0 and record.time[-1] == 3.0
    z = record["ball.position.z"]
    assert z.shape == (301,) and z[0] == 1.0
    assert record["ball.position"].shape == (301, 3)
    assert record["ball.orientation"].shape == (301, 4)
    assert (record["ball.position"][:, 2] == z).all()
    both = record.series(["energy.kinetic", "ball.velocity"])
    assert both.shape == (301, 4) and (both[:, 3] == record["ball.velocity.z"]).all()
    with pytest.raises(abut.UsageError, match="ball.positon"):
        record["ball.positon"]


def test_states_are_those_of_the_simulation(record, ball):
    s = abut.Simulation(ball)
    for k in (0, 43, 100, 300):
        s.advance(record.time[k])
        assert record.states[k] == pytest.approx(s.state, rel=1e-12, abs=1e-15)


def test_events_and_contacts_are_structured_arrays(record):
    events = record.events
    touches = events[events["kind"] == "touch"]
    assert touches["time"][0] == pytest.approx(np.sqrt(2 * 0.9 / 9.81), rel=1e-8)
    assert touches["speed"][0] == pytest.approx(np.sqrt(2 * 0.9 * 9.81), rel=1e-8)
    assert record.statistics["events"]["touch"] == len(touches)


def test_events_tell_what_the_law_fixed(record, ball):
    touch = next(event for event in record.events if event["kind"] == "touch")
    name, numbers = record.law(touch["normal_law"])
    told = {number: (value, unit) for (number, unit), value in zip(numbers, [*touch["law"], *touch["constants"]])}
    assert name == "elastic" and told["d_res"][1] == "s/m" and told["c_res"][1] == "Pa"
    assert told["d_res"][0] > 0.0 and told["c_res"][0] > 1e6 and touch["restart"] == "integrator"
    live = next(event for event in abut.Simulation(ball).events() if event.kind == "touch")
    assert live.law == tuple(touch["law"]) and live.restart == "integrator" and live.normal_law == touch["normal_law"]
    assert record.law(0) == ("", [("", "")] * 6)
    contacts = record.contacts
    assert len(contacts) > 10
    rests = contacts[contacts["frame"] == 300]
    weight = 9.81 * 7850 * 4 / 3 * np.pi * 0.1**3
    assert rests["normal_force"] == pytest.approx(weight, rel=1e-3)
    assert (rests["body_a"], rests["body_b"]) == (0, 1)


def test_points_share_the_force_of_their_contact(tmp_path):
    model = tmp_path / "box.yaml"
    model.write_text("""
abut: 1
materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}
pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.5}]
gravity: [0, 0, -10]
bodies:
  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}
  box: {position: [0, 0, 0.1], shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: m}]}
contacts: [{between: [ground, box], normal: {law: rigid}, friction: {law: coulomb}}]
simulation: {end_time: 0.2, output_interval: 0.1}
""")
    r = abut.Simulation(abut.Model.load(model)).run()
    rests = r.points[r.points["frame"] == 2]
    assert len(rests) == 4 and (rests["contact"] == 0).all()
    assert rests["normal_force"] == pytest.approx([20.0] * 4, rel=1e-9)
    assert sorted(map(tuple, rests["point"].round(9).tolist())) == [
        (-0.1, -0.1, 0.0), (-0.1, 0.1, 0.0), (0.1, -0.1, 0.0), (0.1, 0.1, 0.0)]


def test_maps_share_the_force_of_their_contact(models):
    r = abut.Simulation(abut.Model.load(models / "ball_in_bowl_pressure.yaml"), end_time=0.25, output_interval=0.05).run()
    assert set(r.maps["shape"]) == {0, 1} and len(r.regions) == 0
    for contact in r.contacts:
        rows = r.maps[r.maps["frame"] == contact["frame"]]
        for shape, sign in ((contact["shape_a"], -1), (contact["shape_b"], 1)):
            mine = rows[rows["shape"] == shape]
            assert mine["force"].sum(0) == pytest.approx(sign * contact["force"], rel=1e-9, abs=1e-9)
            assert (mine["pressure"] >= 0).all() and (mine["area"] > 0).any()


def test_regions_share_the_force_of_their_contact(models):
    file = models / "ball_in_bowl_pressure.yaml"
    text = file.read_text().replace("manifold: vertices\n    penetrating: first\n    maps: true", "manifold: contours")
    r = abut.Simulation(abut.Model(text.encode(), str(file)), end_time=0.17, output_interval=0.01).run()
    assert len(r.regions) > 0 and len(r.maps) == 0
    for k, contact in enumerate(r.contacts):
        if k == 0 or r.contacts["frame"][k - 1] != contact["frame"]:
            first = k
        mine = r.regions[(r.regions["frame"] == contact["frame"]) & (r.regions["contact"] == k - first)]
        assert mine["force"].sum(0) == pytest.approx(contact["force"], rel=1e-9, abs=1e-9)


def test_a_temporary_record_goes_away(ball):
    r = abut.Simulation(ball, end_time=0.1).run()
    path = r.path
    assert os.path.exists(path)
    del r
    gc.collect()
    assert not os.path.exists(os.path.dirname(path))


def test_a_record_begins_at_the_start(ball, tmp_path):
    s = abut.Simulation(ball)
    s.advance(0.5)
    with pytest.raises(abut.UsageError, match="start"):
        s.run(tmp_path / "late.abut.db")


def test_other_files_are_left_alone(ball, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    with pytest.raises(abut.FileError):
        abut.Simulation(ball).run(file)
    assert file.read_text() == "precious"
    with pytest.raises(abut.FileError):
        abut.Record(tmp_path / "nowhere.abut.db")


def test_records_are_compared_to_the_last_bit(record, ball, tmp_path):
    same = abut.Simulation(ball).run(tmp_path / "same.abut.db")
    assert record.compare(same) == [] and abut.compare(record.path, same.path) == []
    other = abut.Simulation(ball, tolerance=1e-7).run()
    differences = record.compare(other)
    assert {"ball.position", "ball.velocity"} & {d.what.rpartition(".")[0] for d in differences}


def test_a_run_that_goes_on_can_be_read(bouncing, tmp_path):
    script = (
        "import sys, abut\n"
        "m = abut.Model.load(sys.argv[1], set={'simulation.end_time': 1e5, "
        "'simulation.output_interval': 0.1, 'simulation.max_steps': 1e12, 'pairs.0.restitution': 1})\n"
        "abut.Simulation(m).run(sys.argv[2])\n")
    path = tmp_path / "live.abut.db"
    models = pathlib.Path(__file__).resolve().parents[2] / "models" / "hello.yaml"
    child = subprocess.Popen([sys.executable, "-P", "-c", script, str(models), str(path)])
    try:
        record, counts = None, []
        while len(counts) < 3 and child.poll() is None:
            try:
                record = record or abut.Record(path)
            except abut.FileError:
                continue
            if not counts or len(record) > counts[-1]:
                counts.append(len(record))
        assert record is not None and record.status == "open"
        assert counts[-1] > counts[0] and len(record["ball.position.z"]) >= counts[-1]
    finally:
        child.send_signal(2)
        child.wait()
    assert record.status == "stopped"  # it ended in order, and can be resumed


def test_pages_and_plots_are_files(record, tmp_path):
    record.html(tmp_path / "x.html")
    record.plot("ball.position.z", path=tmp_path / "x.svg")
    assert "<html" in (tmp_path / "x.html").read_text()[:400]
    assert "svg" in (tmp_path / "x.svg").read_text()[:200]
    shown = record._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and len(shown) < 5_000_000
    with pytest.raises(abut.UsageError):
        record.plot("ball.wrong", path=tmp_path / "y.svg")


def test_with_matplotlib_a_plot_is_a_figure(record):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    figure = record.plot("ball.position.z", "ball.velocity")
    assert [axis.get_ylabel() for axis in figure.axes] == [
        "ball.position.z", "ball.velocity.x", "ball.velocity.y", "ball.velocity.z"]
    (line,) = figure.axes[0].lines
    assert (line.get_ydata() == record["ball.position.z"]).all()


def test_without_matplotlib_a_plot_is_our_own(record, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "<svg" in record.plot("ball.position.z")._repr_svg_()


def test_pandas_is_only_needed_where_it_is_asked_for(record):
    pandas = pytest.importorskip("pandas")
    frame = record.to_pandas(["ball.position"])
    assert isinstance(frame, pandas.DataFrame) and frame.shape == (301, 3)


# ---- the same bits as the command ----

# which end within seconds
QUICK = ["hello", "hertz_drop", "bead_on_rod", "four_bar", "slider_crank", "pendulum_on_rail",
         "painleve_rod", "rocking_capsule", "billiard_4", "rotating_cylinder"]
MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
ALL = sorted(p.name for p in MODELS.iterdir() if p.suffix in (".yaml", ".xml"))


def same_as_the_command(name, folder):
    command = os.environ.get("ABUT")
    if command is None or not os.path.exists(command):
        pytest.skip("the command is not built")
    model = MODELS / name
    by_command = folder / "command.abut.db"
    subprocess.run([command, "run", "-q", model, "-o", by_command], check=True)
    by_python = abut.Simulation(abut.Model.load(model)).run(folder / "python.abut.db")
    assert by_python.compare(abut.Record(by_command)) == []
    # the comparison is of all series, but let us see that there were some
    assert len(by_python) > 2 and by_python.statistics["steps"] > 0


@pytest.mark.parametrize("name", QUICK)
def test_a_model_gives_the_bits_of_the_command(name, tmp_path):
    same_as_the_command(name + ".yaml", tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", [n for n in ALL if n.removesuffix(".yaml") not in QUICK])
def test_all_models_give_the_bits_of_the_command(name, tmp_path):
    same_as_the_command(name, tmp_path)
