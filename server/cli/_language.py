"""The option --language of the subcommands that print a story."""

import argparse

from server.cli import Misuse
from server.words.texts import DEFAULT_LANGUAGE, NoSuchLanguage, Texts, languages, texts


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--language", default=DEFAULT_LANGUAGE, metavar="CODE",
        help=f"the language of the game's sentences: {', '.join(languages())} (default: {DEFAULT_LANGUAGE})",
    )  # fmt: skip


def texts_in(args: argparse.Namespace) -> Texts:
    """Return the texts in the chosen language. Raise `Misuse` if there are none."""
    try:
        return texts(args.language)
    except NoSuchLanguage as error:
        raise Misuse(str(error)) from None
