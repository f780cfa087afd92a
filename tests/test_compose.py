"""The Compose set-up, as far as it can be checked without a container engine.

No container is started and no image is fetched: the file is parsed and checked. The Redis of the set-up is tested as a
real redis-server, started by the same script with the same files.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import redis
import yaml
from redis.backoff import NoBackoff
from redis.retry import Retry

from server.binding import check_bind, origins
from server.cli import serve
from server.limits_and_timeouts import ANSWERS_WITHIN
from server.serve_settings import CannotServe, Settings
from tests.redis_server import narrow_url

__all__ = ["narrow_url"]

ROOT = Path(__file__).parents[1]
COMPOSE = ROOT / "compose"
PASSWORD = "a password with $ and spaces"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return parsed


def profile(compose: dict[str, Any], name: str) -> dict[str, Any]:
    """The services of a profile."""
    return {key: service for key, service in compose["services"].items() if service["profiles"] == [name]}


def servers(compose: dict[str, Any]) -> dict[str, Any]:
    """The servers of the large set-up."""
    return {name: service for name, service in profile(compose, "large").items() if "build" in service}


def test_the_parts(compose: dict[str, Any]) -> None:
    """The large set-up has one Redis, one proxy, and two servers that differ only in name; the small one is a server
    alone. Every service belongs to one of them."""
    assert set(profile(compose, "large")) == {"redis", "server-1", "server-2", "proxy"}
    assert set(profile(compose, "small")) == {"coterie"}
    assert len(compose["services"]) == 5
    first, second = servers(compose).values()
    assert first == second


def test_the_small_set_up_is_the_image_with_a_volume(compose: dict[str, Any]) -> None:
    """The small set-up needs no settings: the image has them. Its data are in a volume, and only this machine reaches
    its port."""
    (small,) = profile(compose, "small").values()
    (first, _) = servers(compose).values()
    assert (small["image"], small["build"]) == (first["image"], first["build"])
    assert small["ports"] == ["127.0.0.1:8000:8000"]
    (volume,) = small["volumes"]
    assert volume.endswith(":/data")
    assert not {"command", "environment", "network_mode"} & set(small)


def test_only_the_proxy_is_reachable(compose: dict[str, Any]) -> None:
    """Only the proxy publishes ports; Redis is on an internal network without the proxy."""
    services = profile(compose, "large")
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert services["redis"]["networks"] == ["back"]
    assert compose["networks"]["back"] == {"internal": True}
    assert services["proxy"]["networks"] == ["front"]
    assert not any("network_mode" in service for service in services.values())


def test_the_servers_share_the_log_and_stand_behind_tls(compose: dict[str, Any]) -> None:
    """Each server uses the Redis as its log, has an https address as its public one, and waits for a healthy Redis."""
    for server in servers(compose).values():
        verb, *options = server["command"]
        assert verb == "serve"
        assert "--host=0.0.0.0" in options
        log = server["environment"]["COTERIE_LOG"]
        assert log == "redis://coterie:${REDIS_PASSWORD-}@redis:6379/0"
        assert "--public-url=https://${COTERIE_DOMAIN-}" in options
        assert server["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert (ROOT / servers(compose)["server-1"]["build"]["dockerfile"]).is_file()


def test_the_proxy_knows_every_server(compose: dict[str, Any]) -> None:
    """The proxy passes requests to each server of the file, and checks the health of each under the public name."""
    caddyfile = (COMPOSE / "Caddyfile").read_text()
    upstreams = re.search(r"reverse_proxy (.+) \{", caddyfile)
    assert upstreams
    assert upstreams[1].split() == [f"{name}:8000" for name in servers(compose)]
    assert all("--port=8000" in server["command"] for server in servers(compose).values())
    assert "health_uri /health" in caddyfile


def test_each_server_says_whether_it_is_ready(compose: dict[str, Any]) -> None:
    """The image has the extra for the status port, and the container's health check asks it with the program's own
    Python: 200 is healthy, 503 is not, and the server answers within the check's timeout."""
    assert '".[fast,metrics]"' in (COMPOSE / "Dockerfile").read_text()
    for server in servers(compose).values():
        (port,) = (option.partition("=")[2] for option in server["command"] if option.startswith("--status="))
        check = server["healthcheck"]
        how, python, *asking = check["test"]
        assert (how, python) == ("CMD", "/opt/coterie/bin/python")
        assert f"//127.0.0.1:{port}/ready" in asking[1]
        assert int(check["timeout"].removesuffix("s")) > ANSWERS_WITHIN
        for status in (200, 503):
            assert asks(asking[1], port, status) == (status == 200)


