"""Checks the subject of a commit. Usage: commit_subject.py FILE, which is the message as git hands it to a hook."""

import sys
from pathlib import Path

LONGEST = 72


def check_subject(message: str) -> str:
    """Return what is wrong with the subject, the first line that is not empty and no comment, or "" if nothing is."""
    lines = (line.strip() for line in message.splitlines() if not line.startswith("#"))
    subject = next((line for line in lines if line), "")
    if not subject:
        return "The commit message has no subject."
    if subject.startswith(("fixup! ", "squash! ", "amend! ")):  # git made it from another subject, and will drop it
        return ""
    if len(subject) > LONGEST:
        return f"The commit's subject has {len(subject)} characters; at most {LONGEST} are allowed:\n{subject}"
    return ""


if __name__ == "__main__":
    sys.exit(check_subject(Path(sys.argv[1]).read_text(encoding="utf-8")) or None)
