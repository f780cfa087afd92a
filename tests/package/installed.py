"""Build the package, install it into an environment of its own, and run its command there."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
BIN = "Scripts" if os.name == "nt" else "bin"


def build(kind: str, folder: Path) -> Path:
    """Build the "wheel" or the "sdist" of this checkout in `folder` and return its path. The built page must exist."""
    code = f"from hatchling import build; print(build.build_{kind}({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return folder / done.stdout.strip()


def offline_environment(folder: Path, wheel: Path) -> Path:
    """Install a wheel without its libraries into a new environment, and let it use the libraries of this environment.
    Return the path of the command `coterie`. No package is downloaded."""
    venv.create(folder, symlinks=os.name != "nt")
    python = folder / BIN / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--disable-pip-version-check", str(wheel)], check=True)
    libraries = sysconfig.get_path("purelib")
    (site_packages(python) / "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
    return folder / BIN / "coterie"


def site_packages(python: Path) -> Path:
    """Return the folder in which an environment keeps its packages."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def install_other_server(python: Path) -> None:
    """Install packages called `server` and `domain`, as another distribution could bring them, into an environment."""
    for name in ("server", "domain"):
        folder = site_packages(python) / name
        folder.mkdir()
        (folder / "__init__.py").write_text("raise ImportError('this is not the package of Coterie')\n")
