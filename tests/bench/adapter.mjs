// How a client of Coterie joins a scene, rolls and hears: the three functions that a load driver needs. Our own driver
// uses them, and so can any other whose `open(path, {protocol})` yields what `wire.mjs` offers.
//
// The server's host link is read from its output, which must be in the file that COTERIE_OUTPUT names, or else in
// coterie-PORT.out of the folder for temporary files.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { eachName, nameOf } from './wire.mjs';

const { decodeMulti, encode } = createRequire(new URL('../../web/package.json', import.meta.url))('@msgpack/msgpack');
export const PROTOCOL = 'coterie.1';
const LOOK_PAGE = 200;
const LINK_TRIES = 200;

// Who sits where: the sender is a player, the Storyteller and four more players are there, the rest watch.
const SENDER = 0, STORYTELLER = 1, PLAYERS = 6;

export async function connect(open, { url, scene, seat, history }) {
  const table = await tableOf(open, url, scene);
  const token = await table.token(seat);
  const wire = await open('/ws', { protocol: PROTOCOL });
  const welcome = await hello(wire, token, table.stream);
  const earlier = [...decodeMulti(await wire.until((message) => kindOf(message) === 'earlier'))];
  const rolls = new Map(rollsOf([...earlier, ...welcome]));
  if (history) await lookAll(wire, rolls);
  const hold = { token, stream: table.stream, epoch: welcome.epoch, position: positionOf(welcome) };
  return { wire, rolls: rolls.size, sender: seat === SENDER, seen: countOf(welcome), random: randomBytes(12), hold };
}

// Says hello again on a new wire, with what the connection held before.
export function resume({ wire, hold }) {
  wire.send(encode(['hello', hold.token, hold.stream, hold.epoch, hold.position]));
}

// A command is one message with four things written into it: its id (12 random bytes of the connection and the number),
// how far the sender has come, and the name.
// The fields of a roll after its dice.
const REST = [0, 0, [], 0, false, 10, '', '', '', '', [], [], false, false];
const ROLL = Buffer.from(encode(['command', new Uint8Array(16), 0xffffffff, ['Roll', nameOf(0), '', [], 6, ...REST]]));
const ID_AT = ROLL.indexOf(Buffer.alloc(16)), SEEN_AT = ID_AT + 17, NAME_AT = ROLL.indexOf(nameOf(0));

export function sendRoll(conn, name) {
  conn.random.copy(ROLL, ID_AT);
  ROLL.writeUInt32BE(Number(name.slice(1)), ID_AT + 12);
  ROLL.writeUInt32BE(conn.seen, SEEN_AT);
  ROLL.write(name, NAME_AT, 'latin1');
  conn.wire.send(ROLL);
}

const PART = Buffer.from(encode(['part', 'everyone', 0, 0, 0, 0, 0])).subarray(0, 15);
const TICK = Buffer.from(encode(['tick', 0])).subarray(0, 6);
const ACK = Buffer.from(encode(['ack', 0])).subarray(0, 5);

const REFUSED = Buffer.from(encode(['refused', new Uint8Array(16), '', ''])).subarray(0, 11);

// refused(n), for whoever wants to know, says that a command was not granted: nobody will be told of it.
export function onUpdate(conn, data, start, end, seen, refused = () => {}) {
  if (answered(conn.wire, data, start, end)) return;
  if (conn.sender && data.compare(REFUSED, 0, REFUSED.length, start, start + REFUSED.length) === 0) {
    refused(data.readUInt32BE(start + REFUSED.length + 12)); // the end of the command's id is its number
    return;
  }
  if (conn.sender && data.compare(PART, 0, PART.length, start, start + PART.length) === 0) {
    conn.seen = unsigned(data, start + PART.length);
  }
  eachName(data, start, end, seen);
}

// Whether this was a tick; whoever leaves ticks unanswered is cut off.
function answered(wire, data, start, end) {
  if (data[start] !== TICK[0] || data.compare(TICK, 0, TICK.length, start, start + TICK.length) !== 0) return false;
  wire.send(Buffer.concat([ACK, data.subarray(start + TICK.length, end)]));
  return true;
}

function unsigned(data, at) { // a MessagePack number, as far as 32 bits
  const first = data[at];
  if (first === 0xcc) return data[at + 1];
  if (first === 0xcd) return data.readUInt16BE(at + 1);
  return first === 0xce ? data.readUInt32BE(at + 1) : first;
}

