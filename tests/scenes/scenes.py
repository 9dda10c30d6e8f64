#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Random scenes and machines through the command, and what must hold of them. README.md says more.

  scenes.py make KIND:SEED                       the model of a scene, on stdout
  scenes.py run --abut BIN --work DIR KIND:SEED...        these scenes, one line of JSON each
  scenes.py run --abut BIN --work DIR --first N --count M [--kinds A,B]   seeds N .. N+M-1 in turn
  scenes.py test --abut BIN --work DIR --part K/N         the fixed sample, without its known failures
  scenes.py reduce --abut BIN --work DIR KIND:SEED [--failure TEXT]       the smallest that fails so
  scenes.py summary FILE...                      groups of the failures of runs
  scenes.py table --abut BIN --work DIR NAME --count N      the table of `meeting`, `standing`, `variants`; `progress`, `refused_laws`, `refused_pairs`
  scenes.py table NAME FILE...                   the same from the lines of runs
  scenes.py kinds                                all kinds
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import generate  # noqa: E402  (the folder of this file comes first)
import machines  # noqa: E402
import machines_towers  # noqa: E402
import meetings  # noqa: E402
import progress  # noqa: E402
import refusals  # noqa: E402
import variants  # noqa: E402
from checks import failures  # noqa: E402
from engine import Engine  # noqa: E402
from reduce import reduce  # noqa: E402
from scene import method_of, mobile_bodies  # noqa: E402

KINDS = {**generate.KINDS, **machines.KINDS}


def scene_of(name):
    kind = name.split(":")[0]
    if kind not in KINDS:
        sys.exit(f"there is no kind '{kind}'; see `scenes.py kinds`")
    return (machines.machine if kind in machines.KINDS else generate.random_scene)(name)


def examine(engine, name, words):
    """Everything about one scene, as one object."""
    scene = scene_of(name)
    rules = scene.model.get("contacts", [])
    laws = sorted({f"{rule['normal']['law']}/{rule['friction']['law']}" for rule in rules})
    out = {"scene": name, "method": method_of(scene.model), "laws": " ".join(laws),
           "bodies": len(mobile_bodies(scene.model)), "failures": []}
    refusal = engine.check(scene)
    if refusal:
        out["refused"] = refusal
        return out
    run = engine.run(scene)
    out.update(cpu=round(run.cpu, 2), steps=run.steps, reached=run.reached, code=run.code)
    out["failures"] = failures(scene, run)
    if run.code == 0:
        out["answers"] = [(answer.what, answer.value(run), answer.right, answer.allowed) for answer in scene.answers]
    kinds = {kind for kind, _ in out["failures"]}
    # what does not end has no other form to compare with
    out["compared"] = {}
    for word in words if run.code == 0 else ():
        found, share = variants.compare_variant(engine, scene, run, word, kinds)
        out["failures"] += found
        if share is not None:
            out["compared"][word] = round(share, 3)
    return out


def all_of(engine, names, words, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda name: examine(engine, name, words), names)


GROUPS = {"machines": list(machines.KINDS), "random": list(generate.KINDS)}


def seeds(args):
    words = args.kinds.split(",") if args.kinds else list(KINDS)
    kinds = [kind for word in words for kind in GROUPS.get(word, [word])]
    return [f"{kinds[n % len(kinds)]}:{n // len(kinds)}" for n in range(args.first, args.first + args.count)]


def run_command(args):
    words = [word for word in args.variants.split(",") if word] if args.variants is not None else variants.WORDS
    bad = 0
    for out in all_of(Engine(args.abut, args.work, args.cpu), args.scenes or seeds(args), words, args.jobs):
        print(json.dumps(out), flush=True)
        bad += bool(out["failures"])
    print(f"scenes: {bad} fail", file=sys.stderr)
    return 1 if bad and args.strict else 0


# ---- tables ----

TABLES = {"meeting": meetings.table, "standing": machines_towers.table, "variants": variants.table}


def table_command(args):
    """The table of a kind that has one or of the variants of all kinds, from runs made now or from files."""
    name, files = args.scenes[0], args.scenes[1:]
    if name == "progress":
        print("\n".join(progress.table(Engine(args.abut, args.work, args.cpu))))
        return
    if name in refusals.TABLES:
        print("\n".join(refusals.TABLES[name](Engine(args.abut, args.work, args.cpu))))
        return
    if files:
        rows = read_rows(files)
    else:
        if name in KINDS:
            args.kinds = name
        rows = all_of(Engine(args.abut, args.work, args.cpu), seeds(args), variants.WORDS if name == "variants" else [], args.jobs)
    print("\n".join(TABLES[name](rows)))


