"""`coterie completion`: print a script that lets your shell complete the subcommands and options of `coterie`.

In bash, add this line to ~/.bashrc: eval "$(coterie completion bash)". In zsh, write the output to a file `_coterie` in
a folder of your `fpath`.
"""

import argparse
import sys

import shtab

from server.cli import DONE, parser_for

NAME = "completion"
HELP = "print a script for the completion of commands in bash or zsh"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shell", choices=("bash", "zsh"), help="the shell")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    sys.stdout.write(shtab.complete(parser_for([]), args.shell) + "\n")
    return DONE
