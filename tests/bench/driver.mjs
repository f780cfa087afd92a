// Plays everybody at the tables of one server, and says what came of it: `node driver.mjs '{"task": "load", ...}'`
// prints one line of JSON. The server and Redis run already; `pids` are theirs.
//
// load    closed loop: a scene's next command leaves when fewer than `window` await receipt by some client
// pace    open loop: commands at a fixed rate, whatever comes back: how long each took to each client
// join    how long it takes to join a scene after `rolls` rolls
// idle    the server's resident memory for a connection, at `scenes` x `clients` idle ones
// grow    what a command costs when each scene holds so many commands already: at each of `lengths`, over `count` more
import fs from 'node:fs';
import * as ours from './adapter.mjs';
import { Wire, eachName, nameOf } from './wire.mjs';

const TICKS_A_SECOND = 100; // of /proc, on every Linux
const WARM_SECONDS = 1;
const SETTLE_SECONDS = 0.4;
const DRAIN_SECONDS = 10;
const JOIN_AT_ONCE = 20;
const JOINS = 20;
const REFUSED_PAUSE_MS = 400; // whoever is refused waits a little before the next
const CURVE = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999];

const raw = {
  async connect(open, { scene }) {
    const wire = await open(`/${scene}`);
    await wire.next();
    return { wire };
  },
  sendRoll: (conn, name) => conn.wire.send(name),
  onUpdate: (conn, data, start, end, seen) => eachName(data, start, end, seen),
};

const job = JSON.parse(process.argv[2]);
const adapter = { ours, raw }[job.target];
const sleep = (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); });
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
const ascending = (list) => list.sort((a, b) => a - b);
const connect = (scene, seat) => adapter.connect((path, options) => Wire.open(job.url + path, options), { url: job.url, scene, seat });

// One scene: who is there, and which commands somebody still has to receive.
class Scene {
  conns = [];
  sent = 0;
  received = 0;
  refused = 0;
  complete = 0; // commands that everybody has, or nobody will
  onComplete = () => {};
  onReceipt = () => {};
  #missing = new Map(); // a command's number to how many still lack it

  constructor(name) { this.name = name; }

  async join(seats) {
    const conns = await Promise.all(seats.map((seat) => connect(this.name, seat)));
    this.conns.push(...conns);
    const seen = (n) => this.#receive(n);
    const refused = (n) => this.#refuse(n);
    for (const conn of conns) conn.wire.live((data, start, end) => adapter.onUpdate(conn, data, start, end, seen, refused));
  }

  roll(n) {
    this.sent++;
    this.#missing.set(n, this.conns.length);
    adapter.sendRoll(this.conns[0], nameOf(n));
  }

  get waiting() { return this.sent - this.complete; }

  #receive(n) {
    const missing = this.#missing.get(n);
    if (!missing) throw new Error(`${nameOf(n)} came too often, or was never sent`);
    this.received++;
    this.onReceipt(n);
    if (missing > 1) {
      this.#missing.set(n, missing - 1);
      return;
    }
    this.#missing.delete(n);
    this.complete++;
    this.onComplete();
  }

  #refuse(n) { // it will come to nobody, which is not to have lost it
    if (!this.#missing.delete(n)) throw new Error(`${nameOf(n)} was refused, but had come, or was never sent`);
    this.refused++;
    setTimeout(() => {
      this.complete++;
      this.onComplete();
    }, REFUSED_PAUSE_MS);
  }
}

class House {
  scenes = [];
  #last = 0;

  static async filled({ scenes, clients }) {
    const house = new House();
    for (let i = 0; i < scenes; i++) {
      const scene = new Scene(`scene-${i}`);
      house.scenes.push(scene);
      for (let seat = 0; seat < clients; seat += JOIN_AT_ONCE) {
        await scene.join(Array.from({ length: Math.min(JOIN_AT_ONCE, clients - seat) }, (_, k) => seat + k));
      }
    }
    await sleep(SETTLE_SECONDS); // what the house says about newcomers
    return house;
  }

