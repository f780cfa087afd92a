"""Build the page into server/static while a package is built, if the built page is missing.

A checkout has no built page; an sdist contains it. So only an installation from a checkout needs Node. If there is no
Node, the isolated build installs it as a wheel, which is deleted with the build.
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
        # Use a new process: it sees the wheel that was installed after this process started.
        if not page["BUILT"].exists():
            subprocess.run([sys.executable, str(PAGE), "build"], check=True)
