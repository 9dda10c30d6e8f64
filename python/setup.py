# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Builds abut/_abut.abi3.so from src/ and the static library, which is built first when it is not
there: ABUT_BUILD names its folder, else it is build/release at the top of the tree. With ABUT_LINK=shared
it uses libabut.so, which must then be installed where it runs."""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

here = pathlib.Path(__file__).resolve().parent
top = here.parent
build = pathlib.Path(os.environ.get("ABUT_BUILD", top / "build" / "release")).resolve()
library = "libabut.so" if os.environ.get("ABUT_LINK") == "shared" else "libabut.a"


def version() -> str:
    text = (top / "CMakeLists.txt").read_text()
    found = re.search(r"project\(Abut VERSION ([0-9.]+)", text)
    assert found is not None
    return found.group(1)


def linked() -> list[str]:
    """What the static library needs, as its own build says."""
    for line in (build / "abut.pc").read_text().splitlines():
        if line.startswith("Libs.private:"):
            return line.split()[1:]
    raise SystemExit(f"{build}/abut.pc does not say what libabut.a needs")


class BuildExtension(build_ext):
    def run(self) -> None:
        if not (build / library).exists():
            subprocess.run(["cmake", "-S", top, "-B", build], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "abut_static", "abut_shared"], check=True)
        super().run()

    def build_extension(self, extension: Extension) -> None:
        extension.extra_objects = [str(build / library)]
        if library == "libabut.a":
            extension.extra_link_args = ["-Wl,--exclude-libs,ALL", *linked()]
        super().build_extension(extension)


class BuildPython(build_py):
    def run(self) -> None:
        super().run()
        shutil.copy(top / "viewer" / "dist" / "view.html",
                    pathlib.Path(self.build_lib) / "abut" / "viewer.html")


class StableWheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "cp311", "abi3", super().get_tag()[2]


objects = build / "python_objects"  # what is made on the way stays out of the source folder
objects.mkdir(parents=True, exist_ok=True)

setup(
    version=version(),
    options={"build": {"build_base": str(objects)}, "egg_info": {"egg_base": str(objects)}},
    ext_modules=[
        Extension(
            "abut._abut",
            sorted(str(p.relative_to(here)) for p in (here / "src").glob("*.c")),
            depends=["src/binding.h", str(build / library)],
            include_dirs=[str(top / "include"), str(build / "generated")],
            extra_compile_args=["-std=c17", "-fvisibility=hidden", "-Wall", "-Wextra", "-O2",
                                "-ffp-contract=off", "-D_POSIX_C_SOURCE=200809L",
                                *(["-Werror"] if os.environ.get("ABUT_WERROR") else [])],
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": BuildExtension, "build_py": BuildPython, "bdist_wheel": StableWheel},
)
