"""Check the texts of the game and of the page, for `make check`.

python -m tests.words             print what is wrong, and fail if anything is
python -m tests.words FILE...     print the sentences that stand in these files of the domain
"""

from __future__ import annotations

import sys

from tests.words import sentences, texts, uses


def problems() -> list[str]:
    """Return everything that is wrong with the texts."""
    read = {language: texts.read(texts.ROOT, language) for language in texts.LANGUAGES}
    wrong = [problem for _, problems in read.values() for problem in problems]
    by_language = {language: found for language, (found, _) in read.items()}
    first = by_language[texts.LANGUAGES[0]]
    wrong += texts.compared(by_language)
    wrong += uses.checked(uses.uses(), first)
    wrong += sentences.checked(sentences.in_domain(frozenset(first)))
    return wrong


def main(arguments: list[str]) -> int:
    """Run what the arguments ask for, and return the exit code."""
    terms = frozenset(texts.read(texts.ROOT, texts.LANGUAGES[0])[0])
    if arguments:
        for name in arguments:
            for line, text in sentences.sentences((texts.ROOT / name).read_text(), terms):
                print(f"{name}:{line}: {text!r}")
        return 0
    wrong = problems()
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
