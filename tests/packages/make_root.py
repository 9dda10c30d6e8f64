#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""make_root.py ROOT PACKAGE... [--for FILE.deb...] - a small Debian below the folder ROOT, made without
network: the named packages, what the .deb files depend on, what is essential, and all that these depend
on, as they are installed here. ROOT gets a database of dpkg that knows just these, so `dpkg --root`
there misses what a fresh system would miss."""

import pathlib
import re
import subprocess
import sys

INFO = pathlib.Path("/var/lib/dpkg/info")


def field(stanza: str, name: str) -> str:
    found = re.search(rf"^{name}:(.*(?:\n .*)*)", stanza, re.M)
    return found.group(1).strip() if found else ""


def names(relations: str) -> list[list[str]]:
    """Of "a (>= 1), b:any | c" the names: [["a"], ["b", "c"]]."""
    groups = [group.split("|") for group in relations.replace("\n", " ").split(",") if group.strip()]
    return [[re.split(r"[ (:]", choice.strip())[0] for choice in group] for group in groups]


def installed() -> tuple[dict[str, str], dict[str, str]]:
    stanzas, provided = {}, {}
    for stanza in pathlib.Path("/var/lib/dpkg/status").read_text().split("\n\n"):
        name = field(stanza, "Package")
        if name and field(stanza, "Status").endswith(" installed"):
            stanzas[name] = stanza
            for group in names(field(stanza, "Provides")):
                provided.setdefault(group[0], name)
    return stanzas, provided


def closure(stanzas: dict[str, str], provided: dict[str, str], wanted: list[list[str]]) -> set[str]:
    taken: set[str] = set()
    while wanted:
        group = wanted.pop()
        found = [name for name in group if name in stanzas] or [provided[n] for n in group if n in provided]
        if not found:
            sys.exit(f"make_root: {' | '.join(group)} is not installed here")
        if found[0] not in taken:
            taken.add(found[0])
            wanted += names(field(stanzas[found[0]], "Pre-Depends"))
            wanted += names(field(stanzas[found[0]], "Depends"))
    return taken


def of_package(name: str) -> list[pathlib.Path]:
    return sorted(set(INFO.glob(f"{name}.*")) | set(INFO.glob(f"{name}:*")))


def files(taken: set[str]) -> list[str]:
    """Files of the packages, by the names that are no links, and the links of /etc/alternatives to them."""
    listed = {line for name in taken for info in of_package(name) if info.suffix == ".list"
              for line in info.read_text().splitlines()}
    kept = [path for path in listed if path != "/." and not path.startswith(("/usr/share/doc/", "/usr/share/locale/"))]
    links = [str(link) for link in pathlib.Path("/etc/alternatives").iterdir()
             if link.is_symlink() and str(link.readlink()) in listed]
    chosen = set(links)
    for folder in ("/usr/bin", "/usr/lib", "/usr/lib/x86_64-linux-gnu"):
        links += [str(p) for p in pathlib.Path(folder).iterdir() if p.is_symlink() and str(p.readlink()) in chosen]
    return kept + links


def main() -> None:
    arguments = sys.argv[2:]
    split = arguments.index("--for") if "--for" in arguments else len(arguments)
    root = pathlib.Path(sys.argv[1])
    stanzas, provided = installed()
    debs = arguments[split + 1:]
    own = {subprocess.check_output(["dpkg-deb", "-f", deb, "Package"], text=True).strip() for deb in debs}
    wanted = [[name] for name in arguments[:split]]
    wanted += [[name] for name, stanza in stanzas.items() if field(stanza, "Essential") == "yes"]
    for deb in debs:
        depends = names(subprocess.check_output(["dpkg-deb", "-f", deb, "Depends"], text=True))
        wanted += [group for group in depends if not own & set(group)]
    taken = closure({n: s for n, s in stanzas.items() if n not in own}, provided, wanted)

    for folder in ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "usr/lib32", "usr/libx32", "var/lib/dpkg/info",
                   "var/lib/dpkg/updates", "var/log", "tmp", "dev", "proc", "etc"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for folder in ("bin", "sbin", "lib", "lib64", "lib32", "libx32"):
        (root / folder).symlink_to(f"usr/{folder}")
    inside = sorted({re.sub(r"^/(bin|sbin|lib\w*)(/|$)", r"/usr/\1\2", path) for path in files(taken)})
    paths = "\0".join(path[1:] for path in inside if pathlib.Path(path).exists() or pathlib.Path(path).is_symlink())
    pack = ["tar", "-C", "/", "-c", "--no-recursion", "--null", "-T", "-"]
    packer = subprocess.Popen(pack, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    unpacker = subprocess.Popen(["tar", "-C", root, "-x", "--keep-directory-symlink"], stdin=packer.stdout)
    assert packer.stdin is not None
    packer.stdin.write(paths.encode())
    packer.stdin.close()
    if packer.wait() or unpacker.wait():
        sys.exit("make_root: copying failed")
    database = root / "var/lib/dpkg"
    (database / "status").write_text("".join(stanzas[name] + "\n\n" for name in sorted(taken)))
    for name in taken:
        for info in of_package(name):
            (database / "info" / info.name).write_bytes(info.read_bytes())
    (database / "info/format").write_text("1\n")
    for name in ("passwd", "group"):
        (root / "etc" / name).write_bytes(pathlib.Path("/etc", name).read_bytes())


main()
