"""Find a Python of each version that Coterie supports: on the path, and in the folders of pyenv and uv."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def pythons(named: list[str]) -> dict[str, str | None]:
    """Return, for each version, the path of a Python that can make environments: one of those that are named, or the
    first that is found. A version of which there is none has None."""
    return {
        version: next((path for path in named or found(version) if usable_version(path) == version), None)
        for version in VERSIONS
    }


def found(version: str) -> Iterator[str]:
    """Yield the path of each program that is called a Python of this version. Not every one of them can run: pyenv
    puts a program of that name on the path also for versions that are switched off."""
    home = Path.home()
    folders = [
        *map(Path, os.get_exec_path()),
        *Path(os.environ.get("PYENV_ROOT", home / ".pyenv")).glob("versions/*/bin"),
        *Path(os.environ.get("UV_PYTHON_INSTALL_DIR", home / ".local/share/uv/python")).glob("*/bin"),
    ]
    for folder in folders:
        if (program := folder / f"python{version}").is_file():
            yield str(program)


def usable_version(python: str) -> str | None:
    """Return the version of a Python, such as "3.12"; None if it does not run or has no module for environments."""
    code = "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
