"""The option --language of the subcommands that print a story."""

import argparse
import os

from server.cli import Misuse
from server.cli._variables import variable
from server.words.texts import DEFAULT_LANGUAGE, NoSuchLanguage, Texts, languages, texts


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option, which COTERIE_LANGUAGE can set too."""
    help_ = f"the language of the game's sentences: {', '.join(languages())} (default: {DEFAULT_LANGUAGE})"
    variable(parser.add_argument("--language", default=DEFAULT_LANGUAGE, metavar="CODE", help=help_))


def texts_in(args: argparse.Namespace) -> Texts:
    """Return the texts in the chosen language. Raise `Misuse` if there are none."""
    try:
        return texts(args.language)
    except NoSuchLanguage as error:
        where = "COTERIE_LANGUAGE: " * (os.environ.get("COTERIE_LANGUAGE") == args.language)
        raise Misuse(f"{where}{error}") from None