async function hello(wire, token, stream) {
  wire.send(encode(['hello', token, stream, '', []]));
  const [first, ...rest] = decodeMulti(await wire.next());
  if (first[0] !== 'welcome') throw new Error(`no welcome: ${JSON.stringify(first)}`);
  return Object.assign(rest, { epoch: first[1] });
}

// The story before what the view has follows it in a message of its own.
const recordsOf = (frames) => frames.flatMap((frame) => ({ view: frame[4], earlier: frame[2] })[frame[0]] ?? []);
const rollsOf = (frames) => recordsOf(frames).filter(([type]) => type === 'Roll').map((roll) => [roll[1], roll]);
const positionOf = (frames) => frames.filter(([kind]) => kind === 'view').map((view) => view.slice(1, 4));
const countOf = (frames) => frames.find(([kind, audience]) => kind === 'view' && audience === 'everyone')[2];

const kindOf = (message) => decodeMulti(message).next().value[0];

// Everything that was rolled before, page by page.
async function lookAll(wire, rolls) {
  const AT = 3; // where a Roll has its commit's count
  for (let page = 1, before = -1; ; page++) {
    const oldest = Math.min(...[...rolls.values()].slice(-LOOK_PAGE).map((roll) => roll[AT]));
    if (before === oldest || !(oldest > 1)) return;
    before = oldest;
    wire.send(encode(['look', page, -1, before, '']));
    const answer = await wire.until((message) => !answered(wire, message, 0, message.length) && kindOf(message) === 'looked');
    for (const [id, roll] of rollsOf([...decodeMulti(answer)])) rolls.set(id, roll);
  }
}

// Tables: each scene of the load is the scene of a chronicle of its own, for a chronicle has one open scene.

const hosts = new Map();
const tables = new Map();

const once = (map, key, make) => map.get(key) ?? map.set(key, make()).get(key);

function tableOf(open, url, scene) {
  return once(tables, `${url} ${scene}`, () => makeTable(open, url.replace(/^ws/, 'http'), url, scene));
}

async function makeTable(open, http, url, scene) {
  const host = await once(hosts, url, async () => enter(http, await hostLink(url)));
  const { link } = await call(http, '/api/chronicles', { name: scene, rules: 'nightfall' }, host.token);
  const teller = await enter(http, link);
  const links = new Map([[STORYTELLER, link]]);
  const tokens = new Map();
  const invited = async (name, role) => (await call(http, '/api/seats', { name, role }, teller.token)).link;
  const place = (seat) => (seat < PLAYERS ? [`Player ${seat}`, 'player'] : ['Gallery', 'spectator']);
  const linkOf = (seat) => once(links, Math.min(seat, PLAYERS), () => invited(...place(seat)));
  return {
    stream: await beginScene(open, teller, scene),
    token: (seat) => once(tokens, seat, async () => (await enter(http, await linkOf(seat))).token),
  };
}

async function beginScene(open, teller, name) {
  const wire = await open('/ws', { protocol: PROTOCOL });
  const seen = countOf(await hello(wire, teller.token, teller.stream));
  wire.send(encode(['command', randomBytes(16), seen, ['BeginScene', name, '', []]]));
  for (;;) {
    for (const [kind, , , , , changed] of decodeMulti(await wire.next())) {
      const card = kind === 'part' && changed.find(([type]) => type === 'SceneCard');
      if (card) {
        wire.close();
        return card[2];
      }
    }
  }
}

async function hostLink(url) { // the server listens a moment before it prints the link
  const file = process.env.COTERIE_OUTPUT ?? path.join(os.tmpdir(), `coterie-${new URL(url).port}.out`);
  for (let tries = 0; tries < LINK_TRIES; tries++) {
    const found = fs.existsSync(file) && fs.readFileSync(file, 'utf8').match(/\S+#\S+/);
    if (found) return found[0];
    await new Promise((done) => { setTimeout(done, 50); });
  }
  throw new Error(`no host link in ${file}`);
}

// One at a time: ten that are under way at once from one address pass for somebody who guesses.
let entered = Promise.resolve();
function enter(http, link) {
  const session = entered.then(() => call(http, '/api/enter', { secret: link.split('#')[1] }));
  entered = session.catch(() => {});
  return session;
}

async function call(http, where, body, token = '') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const reply = await fetch(http + where, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${where}: ${answer.error}`);
  return answer;
}
