"""An example of a bot: it greets everybody who comes to the table, and rolls when somebody writes `!roll 5`.

python -m tests.clients.bot LINK      the link of a player's seat, which the bot has for itself
"""

from __future__ import annotations

import asyncio
import re
import sys

from domain.features.rolls.free_roll import Roll
from domain.features.scenes.chat import Say
from domain.features.table.story_log import Line
from server.client.enter import enter
from server.client.errors import CommandRefused
from server.client.table import Table
from server.protocol.frames import Part, Presence

ASKED = re.compile(r"!roll (\d+)")


async def serve(link: str) -> None:
    """Answer at the table of this link until the seat is closed."""
    async with Table(await enter(link)) as table:
        greeted = set[str]()
        async for frame in table.received():
            match frame:
                case Presence():
                    here = {seat.id: seat.name for seat in frame.seats if seat.here}
                    for name in [here[id_] for id_ in here.keys() - greeted] if greeted else ():
                        await table.do(Say(f"Welcome, {name}."))
                    greeted |= here.keys()
                case Part():
                    for line in (record for record in frame.changed if isinstance(record, Line)):
                        if asked := ASKED.fullmatch(table.sentence(line.text)):
                            try:
                                await table.do(Roll("asked by the table", dice=int(asked[1])))
                            except CommandRefused as refused:
                                await table.do(Say(str(refused)))
                case _:
                    pass


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
