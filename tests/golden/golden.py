"""Golden logs: evenings stored by earlier releases, which must fold to the same state for ever.

An evening is three files: `NAME.jsonl`, a script for `coterie play` with the expected result of every step;
`NAME.log`,
its commits as they were stored (in hexadecimal, one a line); `NAME.state`, the hash of the state that they fold to.
The
script may be changed when rules change; a log and its hash never change again:

  python -m tests.golden NAME        play a script and keep its log, if it has none yet
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from domain.core.record import Record
from domain.core.state import State
from server.cli._script_lines import BadLine, read
from server.cli.play import Player
from server.fold.commit_codec import unpack
from server.log.contract import EMPTY, Entry, next_chain

FOLDER = Path(__file__).parent


def scripts() -> list[str]:
    """The names of the evenings."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def logs() -> list[str]:
    """The names of the evenings with a kept log."""
    return sorted(path.stem for path in FOLDER.glob("*.log"))


def played(name: str) -> Player:
    """Play a script; fail on an unmet expectation, an unexpected refusal, or loaded dice that were not thrown."""
    player = Player("", f"scene/{name}/1")
    expected = False
    for line in read((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")):
        where = f"{name}.jsonl, line {line.number}"
        refusal = player.last[0].played.refusal if player.last else None
        expected = expected or "expect" in line.fields
        assert refusal is None or expected, f"{where}: the command before it was refused: {refusal}"
        if "command" in line.fields:
            expected = False
        try:
            player.take(line)
        except BadLine as error:
            raise AssertionError(f"{where}: {error}") from error
        assert "command" not in line.fields or not player.tables.loaded, f"{where} left dice: {player.tables.loaded}"
    return player


def stored(name: str) -> list[bytes]:
    """The commits of a kept log."""
    return [bytes.fromhex(line) for line in (FOLDER / f"{name}.log").read_text(encoding="ascii").split()]


def entries(payloads: Iterable[bytes]) -> list[Entry]:
    """A log with these commits."""
    made, chain = [], EMPTY.chain
    for seq, payload in enumerate(payloads, 1):
        chain = next_chain(chain, payload)
        made.append(Entry(seq, chain, seq.to_bytes(16), payload))
    return made


def folded(payloads: Iterable[bytes]) -> State:
    """The state that stored commits fold to."""
    state = State()
    for commit in map(unpack, payloads):
        state.fold(commit.facts, commit.at)
        state.settle()
    return state


def fingerprint(state: State) -> str:
    """A hash of all records of all audiences. Fields with their default value are left out, so that records may gain
    fields."""
    seen = {
        audience: [partition.count, [said(record) for record in partition.records()]]
        for audience, partition in sorted(state.partitions.items())
    }
    return sha256(json.dumps(seen, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def said(record: Record) -> list[object]:
    """A record's type, and its fields without those that have their default value."""
    fields = msgspec.structs.fields(record)
    told = {f.name: valued(getattr(record, f.name)) for f in fields if getattr(record, f.name) != f.default}
    return [type(record).__name__, told]


def valued(value: Any) -> Any:
    """A value as JSON has it: structs as objects with named fields, words as message ids with their arguments, so that
    no wording counts."""
    if isinstance(value, msgspec.Struct):
        return {name: valued(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [valued(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


def keep(name: str) -> None:
    """Play a script and keep its log. Raise `FileExistsError` if it has one."""
    payloads = [pending.payload for pending in played(name).tables.scene.pending]
    with (FOLDER / f"{name}.log").open("x", encoding="ascii") as log:
        log.writelines(f"{payload.hex()}\n" for payload in payloads)
    (FOLDER / f"{name}.state").write_text(f"{fingerprint(folded(payloads))}\n", encoding="ascii")
