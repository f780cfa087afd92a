"""F25: a whole server fuzzed by what its lines of code make of it (needs the extra `fuzz`, which is atheris):

    python -m tests.soak.fuzz 60                 an hour; what it found before is where it begins
    python -m tests.soak.fuzz 0 .fuzz/crash-...  an input once more, which broke a law

An input is a byte for who sends, and the bytes that they send after the handshake. Inputs that reach something new are
kept in `.fuzz`. It ends at the first that breaks a law, with what was wrong and an exit code that is not 0.
"""

from __future__ import annotations

import argparse
import logging
import secrets
import sys
from pathlib import Path

FOLDER = Path(".fuzz")
SEED = "fuzz"
"""Of the server: the links and tables that inputs name are the same in every run."""


def main() -> int:
    """Fuzz for so long; libFuzzer then ends the process."""
    parser = argparse.ArgumentParser("python -m tests.soak.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("minutes", type=float, help="how long")
    parser.add_argument("--seed", type=int, default=secrets.randbits(31) + 1)
    parser.add_argument("inputs", nargs="*", help="files with inputs: these alone are tried, once each")
    arguments = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.stderr.write("The fuzzer needs atheris: pip install 'coterie[fuzz]'\n")
        return 1
    with atheris.instrument_imports(include=["domain", "server", "uvicorn", "websockets"]):
        from tests.soak.handler import SEATS, Handler, framed
        from tests.soak.jobs import quiet
        from tests.soak.strangers import FRAMES
    quiet()
    logging.getLogger("asyncio").disabled = True  # what is let go in the middle
    handler = Handler(SEED)

    def throw(data: bytes) -> None:
        found = handler.throw(SEATS[data[0] % len(SEATS)], data[1:]) if data else []
        assert not found, found

    (FOLDER / "corpus").mkdir(parents=True, exist_ok=True)
    for who, name in enumerate(SEATS):
        for number, frame in enumerate([*FRAMES, *([] if name else [handler.hello(seat) for seat in SEATS[1:]])]):
            (FOLDER / "corpus" / f"frame-{who}-{number}").write_bytes(bytes([who]) + framed(frame))
    print(f"seed: {arguments.seed}", flush=True)
    options = [f"-seed={arguments.seed}", f"-max_total_time={round(arguments.minutes * 60)}", "-max_len=4096"]
    places = arguments.inputs or [str(FOLDER / "corpus")]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={FOLDER}/", *places], throw)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
