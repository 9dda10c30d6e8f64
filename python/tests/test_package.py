# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""The package itself: types, stubs, the stable interface, what importing it loads."""

import pathlib
import subprocess
import sys

import pytest

import abut

HERE = pathlib.Path(__file__).resolve().parent
INSTALLED = pathlib.Path(abut.__file__).parent


def run(*words, **options):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, **options)


def test_types_are_strict(tmp_path):
    pytest.importorskip("mypy")
    done = run(sys.executable, "-P", "-m", "mypy", "--strict", "--cache-dir", tmp_path, "abut",
               cwd=HERE.parent)
    assert done.returncode == 0, done.stdout


def test_stubs_are_those_of_the_extension(tmp_path):
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"
    # how the stub says that a type has a buffer; Python itself has no such name before 3.12
    allowed.write_text("abut._abut.Block.__buffer__\n")
    done = run(sys.executable, "-P", "-m", "mypy.stubtest", "abut._abut", "--allowlist", allowed,
               cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_leaves_what_is_slow_to_load_alone():
    script = ("import sys; before = len(sys.modules); import abut; "
              "print(len(sys.modules) - before, 'numpy' in sys.modules, 'pandas' in sys.modules)")
    count, *loaded = run(sys.executable, "-P", "-c", script).stdout.split()
    assert loaded == ["False", "False"]
    assert int(count) < 100  # numpy alone has more


def test_one_binary_serves_all_versions():
    (binary,) = INSTALLED.glob("_abut*.so")
    assert binary.name == "_abut.abi3.so"
    names = run("nm", "-D", binary).stdout
    private = {line.split()[-1] for line in names.splitlines() if " U _Py" in line}
    # what the macros of the stable interface stand for; all of these are in it
    stable = {"_Py_Dealloc", "_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct"}
    assert {name for name in private if not name.endswith("_SizeT")} <= stable
    exported = [line.split()[-1] for line in names.splitlines() if " T " in line]
    assert exported == ["PyInit__abut"]


def test_everything_public_has_a_sentence():
    silent = []
    for name in abut.__all__:
        thing = getattr(abut, name)
        if not isinstance(thing, str) and not (thing.__doc__ or "").strip():
            silent.append(name)
    assert silent == []