def asks(program: str, port: str, status: int) -> bool:
    """True if the health check passes with this answer, given on a free port instead of its own."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as answering:
        Thread(target=answering.handle_request).start()
        elsewhere = program.replace(port, str(answering.server_port))
        return subprocess.run([sys.executable, "-c", elsewhere], stderr=subprocess.DEVNULL, check=False).returncode == 0


def test_a_backup_is_one_command(compose: dict[str, Any], narrow_url: str, tmp_path: Path) -> None:
    """The README's backup command runs an existing service on the network of Redis, with the log in its environment,
    writes only to the mounted folder, and copies the log with the server's rights."""
    (line,) = re.findall(r"^    docker compose run (.+)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    *options, mount, service, verb, file = shlex.split(line)
    assert options == ["--rm", "--user", "$(id -u):$(id -g)", "--volume"]
    assert file.startswith(mount.partition(":")[2] + "/")
    assert "back" in compose["services"][service]["networks"]
    assert "COTERIE_LOG" in compose["services"][service]["environment"]
    target = tmp_path / "mounted" / Path(file).name
    target.parent.mkdir()
    environment = {"COTERIE_LOG": narrow_url, "HOME": "/nowhere", "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "server.cli", verb, str(target)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(target.parent.iterdir()) == [target]


def test_no_secret_is_committed(compose: dict[str, Any]) -> None:
    """Passwords come from the environment; the example is empty; .env is ignored."""
    text = (ROOT / "docker-compose.yml").read_text()
    used = set(re.findall(r"(?<!\$)\$\{([^}]*)\}", text))
    assert used
    assert all(re.fullmatch(r"\w+-", variable) for variable in used), "no variable has a default"
    example = (ROOT / ".env.example").read_text()
    assignments = [line for line in example.splitlines() if line and not line.startswith("#")]
    assert sorted(assignments) == sorted({variable.rstrip("-") + "=" for variable in used})
    assert ".env" in (ROOT / ".gitignore").read_text().split()


def test_a_variable_that_is_not_filled_in_stops_the_start(compose: dict[str, Any]) -> None:
    """Without a password Redis does not start, and without a domain the servers do not. (If Compose itself required the
    variables, the small set-up would need them too.)"""
    environment = {"PATH": os.environ["PATH"], "REDIS_PASSWORD": ""}
    done = subprocess.run(
        ["sh", str(COMPOSE / "redis.sh")], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "the password of the Redis user coterie" in done.stderr
    for server in servers(compose).values():
        (option,) = (o for o in server["command"] if o.startswith("--public-url="))
        with pytest.raises(CannotServe, match="--public-url"):
            check_bind(Settings("memory:", public_url=option.partition("=")[2].replace("${COTERIE_DOMAIN-}", "")))


def test_containers_hold_few_rights(compose: dict[str, Any]) -> None:
    """Redis and the servers run on a read-only root, without capabilities, and cannot gain rights."""
    for name in ("redis", "server-1", "server-2", "coterie"):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "USER 10001:10001" in (COMPOSE / "Dockerfile").read_text().splitlines()


def test_the_image_is_ready_to_serve(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the image are valid settings: a SQLite file in the volume, on all addresses of the container,
    with links to the port on this machine. Its health check is that of docker-compose.yml, and it has OCI labels."""
    text = (COMPOSE / "Dockerfile").read_text().replace("\\\n", " ")
    variables = dict(re.findall(r"(COTERIE_\w+)=(\S+)", text))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    found = serve.settings(parser.parse_args([]))
    check_bind(found)
    assert found == Settings(
        "sqlite:////data/coterie.db", "0.0.0.0", 8000, lan=True, public_url="http://localhost:8000", status=9100,
        typed_log="sqlite:////data/coterie.db",
    )  # fmt: skip
    assert origins(found, 8000, []) == ("http://localhost:8000",)
    (check,) = re.findall(r"CMD (\[.*urlopen.*\])", text)
    how, *command = servers(compose)["server-1"]["healthcheck"]["test"]
    assert (how, command) == ("CMD", json.loads(check.replace("'", '\\"')))
    for label in ("title", "description", "licenses", "version"):
        assert f"org.opencontainers.image.{label}=" in text


def test_what_files_name_is_there(compose: dict[str, Any]) -> None:
    """Every file that a service mounts exists, and the image's build context contains all that the image needs."""
    for service in compose["services"].values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (ROOT / source).exists(), source
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line.startswith("!"):
            assert (ROOT / line[1:]).exists(), line


# Redis itself


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A redis-server started by the same script, with an extra user for these tests."""
    home = tmp_path_factory.mktemp("redis")
    shutil.copytree(COMPOSE, home / "compose")
    with (home / "compose" / "users.acl").open("a") as users:
        users.write("user examiner on nopass ~* &* +@all\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = int(free.getsockname()[1])
    here = ["--bind", "127.0.0.1", "--port", str(number), "--dir", str(home)]
    environment = {**os.environ, "REDIS_PASSWORD": PASSWORD, "REDIS_USERS": str(home / "users.acl")}
    server = subprocess.Popen(
        ["sh", str(home / "compose" / "redis.sh"), *here], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        seen: list[str] = []
        for line in server.stdout:
            seen.append(line)
            if "Ready to accept connections" in line:
                break
        else:
            pytest.fail("redis-server did not start:\n" + "".join(seen))
        yield number
    finally:
        server.terminate()
        server.communicate(timeout=10)


def client(port: int, user: str | None, password: str | None = None) -> "redis.Redis":
    once = Retry(NoBackoff(), 0)  # the default retries a refused password ten times, for seven seconds
    return redis.Redis(host="127.0.0.1", port=port, username=user, password=password, decode_responses=True, retry=once)


@pytest.fixture
def examiner(port: int) -> Iterator["redis.Redis"]:
    with client(port, "examiner", "any") as connected:
        yield connected


@pytest.fixture
def coterie(port: int) -> Iterator["redis.Redis"]:
    with client(port, "coterie", PASSWORD) as connected:
        yield connected


def test_appends_are_synced_before_they_are_acknowledged(coterie: "redis.Redis") -> None:
    """The started Redis appends to a file, syncs each append, evicts no key and lets the server read these settings."""
    assert coterie.config_get("append*")["appendonly"] == "yes"
    assert coterie.config_get("appendfsync") == {"appendfsync": "always"}
    assert coterie.config_get("aof-load-truncated") == {"aof-load-truncated": "no"}
    assert coterie.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_memory_ends_before_the_machines_does(coterie: "redis.Redis") -> None:
    """Redis refuses appends at a bound that leaves as much memory again for a rewrite of its file."""
    share = int(str(coterie.config_get("maxmemory")["maxmemory"]))
    assert 0 < share <= machine() // 2 * 1024


def machine() -> int:
    """The machine's memory, in kB."""
    (found,) = re.findall(r"^MemTotal: +(\d+) kB$", Path("/proc/meminfo").read_text(), re.MULTILINE)
    return int(found)


@pytest.mark.parametrize("file", ["memory.max", "memory/memory.limit_in_bytes"])
@pytest.mark.parametrize("limit", ["", "max", f"{2**63 - 4096}", f"{256 * 2**20}"])
def test_memory_ends_before_the_containers_does(tmp_path: Path, file: str, limit: str) -> None:
    """Redis may use half of the container's memory limit; without a limit, or without a kernel that reports one, half
    of the machine's memory."""
    shutil.copytree(COMPOSE, tmp_path / "compose")
    script = tmp_path / "compose" / "redis.sh"
    text = script.read_text()
    assert f"/sys/fs/cgroup/{file}" in text
    script.write_text(text.replace("/sys/fs/cgroup", str(tmp_path / "cgroup")))
    if limit:
        (tmp_path / "cgroup" / file).parent.mkdir(parents=True)
        (tmp_path / "cgroup" / file).write_text(f"{limit}\n")
    server = tmp_path / "redis-server"
    server.write_text('#!/bin/sh\necho "$@"\n')
    server.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "REDIS_PASSWORD": "x",
        "REDIS_USERS": f"{tmp_path}/users",
    }
    done = subprocess.run(["sh", str(script)], env=environment, capture_output=True, text=True, check=True)
    (share,) = re.findall(r"--maxmemory (\d+)kb", done.stdout)
    assert (int(share), done.stderr) == (128 * 2**10 if limit == f"{256 * 2**20}" else machine() // 2, "")


def test_nobody_gets_in_without_the_password(port: int, examiner: "redis.Redis") -> None:
    """SEC25: the default user is off and has no password-free access; a wrong password is refused; only a digest of the
    right password is kept."""
    rules = [str(line) for line in examiner.acl_list()]
    (default,) = (set(rule.split()) for rule in rules if rule.startswith("user default "))
    assert {"off", "-@all"} <= default
    assert "nopass" not in default
    with client(port, None) as nobody, pytest.raises(redis.AuthenticationError):
        nobody.ping()
    with client(port, "coterie", "wrong") as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()
    assert not any(PASSWORD in rule for rule in rules)


def test_the_server_user_works_under_its_prefix_only(coterie: "redis.Redis") -> None:
    """SEC25: the server's user writes and publishes under `coterie:`, also from a script, and nowhere else."""
    assert coterie.xadd("coterie:{scene}:log", {"payload": "x"}, id="1-0") == "1-0"
    script = "return redis.call('XADD', KEYS[1], '2-0', 'payload', 'y')"
    assert coterie.eval(script, 1, "coterie:{scene}:log") == "2-0"
    assert coterie.publish("coterie:news", "x") == 0
    for attempt in (
        lambda: coterie.xadd("other", {"payload": "x"}),
        lambda: coterie.eval(script, 1, "other"),
        lambda: coterie.eval("return redis.call('GET', 'other')", 0),
        lambda: coterie.publish("other", "x"),
    ):
        with pytest.raises(redis.ResponseError, match=r"permission|can't access"):
            attempt()


NEEDED = """
    HELLO 3 | PING | INFO server | CONFIG GET appendfsync | CLIENT SETNAME x | SELECT 0
    SCAN 0 | EXISTS coterie:k | SET coterie:k v | GET coterie:k | DEL coterie:k | UNLINK coterie:k | EXPIRE coterie:k 9
    HGET coterie:h f | HSET coterie:h f v | HDEL coterie:h f | HGETALL coterie:h | HMGET coterie:h f
    HEXISTS coterie:h f
    XADD coterie:{s}:log 1-0 f v | XRANGE coterie:{s}:log - + | XREVRANGE coterie:{s}:log + - | XLEN coterie:{s}:log
    EVAL return 1 coterie:k | EVALSHA 0123 1 coterie:k | SCRIPT LOAD x | MULTI | EXEC | WATCH coterie:k
    PUBLISH coterie:c x | SUBSCRIBE coterie:c | UNSUBSCRIBE | CLUSTER INFO | CLUSTER SHARDS | ROLE
    SPUBLISH coterie:{s} x | SSUBSCRIBE coterie:{s} | SUNSUBSCRIBE | PUBSUB SHARDNUMSUB coterie:{s}
"""

DANGEROUS = """
    ACL LIST | ACL SETUSER x | BGREWRITEAOF | BGSAVE | CLIENT KILL ID 1 | CLIENT LIST | CLIENT PAUSE 1
    CLUSTER RESET | CLUSTER FAILOVER | COMMAND DOCS | CONFIG SET dir / | CONFIG REWRITE | CONFIG RESETSTAT
    DEBUG SLEEP 1 | EVAL return 1 other | FAILOVER | FLUSHALL | FLUSHDB | FUNCTION LOAD x | FUNCTION FLUSH | KEYS *
    LATENCY DOCTOR | MEMORY DOCTOR | MIGRATE h 1 coterie:k 0 1 | MODULE LOAD x | MODULE LIST | MONITOR
    MOVE coterie:k 1 | OBJECT FREQ coterie:k | PSUBSCRIBE * | PSYNC x 1 | PUBLISH other x | RANDOMKEY
    RENAME coterie:k coterie:l | REPLICAOF h 1 | RESTORE coterie:k 0 x | SAVE | SCRIPT FLUSH | SCRIPT KILL
    SHUTDOWN | SLAVEOF h 1 | SLOWLOG GET | SORT coterie:k | SSUBSCRIBE other | SUBSCRIBE other | SWAPDB 0 1 | SYNC
    PUBSUB CHANNELS | PUBSUB SHARDCHANNELS
    XADD other 1-0 f v | XDEL coterie:{s}:log 1-0 | XTRIM coterie:{s}:log MAXLEN 0 | GET other | SET other v
"""


def commands(text: str) -> list[str]:
    return [command.strip() for line in text.strip().splitlines() for command in line.split("|")]


def dry_run(examiner: "redis.Redis", command: str) -> str:
    words = command.split()
    if words[0] == "EVAL":  # its script contains a space
        words = ["EVAL", "return 1", "1", words[-1]]
    return str(examiner.acl_dryrun("coterie", *words))


@pytest.mark.parametrize("command", commands(NEEDED))
def test_needed_commands_are_allowed(examiner: "redis.Redis", command: str) -> None:
    """SEC25: the server's user may run every command that the log, the access store and the listeners send to Redis."""
    assert dry_run(examiner, command) == "OK"


@pytest.mark.parametrize("command", commands(DANGEROUS))
def test_dangerous_commands_are_denied(examiner: "redis.Redis", command: str) -> None:
    """SEC25: the server's user can change no setting, see no foreign key, and erase or rewrite no log entry in
    place."""
    assert "no permissions" in dry_run(examiner, command)
