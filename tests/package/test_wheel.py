"""An installed wheel, in an environment of its own. `make package-test` installs it as people do, with downloads."""

from __future__ import annotations

import signal
import subprocess
import zipfile
from email.parser import BytesParser
from pathlib import Path

import pytest

from tests.package.installed import BIN, ROOT, build, install_other_server, offline_environment
from tests.package.serving import page_files, served


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    assert (ROOT / "server" / "static" / "index.html").is_file(), "make install builds the page"
    return build("wheel", tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `coterie` of an environment that also has other packages called `server` and `domain`."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    found = offline_environment(folder, wheel)
    install_other_server(folder / BIN / "python")
    return found


def test_a_wheel_installs_one_package(wheel: Path) -> None:
    """The wheel has one folder of code, so it cannot collide with packages called `server` or `domain`; it holds the
    built page, the texts of both languages, and no tests."""
    held = zipfile.ZipFile(wheel).namelist()
    code = {top for name in held if not (top := name.partition("/")[0]).endswith(".dist-info")}
    assert code == {"coterie"}
    wanted = {
        "__init__.py",
        "__main__.py",
        "server/static/index.html",
        "domain/words/de/core.ftl",
        "server/cli/measured.toml",
    }
    assert {f"coterie/{name}" for name in wanted} <= set(held)
    assert not any("/test" in name for name in held)


def test_the_metadata_are_complete(wheel: Path) -> None:
    """The package index gets the README, the licence, the supported versions of Python, keywords and classifiers."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (n for n in archive.namelist() if n.endswith("/METADATA"))
    about = BytesParser().parsebytes(archive.read(name))
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert (about["License-Expression"], about["Requires-Python"]) == ("MIT", ">=3.11")
    assert about["Summary"]
    assert about["Keywords"]
    classifiers = about.get_all("Classifier") or []
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers


def test_the_command_runs_beside_another_server_package(command: Path, tmp_path: Path) -> None:
    """Beside other packages called `server` and `domain`, the installed command and `python -m coterie` both run."""
    for called in ([str(command)], [str(command.with_name("python")), "-m", "coterie"]):
        done = subprocess.run([*called, "--version"], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (done.stdout.split()[0], done.returncode, done.stderr) == ("coterie", 0, "")


def test_a_program_finds_the_client_library(command: Path, tmp_path: Path) -> None:
    """After `import coterie`, a program imports the client library and the commands, not the other package `server`."""
    code = "import coterie; from server.client.table import Table; from domain.command import Command; print(Command)"
    done = subprocess.run(
        [command.with_name("python"), "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == ("<class 'domain.command.Command'>\n", "")


async def test_the_installed_command_serves(command: Path, tmp_path: Path) -> None:
    """The installed command serves the page with all its files, a host begins a chronicle, and Ctrl-C ends it."""
    async with served(str(command), folder=tmp_path) as server:
        assert any(name.endswith(".js") for name in await page_files(server))
        assert (await server.chronicle()).token
        code, out, err = await server.ended(signal.SIGINT)
    assert (code, err) == (0, "")
    assert "Everything is saved." in out
