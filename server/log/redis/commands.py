"""Commands of the stores that are beside the log in Redis: each goes to the server that holds its key."""

from redis.asyncio.connection import Connection
from redis.exceptions import ResponseError

from server.log.contract import LogError, OutcomeUnknown
from server.log.redis.checks import Reply, connect_checked, refusal
from server.log.redis.nodes import Nodes
from server.log.redis.pipeline import Part
from server.log.redis.routing import Routing
from server.log.redis.url import Node, RedisAddress, parse_url


class RedisCommands:
    """Sends the commands of a store. Use `RedisCommands.open`."""

    def __init__(self, address: RedisAddress, *, read_only: bool) -> None:
        self._address = address
        self._read_only = read_only
        self.nodes = Nodes(address)
        self._routing = Routing(self.nodes, self._enter)

    @classmethod
    async def open(cls, url: str, key: bytes, *, read_only: bool) -> "RedisCommands":
        """Connect to the server that holds this key. Raise `LogError` as the log does."""
        commands = cls(parse_url(url), read_only=read_only)
        try:
            await commands.nodes.refresh()
            await commands.ask(key, "PING")
        except BaseException:
            await commands.close()
            raise
        return commands

    async def _enter(self, node: Node) -> Connection:
        tag = b"" if self._read_only else self.nodes.tag_of(node)
        return (await connect_checked(self.nodes.address_of(node), tag=tag))[0]

    async def write(self, key: bytes, *command: Part) -> Reply:
        """Send a command once. Raise `LogError` if Redis refuses it, and `OutcomeUnknown` if the reply is lost."""
        try:
            return await self._routing.ask(key, *command)
        except ResponseError as error:
            raise LogError(f"Redis at {self._address} refused: {refusal(error)}.") from error

    async def ask(self, key: bytes, *command: Part) -> Reply:
        """Send a command that does no more if it is sent twice. If the reply is lost, send it again."""
        try:
            return await self.write(key, *command)
        except OutcomeUnknown:
            return await self.write(key, *command)

    async def close(self) -> None:
        """Close all connections."""
        await self._routing.close()
        await self.nodes.close()
