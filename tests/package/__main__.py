"""`make package-test`: install the wheel and the sdist as people do, and open the page that they serve.

For each Python that is found (on the path, or in the folders of pyenv and uv), a new environment gets the package with
its libraries from the package index. Then `coterie serve` runs beside another package called `server`, and a browser
opens the host link. With uv or pipx on the path, these install it too. `--image` builds the container image with
buildah, docker or podman.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.table import chromium
from tests.package.installed import BIN, ROOT, build, install_other_server
from tests.package.pythons import pythons
from tests.package.serving import page_files, served

Installer = Callable[[str, Path, Path], Path]
"""Installs a package (the last argument) with a program (the first) into a folder, and returns the command."""
CONSTRAINTS = ("--constraint", str(ROOT / "constraints.txt"))


def pip_installed(python: str, folder: Path, package: Path) -> Path:
    """Install a package with its libraries into a new environment; return the command."""
    run(python, "-m", "venv", str(folder))
    inside = folder / BIN / "python"
    run(str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *CONSTRAINTS, str(package))
    install_other_server(inside)
    return folder / BIN / "coterie"


def tool_installed(tool: str, folder: Path, package: Path) -> Path:
    """Install a package with `uv tool` or `pipx`; return the command."""
    places = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "bin", "PIPX_HOME": "tools", "PIPX_BIN_DIR": "bin"}
    environment = {**os.environ, **{name: str(folder / place) for name, place in places.items()}}
    command = [tool, "tool", "install", "--quiet"] if tool == "uv" else [tool, "install", "--quiet"]
    subprocess.run([*command, str(package)], env=environment, check=True)
    return folder / "bin" / "coterie"


def run(*command: str) -> None:
    subprocess.run(command, check=True)


async def try_page(command: Path, folder: Path) -> None:
    """Serve, load all files of the page, and open the host link in a browser, where there is one. Raise
    AssertionError."""
    async with served(str(command), folder=folder) as server:
        assert await page_files(server)
        if shutil.which("chromium"):
            async with chromium() as browser:
                page = await browser.new_page()
                await page.goto(server.link)
                await page.get_by_test_id("host").wait_for()
        else:
            print("No chromium here: the page was loaded, but not opened.")


def works(builder: str) -> bool:
    """True if a builder of images is here and runs; docker needs its daemon."""
    here = shutil.which(builder) is not None
    return here and subprocess.run([builder, "info"], capture_output=True, check=False).returncode == 0


def build_image() -> None:
    """Build the container image with the builder that is there."""
    builder = next(filter(works, ("docker", "podman", "buildah")), None)
    if builder is None:
        sys.exit("No docker, podman or buildah works here, so the image cannot be built.")
    run(builder, "build", "--file", str(ROOT / "compose" / "Dockerfile"), "--tag", "coterie", str(ROOT))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make package-test", description=__doc__)
    parser.add_argument("--python", action="append", default=[], help="a Python to try, instead of those found")
    parser.add_argument("--image", action="store_true", help="build the container image too")
    args = parser.parse_args()
    with TemporaryDirectory(prefix="coterie-package-") as name:
        folder = Path(name)
        wheel, sdist = build("wheel", folder), build("sdist", folder)
        packages = (("wheel", wheel), ("sdist", sdist))
        if shutil.which("twine"):
            run("twine", "check", "--strict", str(wheel), str(sdist))
        else:
            print("No twine here: the metadata were not checked by it.")
        ways: list[tuple[str, Installer, str, Path]] = []
        for version, python in pythons(args.python).items():
            if python is None:
                print(f"Python {version}: not found here, so not tried.")
            else:
                ways += [(f"Python {version}, {kind}", pip_installed, python, package) for kind, package in packages]
        ways += [(f"{tool}, wheel", tool_installed, tool, wheel) for tool in ("uv", "pipx") if shutil.which(tool)]
        for number, (way, install, program, package) in enumerate(ways):
            begun = time.monotonic()
            command = install(program, folder / f"environment-{number}", package)
            installed = time.monotonic()
            data = folder / f"served-{number}"
            data.mkdir()
            asyncio.run(try_page(command, data))
            print(
                f"{way}: installed in {installed - begun:.0f} s, page open {time.monotonic() - installed:.0f} s later"
            )
    if args.image:
        build_image()


if __name__ == "__main__":
    main()
