# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Forces without a model."""

import numpy as np
import pytest

import abut


def table(load, x, y):
    """A and b of a table of 10 kg on legs at (+-1, +-1) m with a load at (x, y)."""
    legs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], float)
    mass, inertia, g = 10 + load, 40.0, 9.81
    return 1 / mass + legs @ legs.T / inertia, -g - load * g * (legs @ [x, y]) / inertia


def test_legs_share_a_weight_in_the_middle():
    found = abut.complementarity(*table(20.0, 0.0, 0.0))
    assert found.forces == pytest.approx(30 * 9.81 / 4, rel=1e-9)  # as far as the regularisation tells
    assert found.accelerations == pytest.approx(0.0, abs=1e-9 * 9.81)
    assert found.violation == 0.0 and found.residual <= 1e-9


def test_a_table_that_tips_stands_on_two_legs():
    found = abut.complementarity(*table(20.0, 0.9, 0.9))
    assert np.all(found.forces >= 0) and np.all(found.accelerations >= -1e-6 * 9.81)
    assert np.max(np.abs(found.forces * found.accelerations)) < 1e-6 * 9.81 * 300
    assert found.forces[2] == 0.0


def test_problems_made_of_their_solutions_are_solved():
    random = np.random.default_rng(7)
    for n in range(1, 30):
        root = random.normal(size=(n, n))
        a = root @ root.T + 0.1 * np.eye(n)  # definite, so forces are unique
        presses = random.random(n) < 0.5
        f = np.where(presses, random.random(n), 0.0)
        w = np.where(presses, 0.0, random.random(n))
        found = abut.complementarity(a, w - a @ f)
        # the tolerance 1e-6 of w, through the inverse of A, of which 0.1 is the least
        assert found.forces == pytest.approx(f, abs=1e-5)
        assert found.accelerations == pytest.approx(w, abs=1e-6 * n)


def test_rows_of_each_kind_obey_their_bounds():
    found = abut.complementarity(np.eye(4), [-3.0, 3.0, -3.0, -3.0], ["unilateral", "bilateral", "bounded", "bounded"],
                                 low=-1.0, high=[0, 0, 1, np.inf])
    assert found.forces == pytest.approx([3.0, -3.0, 1.0, 3.0], rel=1e-9)
    assert found.accelerations == pytest.approx([0.0, 0.0, -2.0, 0.0], abs=1e-8)


def test_any_array_will_do():
    a, b = table(20.0, 0.3, 0.1)
    wanted = abut.complementarity(a, b).forces
    assert np.array_equal(abut.complementarity(a.tolist(), b.tolist()).forces, wanted)
    assert np.array_equal(abut.complementarity(np.asfortranarray(a), np.repeat(b, 2)[::2]).forces, wanted)


def test_an_impossible_problem_is_told():
    with pytest.raises(abut.NumericsError):  # between walls that close
        abut.complementarity([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0])


@pytest.mark.parametrize("matrix, offset, more, told", [
    (np.eye(2), [1.0], {}, "they must be (n, n) and (n,)"),
    (np.eye(2)[0], [1.0, 2.0], {}, "they must be (n, n) and (n,)"),
    (np.eye(2), [1.0, 2.0], {"kinds": ["bilateral"]}, "1 kinds for 2 rows"),
    (np.eye(1), [1.0], {"kinds": "both"}, '"both" is no kind'),
    (np.eye(1), [1.0], {"kinds": "bounded", "low": [1.0, 2.0]}, "it must be one number or (1,)"),
    (np.eye(1), [1.0], {"kinds": "bounded", "low": 1.0, "high": 0.0}, "low"),
    ([[1.0, 2.0], [0.0, 1.0]], [1.0, 2.0], {}, "symmetric"),
    ([[np.nan]], [1.0], {}, "finite"),
    (np.zeros((0, 0)), [], {}, "rows"),
])
def test_what_is_no_problem_is_refused(matrix, offset, more, told):
    with pytest.raises(abut.UsageError) as raised:
        abut.complementarity(matrix, offset, **more)
    assert told in str(raised.value)
