"""The documents for contributors name files, tests and classes that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md")
TOPS = ("domain", "server", "tests", "web", "docs", "compose", ".ci")


def spans(text: str) -> list[str]:
    """The code spans of a document."""
    return re.findall(r"`([^`\n]+)`", text)


def missing(text: str) -> list[str]:
    """The names in a document that the project does not have."""
    found = []
    for span in spans(text):
        path, _, test = span.partition("::")
        if not re.fullmatch(r"[\w./-]+", path) or path.split("/")[0] not in TOPS or "/" not in path or "NAME" in path:
            continue
        file = ROOT / path
        if not file.exists() or (test and not re.search(rf"def {test}\(", file.read_text(encoding="utf-8"))):
            found.append(span)
    for name, path in re.findall(r"`(\w+)` in `([\w./-]+)`", text):
        if not re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8")):
            found.append(f"{name} in {path}")
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_names_what_exists(name: str) -> None:
    """Every path, every `file::test` and every `name` in `file` of a document exists."""
    assert missing((ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "`domain/nowhere.py`",
        "`tests/test_documents.py::test_nothing`",
        "`Nobody` in `domain/perform.py`",
        "`web/gone/`",
    ],
)
def test_a_name_that_is_gone_is_found(text: str) -> None:
    """A renamed file, test or class is found."""
    assert len(missing(text)) == 1
