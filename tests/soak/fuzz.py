"""FLT25: a fuzzer for a whole server that follows code coverage (needs the extra `fuzz`, which is atheris):

  python -m tests.soak.fuzz 60                 an hour, starting from the inputs of earlier runs
  python -m tests.soak.fuzz 0 .fuzz/crash-...  repeat an input that broke a law

The first byte of an input chooses the sender; the rest is sent after the handshake. Inputs that reach new code are kept
in `.fuzz`. It ends at the first input that breaks a law, with the violation and an exit code that is not 0.
"""

from __future__ import annotations

import argparse
import logging
import secrets
import sys
from pathlib import Path

FOLDER = Path(".fuzz")
SEED = "fuzz"
"""The server's seed: links and tables in the inputs are the same in every run."""


def main() -> int:
    """Fuzz for so many minutes; libFuzzer then ends the process."""
    parser = argparse.ArgumentParser("python -m tests.soak.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("minutes", type=float, help="how many minutes to fuzz")
    parser.add_argument("--seed", type=int, default=secrets.randbits(31) + 1)
    parser.add_argument("inputs", nargs="*", help="files with inputs: try only these, once each")
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
    logging.getLogger("asyncio").disabled = True  # warnings about tasks destroyed half-way
    handler = Handler(SEED)

    def throw(data: bytes) -> None:
        found = handler.throw(SEATS[data[0] % len(SEATS)], data[1:]) if data else []
        assert not found, found

    (FOLDER / "corpus").mkdir(parents=True, exist_ok=True)
    for sender, name in enumerate(SEATS):
        for number, frame in enumerate([*FRAMES, *([] if name else [handler.hello(seat) for seat in SEATS[1:]])]):
            (FOLDER / "corpus" / f"frame-{sender}-{number}").write_bytes(bytes([sender]) + framed(frame))
    print(f"seed: {arguments.seed}", flush=True)
    options = [f"-seed={arguments.seed}", f"-max_total_time={round(arguments.minutes * 60)}", "-max_len=4096"]
    places = arguments.inputs or [str(FOLDER / "corpus")]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={FOLDER}/", *places], throw)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