def read_rows(files):
    rows = []
    for path in files:
        with open(path, encoding="utf-8") as lines:
            rows += [json.loads(line) for line in lines if line.startswith("{")]
    return rows


# ---- the fixed sample ----


def listed(file):
    with open(os.path.join(HERE, file), encoding="utf-8") as lines:
        return [line.split("#")[0].split(None, 1) for line in lines if line.split("#")[0].strip()]


def test_command(args):
    """Every scene of sample.txt passes, but those of known_failures.txt. One of these that passes is
    told, and is a failure with --strict: the list is to become shorter."""
    part, parts = map(int, args.part.split("/"))
    known = {row[0]: row[1].strip() for row in listed("known_failures.txt")}
    names = [row[0] for row in listed("sample.txt")][part - 1::parts]
    wrong, count = 0, 0
    for out in all_of(Engine(args.abut, args.work, args.cpu), names, variants.WORDS, args.jobs):
        name, count = out["scene"], count + 1
        found = [f"{kind}: {text}" for kind, text in out["failures"]]
        if "refused" in out:
            found.append(out["refused"])
        if found and name not in known:
            wrong += 1
            print(f"{name} FAILS; see it by: tests/scenes/scenes.py make {name}")
            print("".join(f"    {text}\n" for text in found), end="")
        elif not found and name in known:
            wrong += args.strict
            print(f"{name} passes now: take it from tests/scenes/known_failures.txt")
    print(f"scenes: {count} scenes, {wrong} not as they should be")
    return 1 if wrong else 0


# ---- reduction, summary ----


def reduce_command(args):
    engine = Engine(args.abut, args.work, args.cpu)
    name = args.scenes[0]
    scene = scene_of(name)
    found = examine(engine, name, variants.WORDS if "differs" in (args.failure or "") or ":" in (args.failure or "") else [])["failures"]
    kinds = [kind for kind, _ in found if not args.failure or args.failure in kind]
    if not kinds:
        sys.exit(f"{name} does not fail so: {found}")
    print(f"# {name}: {kinds[0]}", file=sys.stderr)
    result = reduce(engine, scene, kinds[0], args.budget, lambda text: print("#", text, file=sys.stderr))
    print(result.text(), end="")


def summary_command(args):
    rows = read_rows(args.scenes)
    groups = defaultdict(list)
    for row in rows:
        if "refused" in row:
            groups["refused: " + row["refused"].split(": ", 2)[-1].splitlines()[0][:90]].append((row, ""))
        for kind, text in row["failures"]:
            groups[kind].append((row, text))
    passed = sum(1 for row in rows if not row["failures"] and "refused" not in row)
    refused = sum(1 for row in rows if "refused" in row)
    print(f"{len(rows)} scenes: {passed} pass, {refused} refused, {len(rows) - passed - refused} fail")
    for kind, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"\n## {kind}: {len(members)}")
        for row, text in members[:args.lines]:
            print(f"  {row['scene']:14} {row['method']:9} {row['laws'][:40]:28} {text[:args.width]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["make", "run", "test", "reduce", "summary", "table", "kinds"])
    parser.add_argument("scenes", nargs="*", help="KIND:SEED, or files of a summary")
    parser.add_argument("--abut", default="build/release/apps/abut/abut", help="the command under test")
    parser.add_argument("--work", default="build/scenes", help="a folder for models and records")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--kinds", help="only these, separated by commas; `machines` or `random` for all of one group")
    parser.add_argument("--variants", help=f"of {', '.join(variants.WORDS)}; all when not given")
    parser.add_argument("--cpu", type=float, default=20, help="seconds of processor time of one run")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--part", default="1/1", help="of the sample")
    parser.add_argument("--failure", help="the kind of failure to keep; the first when not given")
    parser.add_argument("--budget", type=int, default=200, help="runs that a reduction may take")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a scene fails")
    parser.add_argument("--lines", type=int, default=12)
    parser.add_argument("--width", type=int, default=150)
    args = parser.parse_intermixed_args()
    if args.command == "make":
        print(scene_of(args.scenes[0]).text(), end="")
    elif args.command == "kinds":
        print("\n".join(KINDS))
    elif args.command == "run":
        return run_command(args)
    elif args.command == "test":
        return test_command(args)
    elif args.command == "reduce":
        reduce_command(args)
    elif args.command == "table":
        table_command(args)
    else:
        summary_command(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
