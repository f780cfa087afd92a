// The floor: what any server of this work must do at least. A command comes, an XADD is awaited, and everybody in the
// scene is sent a ready frame of 200 bytes, made once. No decision, no state, no rights.
// Started with REDIS (a port) in its environment; prints its address.
import { createRequire } from 'node:module';
import net from 'node:net';

const { Sender, WebSocketServer } = createRequire(new URL('../../web/package.json', import.meta.url))('ws');
const READY = Buffer.alloc(200, '.');
const NAME_BYTES = 11;
const FRAMING = { opcode: 2, fin: true, mask: false, rsv1: false, readOnly: false };

const bulk = (part) => [`$${part.length}\r\n`, part, '\r\n'];
const waiting = []; // those who await a reply, in order; a reply to XADD is a bulk string: $n, id
const redis = net.connect({ host: '127.0.0.1', port: Number(process.env.REDIS), noDelay: true });
let unread = '';
redis.setEncoding('latin1').on('data', (data) => {
  const lines = (unread + data).split('\r\n');
  unread = lines.pop();
  if (lines.length % 2) unread = `${lines.pop()}\r\n${unread}`;
  for (let i = 0; i < lines.length; i += 2) {
    if (lines[i][0] !== '$') throw new Error(`redis says ${lines[i]}`);
    waiting.shift()();
  }
});

let unsent = []; // what one turn of the loop appends leaves in one write
function append(stream, entry) {
  if (!unsent.length) setImmediate(flush);
  unsent.push('*5\r\n$4\r\nXADD\r\n', ...bulk(stream), '$1\r\n*\r\n$1\r\ne\r\n', ...bulk(entry));
  return new Promise((resolve) => waiting.push(resolve));
}
function flush() {
  redis.write(Buffer.concat(unsent.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
  unsent = [];
}

const scenes = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('listening', () => console.log(`http://127.0.0.1:${server.address().port}`));
server.on('connection', (socket, request) => {
  const name = request.url.slice(1);
  if (!scenes.has(name)) scenes.set(name, new Set());
  const scene = scenes.get(name).add(socket);
  socket.on('close', () => scene.delete(socket));
  socket.on('message', async (command) => {
    const event = Buffer.from(READY);
    command.copy(event, 0, 0, NAME_BYTES);
    await append(name, event);
    const frame = Buffer.concat(Sender.frame(event, FRAMING));
    for (const viewer of scene) viewer._socket.write(frame);
  });
  socket.send('welcome');
});
