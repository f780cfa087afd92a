"""Builds the page into server/static when a package is built where it is absent.

A checkout has no built page, an sdist carries one: so only whoever installs from a checkout needs Node, and where
there is none it comes as a wheel into the isolated build, for its length only.
"""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path(__file__).with_name("page.py")
page = runpy.run_path(str(PAGE))


class BuildPage(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        if page["BUILT"].exists() or page["npm"]():
            return []
        return [page["WHEEL"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A process of its own, because it sees what was installed after this one started.
        if not page["BUILT"].exists():
            subprocess.run([sys.executable, str(PAGE), "build"], check=True)
