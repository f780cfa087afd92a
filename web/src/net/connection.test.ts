import { beforeEach, describe, expect, test } from "vitest";
import type { ServerFrame } from "../messages";
import { inWords } from "../words/render";
import { phrase } from "../words/words";
import { FakeWorld } from "./testing/fake-world";
import { Connection, ACCESS_ENDED, SILENCE, type Status } from "./connection";

const WELCOME = ["welcome", "e1", "s1", "player", "Anna", "scene/x", false, "disk"];

let world: FakeWorld;
let statuses: Status[];
let received: (readonly ServerFrame[])[];
let endings: string[];
let connection: Connection;

beforeEach(() => {
  world = new FakeWorld();
  statuses = [];
  received = [];
  endings = [];
  connection = new Connection(
    {
      hello: () => ({ token: "t".repeat(20), stream: "scene/x", epoch: "e1", position: [{ audience: "everyone", count: 3, chain: new Uint8Array([1]) }] }),
      seen: () => 3,
      received: (frames) => received.push(frames),
      status: (s) => statuses.push(s),
      accessEnded: (sentence) => endings.push(inWords(sentence)),
    },
    world,
  );
  connection.start();
});

const join = () => {
  world.wire.open();
  world.wire.deliver(WELCOME);
};
const link = () => statuses.at(-1)?.link;

