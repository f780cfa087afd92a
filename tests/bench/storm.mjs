// First everybody is there, and one in a hundred rolls now and then: what that costs, and what they hold (FLT23).
// Then everybody is cut off at once and comes back at once, with what they hold; each scene's sender rolls as soon as it
// is back. How long until everybody has been welcomed, and until everybody has the roll (FLT22).
// Started as driver.mjs is: `scenes` x `clients`; `jitter`: seconds over which the page would spread their return.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { connect, onUpdate, PROTOCOL, resume, sendRoll } from './adapter.mjs';
import { Wire, nameOf } from './wire.mjs';

const { decodeMulti } = createRequire(new URL('../../web/package.json', import.meta.url))('@msgpack/msgpack');
const AT_ONCE = 50;
const WATCHING = 6; // the first seat of those who watch; they share a session, for exchanging a link for each takes long
const GIVE_UP_SECONDS = 90;
const RETRY_MS = 1000;
const IDLE_SECONDS = 5;
const ACTIVE = 0.01; // of all people: these roll once a second while the others listen
const FIRST_IDLE = 1_000_000; // the first name of what is rolled before the cut

const job = JSON.parse(process.argv[2]);
const sleep = (seconds) => new Promise((done) => { setTimeout(done, seconds * 1000); });
const open = (path, options) => Wire.open(job.url + path, options);
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${job.pids.server}/status`, 'utf8'))[1]) / 1024;
const cpu = () => {
  const fields = fs.readFileSync(`/proc/${job.pids.server}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
// Seconds that the others on this machine kept the server and this driver from their cores; Redis, which shares ours,
// is none of them.
const delayed = (pid) => Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
const ran = (pid) => Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
const delays = () => [delayed(job.pids.server), delayed(process.pid) - ran(job.pids.redis)];

class Scene {
  conns = [];
  constructor(number) {
    this.name = `scene-${number}`;
    this.roll = nameOf(number);
  }

  async fill() {
    for (let seat = 0; seat < job.clients; seat += AT_ONCE) {
      const seats = Array.from({ length: Math.min(AT_ONCE, job.clients - seat) }, (_, k) => seat + k);
      const join = (k) => connect(open, { url: job.url, scene: this.name, seat: Math.min(k, WATCHING) });
      this.conns.push(...await Promise.all(seats.map(join)));
    }
    for (const conn of this.conns) conn.wire.live((data, start, end) => onUpdate(conn, data, start, end, () => {}));
  }

  drop() { for (const conn of this.conns) conn.wire.close(); }
}

// One client's way back; resolves when it has what was rolled after the cut.
async function back(scene, conn, welcomed) {
  await sleep(Math.random() * job.jitter);
  for (;;) {
    try {
      conn.wire = await open('/ws', { protocol: PROTOCOL });
      resume(conn);
      let first = await conn.wire.next();
      const [welcome] = decodeMulti(first);
      if (welcome[0] !== 'welcome') throw new Error(`no welcome: ${welcome[0]}`);
      welcomed(welcome[6]);
      if (conn.sender) sendRoll(conn, scene.roll);
      const wanted = Number(scene.roll.slice(1));
      await new Promise((done) => {
        const hear = (data, start, end) => onUpdate(conn, data, start, end, (n) => { if (n === wanted) done(); });
        hear(first, 0, first.length);
        first = null;
        conn.wire.live(hear);
      });
      return;
    } catch {
      conn.wire.close();
      await sleep(RETRY_MS / 1000);
    }
  }
}

const scenes = Array.from({ length: job.scenes }, (_, n) => new Scene(n + 1));
const begun = performance.now();
for (const scene of scenes) await scene.fill();
const filled = (performance.now() - begun) / 1000;
await sleep(2);
const idle = [cpu(), resident()];
const active = scenes.slice(0, Math.max(1, Math.round(ACTIVE * job.scenes * job.clients)));
for (let second = 0, rolled = FIRST_IDLE; second < IDLE_SECONDS; second++) {
  for (const scene of active) sendRoll(scene.conns[0], nameOf(rolled++));
  await sleep(1);
}
const idleCpu = (cpu() - idle[0]) / IDLE_SECONDS;
for (const scene of scenes) scene.drop();
const start = performance.now();
const before = cpu();
const held = delays();
const since = () => (performance.now() - start) / 1000;
let welcomes = 0, resumed = 0, lastWelcome = 0, converged = 0;
const welcomed = (again) => {
  welcomes++;
  resumed += again ? 1 : 0;
  lastWelcome = since();
};
const all = Promise.all(scenes.flatMap((scene) => scene.conns.map(async (conn) => {
  await back(scene, conn, welcomed);
  converged++;
})));
await Promise.race([all, sleep(GIVE_UP_SECONDS)]);
const seconds = since();
const waited = delays().reduce((sum, delay, n) => sum + Math.max(0, delay - held[n]), 0);
process.stdout.write(`${JSON.stringify({
  clients: job.scenes * job.clients, filled, welcomes, resumed, welcomed: lastWelcome, converged, seconds, waited,
  server: cpu() - before, active: active.length, idle: idleCpu, mib: idle[1], after: resident(), lost: job.scenes * job.clients - converged, cut: 0,
})}\n`);
process.exit(0);
