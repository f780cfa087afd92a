"""The search for Pythons in `make package-test`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.package.pythons import pythons


def script(path: Path, body: str) -> str:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_python_that_does_not_run_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pyenv's program on the path fails for a version that is switched off; the same version in pyenv's folder is
    taken. A Python that is named is taken instead, and its own version counts, not its name."""
    script(tmp_path / "shims/python3.12", "exit 127")
    kept = script(tmp_path / "pyenv/versions/3.12.1/bin/python3.12", "echo 3.12")
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path / "uv"))
    assert pythons([])["3.12"] == kept
    named = script(tmp_path / "named/python", "echo 3.13")
    assert pythons([named, str(tmp_path / "absent")]) == {"3.11": None, "3.12": None, "3.13": named, "3.14": None}
