# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The examples, and every block of the page about Python, do what they say."""

import pathlib
import re
import runpy

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = TOP / "python" / "examples"
PAGE = TOP / "docs" / "howto" / "use-from-python.md"

PRINTS = {
    "bounce_height": r"e = 0.9: 0.7\d+ m, e\^2 h = 0.7290 m",
    "control": r"the ball hovers at 0.50 m",
    "hello": r"touch    at 0.428353 s, 0.2142 m along",
    "ice": r"on ice:  2.80 m/s after 1 s\non sand: 0.00 m/s after 2 s",
    "impacts": r"0.546 ms, 0.6405 mm deep",
    "own_law": r"contact lasts 0.0064\d+ s\nhalf a swing  0.0064\d+ s",
    "scatter": r"200 throws, mean \[ 1.07 -0.01\]",
    "slider_crank": r"the piston moves by 0.2000 m",
    "stack": r"the top is at 0.750 m, 8 contacts",
    "two_futures": r"with friction the ball comes 1.101 m far\nwithout it 1.500 m",
}


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "models").symlink_to(TOP / "models")
    monkeypatch.chdir(tmp_path)


def test_each_example_is_listed():
    assert sorted(PRINTS) == sorted(p.stem for p in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", sorted(PRINTS))
def test_an_example_prints_what_it_should(name, place, capsys):
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    printed = capsys.readouterr().out
    assert re.search(PRINTS[name], printed), printed


def test_the_blocks_of_the_page_run(place, capsys):
    """A block that follows another is the output of it."""
    text = PAGE.read_text()
    blocks = re.findall(r"^```(python|text)\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) > 8
    names, printed = {"__name__": "page"}, ""
    for language, block in blocks:
        if language == "python":
            exec(compile(block, str(PAGE), "exec"), names)
            printed = capsys.readouterr().out
        else:
            assert printed == block