describe("the connection", () => {
  test("says hello with its resume position, and is here once welcomed", () => {
    world.wire.open();
    expect(world.wire.frames()).toEqual([["hello", "t".repeat(20), "scene/x", "e1", [["everyone", 3, new Uint8Array([1])]], true]]);
    expect(link()).toBe("joining");
    world.wire.deliver(WELCOME);
    expect(link()).toBe("here");
  });

  test("hands over all frames of a message together", () => {
    join();
    world.wire.deliver(["part", "everyone", 4, new Uint8Array(), 0, [], []], ["part", "storyteller", 1, new Uint8Array(), 0, [], []]);
    expect(received.at(-1)?.map((f) => f.frame)).toEqual(["part", "part"]);
  });

  test("answers a tick", () => {
    join();
    world.wire.deliver(["tick", 7]);
    expect(world.wire.frames().at(-1)).toEqual(["ack", 7]);
  });

  test("sends a command again with the same bytes until it is answered, and then no more", async () => {
    join();
    const answer = connection.command("Say", { text: "hello" });
    const first = world.wire.sent.at(-1);
    world.wire.fail();
    world.pass(2_000);
    join();
    expect(world.wire.sent.at(-1)).toEqual(first);
    world.wire.deliver(["accepted", new Uint8Array(16).fill(1), []]);
    expect(await answer).toEqual({ ok: true });
    world.wire.fail();
    world.pass(2_000);
    join();
    expect(world.wire.frames().filter((f) => f[0] === "command")).toEqual([]);
  });

  test("a command made while away is sent after the welcome, in order", () => {
    world.wire.open();
    void connection.command("Say", { text: "one" });
    void connection.command("Say", { text: "two" });
    expect(world.wire.frames().map((f) => f[0])).toEqual(["hello"]);
    world.wire.deliver(WELCOME);
    expect(world.wire.frames().slice(1).map((f) => (f[3] as unknown[])[1])).toEqual(["one", "two"]);
  });

  test("a message that the server would disconnect for is refused here, and not sent", async () => {
    join();
    const sent = world.wire.sent.length;
    const answer = await connection.command("Say", { text: "x".repeat(64 * 1024) });
    expect(answer).toEqual({ ok: false, code: "too-big", sentence: phrase("page-net-too-big") });
    expect(world.wire.sent.length).toBe(sent);
    expect(link()).toBe("here");
  });

  test("a refusal comes back with its sentence", async () => {
    join();
    const answer = connection.command("Say", { text: "" });
    world.wire.deliver(["refused", new Uint8Array(16).fill(1), "nothing-said", phrase("nothing-said")]);
    expect(await answer).toEqual({ ok: false, code: "nothing-said", sentence: phrase("nothing-said") });
  });

  test("reconnects by itself: first within 2 s, then more and more slowly, never beyond 30 s", () => {
    world.chance = 1;
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      world.wire.fail();
      const from = world.time;
      const opened = world.wires.length;
      while (world.wires.length === opened) world.pass(100);
      waits.push(world.time - from);
    }
    expect(waits[0]).toBeLessThanOrEqual(2_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(30_000);
  });

  test("comes back within the window that the server named", () => {
    join();
    world.chance = 0.99;
    world.wire.deliver(["closing", 1012, "The server restarts.", 5_000]);
    world.wire.fail(1012);
    expect(statuses.at(-1)).toEqual({ link: "away", sentence: "The server restarts." });
    world.pass(4_900);
    expect(world.wires).toHaveLength(1);
    world.pass(100);
    expect(world.wires).toHaveLength(2);
  });

  test("reconnects after 40 s of silence, even without a close", () => {
    join();
    world.pass(SILENCE - 1);
    expect(link()).toBe("here");
    world.pass(1);
    expect(link()).toBe("away");
    world.pass(2_000);
    expect(world.wires).toHaveLength(2);
  });

  test("messages of a replaced socket are ignored", () => {
    join();
    const old = world.wire;
    world.pass(SILENCE);
    const before = received.length;
    old.deliver(["tick", 1]);
    expect(received).toHaveLength(before);
  });

  test("ended access ends the connection with its sentence, and settles pending commands", async () => {
    join();
    const answer = connection.command("Say", { text: "hello" });
    world.wire.fail(ACCESS_ENDED, "The Storyteller has closed this seat's door.");
    expect(link()).toBe("gone");
    expect(endings).toEqual(["The Storyteller has closed this seat's door."]);
    expect((await answer).ok).toBe(false);
    world.pass(100_000);
    expect(world.wires).toHaveLength(1);
  });

  test("a look is answered by its own message, which changes no records", async () => {
    join();
    const before = received.length;
    const answer = connection.lookBack({ at: 2 });
    expect(world.wire.frames().at(-1)).toEqual(["look", 1, 2, -1, "", null, "everyone"]);
    world.wire.deliver(["looked", 1, 2, 9, 1000, ""], ["view", "everyone", 2, new Uint8Array(), []]);
    expect((await answer)?.looked.most).toBe(9);
    expect((await answer)?.views).toHaveLength(1);
    expect(received).toHaveLength(before);
  });

  test("a single look is in flight; the others are sent in their order, and all are answered", async () => {
    join();
    const asked = () => world.wire.frames().filter((f) => f[0] === "look").map((f) => f[2]);
    const looks = [1, 2, 3].map((at) => connection.lookBack({ at }));
    expect(asked()).toEqual([1]);
    world.wire.deliver(["looked", 1, 1, 9, 0, ""]);
    expect(asked()).toEqual([1, 2]);
    world.wire.deliver(["looked", 2, 2, 9, 0, ""]);
    expect(asked()).toEqual([1, 2, 3]);
    world.wire.deliver(["looked", 3, 3, 9, 0, ""]);
    expect((await Promise.all(looks)).map((answer) => answer?.looked.at)).toEqual([1, 2, 3]);
  });

  test("a look resolves to undefined when the connection is lost", async () => {
    join();
    const answer = connection.lookBack({ at: 1 });
    world.wire.fail();
    expect(await answer).toBeUndefined();
  });

  test("a frame of an unknown kind is ignored", () => {
    join();
    world.wire.deliver(["omen", 1, 2], ["tick", 3]);
    expect(received.at(-1)?.map((f) => f.frame)).toEqual(["tick"]);
  });
});

describe("network events of the browser", () => {
  test("offline shows at once, and a command made then waits for the next welcome", () => {
    join();
    connection.offline();
    expect(statuses.at(-1)?.link).toBe("away");
    expect(statuses.at(-1)?.sentence).toEqual(phrase("page-net-offline"));
    void connection.command("Say", { text: "Anybody?", actor: "", to: [] });
    connection.online();
    join();
    expect(statuses.at(-1)?.link).toBe("here");
    expect(world.wire.frames().map(([name]) => name)).toEqual(["hello", "command"]);
  });

  test("online tries at once, and replaces a try that began without a network", () => {
    join();
    connection.offline();
    for (let n = 0; n < 6; n++) {
      world.pass(30_000);
      world.wire.fail();
    }
    const tries = world.wires.length;
    connection.online();
    expect(world.wires.length).toBe(tries + 1);
    const hopeless = world.wire;
    connection.online();
    expect(world.wires.length).toBe(tries + 2);
    expect(hopeless.readyState).toBe(3);
    join();
    connection.online();
    expect(world.wires.length).toBe(tries + 2);
    connection.stop();
    connection.online();
    expect(world.wires.length).toBe(tries + 2);
  });
});
