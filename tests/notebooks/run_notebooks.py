# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""run_notebooks.py FOLDER [NAME...] - runs the code cells of the notebooks of FOLDER in order, each notebook in
an empty folder beside a link to the models. Ends with 1 when a cell raises, an assertion among these, when a
notebook asserts nothing, or when it stores outputs."""

import json
import os
import pathlib
import sys
import tempfile
import time
import traceback

folder = pathlib.Path(sys.argv[1]).resolve()
models = folder.parents[1] / "models"
failed = []


def run(path: pathlib.Path) -> None:
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells), "it stores outputs"
    assert any("assert " in "".join(cell["source"]) for cell in cells), "it checks nothing"
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        exec(compile("".join(cell["source"]), f"{path.name}, code cell {number}", "exec"), names)


for path in sorted(folder.glob("*.ipynb")):
    if sys.argv[2:] and path.stem not in sys.argv[2:]:
        continue
    with tempfile.TemporaryDirectory() as work:
        place = pathlib.Path(work, "docs", "notebooks")
        place.mkdir(parents=True)
        pathlib.Path(work, "models").symlink_to(models)
        os.chdir(place)
        begun = time.monotonic()
        try:
            run(path)
        except Exception:
            traceback.print_exc()
            failed.append(path.name)
        print(f"{path.name}: {'FAILED' if path.name in failed else 'ok'}, {time.monotonic() - begun:.1f} s", flush=True)
        os.chdir("/")
if not any(folder.glob("*.ipynb")):
    failed.append("there are no notebooks")
sys.exit(", ".join(failed) if failed else 0)
