"""Read the message files of `domain/words` for tests."""

from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import serialize_pattern

WORDS: Final = Path(__file__).parents[3] / "domain" / "words"
LANGUAGES: Final = ("en", "de")


def messages(language: str, area: str, folder: Path = WORDS) -> dict[str, str]:
    """Return the texts of one file by message id. Raise ValueError for a line that Fluent cannot read, for a message
    without a text, and for an id that occurs twice."""
    found: dict[str, str] = {}
    resource = FluentParser().parse((folder / language / f"{area}.ftl").read_text(encoding="utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    if junk:
        raise ValueError(f"{language}/{area}.ftl: {junk}")
    for entry in resource.body:
        if isinstance(entry, ast.Message):
            if entry.value is None or entry.id.name in found:
                raise ValueError(f"{language}/{area}.ftl: {entry.id.name} has no text or occurs twice")
            found[entry.id.name] = serialize_pattern(entry.value).strip()
    return found
