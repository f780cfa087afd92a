"""Practice throws: the roll of a command, thrown for the one seat that asks. Nothing is stored, and no other seat
learns of it."""

import secrets

from domain.admission import admit
from domain.command import Command
from domain.core.state import View
from domain.features.table.settings import rules_of
from domain.rules.rule_types import Dice
from server.http.types import Practised


def fresh_faces(count: int) -> tuple[int, ...]:
    """Return so many faces from the system's own chance. No seed is sealed: nothing depends on them."""
    return tuple(1 + secrets.randbelow(10) for _ in range(count))


def practised(view: View, command: Command, dice: Dice) -> Practised | None:
    """Throw the roll that a command would cause, as its seat foresees it. Return None if it causes none that the seat
    may foresee. If sending the command would be refused, raise the same `Refusal`."""
    admit(view, command)
    command.check(view)
    pool = command.foreseen(view)
    if pool is None:
        return None
    rules = rules_of(view)
    throw = pool.throw(rules)
    made = rules.throw(throw, dice)
    return Practised(
        pool.all_parts(rules), throw.difficulty, throw.willpower, made.faces, made.struck, made.worth, made.successes,
        made.net, made.result, made.degree, made.why,
    )  # fmt: skip