  get conns() { return this.scenes.flatMap((scene) => scene.conns); }
  sum(field) { return this.scenes.reduce((sum, scene) => sum + scene[field], 0); }
  get missing() { return this.scenes.reduce((n, s) => n + (s.sent - s.refused) * s.conns.length - s.received, 0); }
  roll(scene) { scene.roll(++this.#last); }

  // As fast as it goes, until `stop` is called; at most `most` commands.
  run(window, most = Infinity) {
    let going = true;
    const fill = (scene) => {
      while (going && scene.waiting < window && this.#last < most) this.roll(scene);
    };
    for (const scene of this.scenes) {
      scene.onComplete = () => fill(scene);
      fill(scene);
    }
    return () => { going = false; };
  }

  drain() { return until(() => !this.missing); }

  close() { for (const conn of this.conns) conn.wire.close(); }
}

function cpu(pid) { // seconds of user and system time, all threads
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

// The same to the nanosecond, where Linux counts it: for what is over before a tick is.
function cpuExactly(pid) {
  const tasks = `/proc/${pid}/task`;
  return fs.readdirSync(tasks).reduce((sum, id) => sum + Number(fs.readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e9;
}

function reading(house) {
  const { user, system } = process.cpuUsage();
  return {
    seconds: performance.now() / 1000, commands: house.sum('sent'), updates: house.sum('received'),
    bytes: house.conns.reduce((sum, conn) => sum + conn.wire.bytes, 0),
    server: cpu(job.pids.server), redis: cpu(job.pids.redis), driver: (user + system) / 1e6,
  };
}

async function until(reached, seconds = DRAIN_SECONDS) {
  for (const late = Date.now() + seconds * 1000; !reached() && Date.now() < late;) await sleep(0.001);
}

const since = (before, after) => Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]]));

// Nothing may be lost and nobody cut off. What was refused (`busy`, `too-fast`) the server said so of.
const faults = (house) => ({
  lost: house.missing, cut: house.conns.filter((conn) => conn.wire.closed).length, refused: house.sum('refused'),
});

async function load() {
  const house = await House.filled(job);
  const stop = house.run(job.window);
  await sleep(WARM_SECONDS);
  if (job.sampled) process.kill(job.pids.server, 'SIGUSR1'); // a server of `sampled.py`: it begins, and it ends
  const before = reading(house);
  await sleep(job.seconds);
  // A disk that is slow to flush holds Redis up for a second or two: a time in which nothing comes measures nothing.
  await until(() => house.sum('sent') > before.commands && house.sum('received') > before.updates);
  const spent = since(before, reading(house));
  if (job.sampled) process.kill(job.pids.server, 'SIGUSR1');
  stop();
  await house.drain();
  return { ...spent, ...faults(house) };
}

async function pace() {
  const house = await House.filled(job);
  const stop = house.run(job.window);
  await sleep(WARM_SECONDS);
  stop();
  await house.drain();
  const left = [];
  const took = [];
  let n = house.sum('sent');
  for (const scene of house.scenes) scene.onReceipt = (name) => took.push(performance.now() - left[name]);
  const gap = 1 / (job.rate * house.scenes.length);
  const start = performance.now() / 1000;
  for (let slot = 0; slot < job.seconds / gap; slot++) { // each at a random time of its slot: in step with nothing
    const wait = start + (slot + Math.random()) * gap - performance.now() / 1000;
    if (wait > 0) await sleep(wait);
    left[++n] = performance.now();
    house.roll(house.scenes[slot % house.scenes.length]);
  }
  await house.drain();
  ascending(took);
  const curve = CURVE.map((q) => [q, quantile(took, q)]);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), curve, updates: took.length, ...faults(house) };
}

async function grow() {
  const house = await House.filled(job);
  const complete = async (commands) => { // `commands` more, all of them received
    const stop = house.run(job.window, house.sum('sent') + commands);
    const end = house.sum('complete') + commands;
    await until(() => house.sum('complete') >= end, job.seconds);
    stop();
    await house.drain();
  };
  const costs = [];
  for (const length of job.lengths) {
    await complete(length * house.scenes.length - house.sum('sent'));
    const before = [cpuExactly(job.pids.server), house.sum('complete')];
    await complete(job.count);
    costs.push([length, (1e6 * (cpuExactly(job.pids.server) - before[0])) / (house.sum('complete') - before[1])]);
  }
  return { costs, commands: house.sum('sent'), updates: house.sum('received'), ...faults(house) };
}

async function join() {
  const house = await House.filled({ scenes: 1, clients: 2 });
  const stop = house.run(job.window, job.rolls);
  await until(() => house.sum('sent') >= job.rolls, job.seconds);
  stop();
  await house.drain();
  await connect('scene-0', 2).then((conn) => conn.wire.close()); // its link is exchanged for a session, once
  const took = [];
  let rolls = 0;
  let bytes = 0;
  for (let i = 0; i < JOINS; i++) {
    const start = performance.now();
    const conn = await connect('scene-0', 2);
    took.push(performance.now() - start);
    ({ rolls } = conn);
    ({ bytes } = conn.wire);
    conn.wire.close();
    await sleep(0.02);
  }
  ascending(took);
  return { ms: quantile(took, 0.5), worst: took.at(-1), after: house.sum('sent'), rolls, bytes, ...faults(house) };
}

async function idle() {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${job.pids.server}/status`, 'utf8'))[1]);
  const first = await House.filled({ scenes: 1, clients: 2 });
  await sleep(1);
  const before = resident();
  const house = await House.filled(job);
  await sleep(2);
  const after = resident();
  const result = { connections: house.conns.length, kib: (after - before) / house.conns.length, mib: after / 1024, ...faults(house) };
  first.close();
  return result;
}

process.stdout.write(`${JSON.stringify(await { load, pace, join, idle, grow }[job.task]())}\n`);
process.exit(0);
