// A WebSocket client that costs next to nothing, so that one core can play five hundred viewers: all connections read
// into one buffer, a message is looked at where it lies, and what the client sends is masked with zeros. It knows what
// our servers send: whole messages, uncompressed. Pings are answered.
import net from 'node:net';

const READ_BYTES = 512 * 1024;
const UPGRADE_WITHIN_MS = 15_000;
const shared = Buffer.allocUnsafeSlow(READ_BYTES);
const NONE = Buffer.alloc(0);
const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

export class Wire {
  bytes = 0; // received, framing and all
  closed = false;
  #socket;
  #rest = NONE; // the beginning of a frame whose end has not come
  #arrived = []; // messages nobody has asked for yet
  #asked = null; // whoever waits for the next message
  #hear = null;

  static open(url, { protocol, headers = {} } = {}) {
    return new Wire().#open(new URL(url), { ...(protocol && { 'Sec-WebSocket-Protocol': protocol }), ...headers });
  }

  #open(url, headers) {
    const asked = [
      `GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Upgrade: websocket', 'Connection: Upgrade',
      'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: Y290ZXJpZSBiZW5jaCAxNg==',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => fail(new Error('no upgrade in time')), UPGRADE_WITHIN_MS);
      const fail = (error) => {
        clearTimeout(late);
        this.close();
        reject(error);
      };
      let take = (data) => { // until the upgrade's answer is complete
        this.#rest = Buffer.concat([this.#rest, data]);
        const end = this.#rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!this.#rest.toString('latin1', 9, 12).startsWith('101')) {
          fail(new Error(`refused: ${this.#rest.toString('latin1', 0, end)}`));
          return;
        }
        clearTimeout(late);
        take = (chunk) => this.#read(chunk);
        const early = this.#rest.subarray(end + 4);
        this.#rest = NONE;
        this.#read(early);
        resolve(this);
      };
      const onread = {
        buffer: shared,
        callback: (size, buffer) => {
          take(buffer.subarray(0, size));
          return true;
        },
      };
      this.#socket = net.connect({ host: url.hostname, port: Number(url.port), noDelay: true, onread });
      this.#socket.on('error', fail);
      this.#socket.on('close', () => this.#over());
      this.#socket.write(`${asked.join('\r\n')}\r\n\r\n`);
    });
  }

  // The next message, a copy; only before `live`.
  async next() {
    if (this.#arrived.length) return this.#arrived.shift();
    if (this.closed) throw new Error('the server closed the connection');
    return new Promise((resolve, reject) => { this.#asked = { resolve, reject }; });
  }

  // The next message that `fits`.
  async until(fits) {
    for (;;) {
      const message = await this.next();
      if (fits(message)) return message;
    }
  }

  // From now on hear(buffer, start, end) has every message, where it lies.
  live(hear) {
    this.#hear = hear;
    for (const message of this.#arrived.splice(0)) hear(message, 0, message.length);
  }

  send(message, opcode = typeof message === 'string' ? TEXT : BINARY) {
    const payload = Buffer.from(message);
    const wide = payload.length > 125;
    const head = Buffer.alloc(wide ? 8 : 6); // the last four are the mask
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (wide ? 126 : payload.length);
    if (wide) head.writeUInt16BE(payload.length, 2);
    this.#socket.write(Buffer.concat([head, payload]));
  }

  close() {
    this.#socket?.destroy();
    this.#over();
  }

  #over() {
    this.closed = true;
    this.#asked?.reject(new Error('the server closed the connection'));
    this.#asked = null;
  }

  #read(chunk) {
    this.bytes += chunk.length;
    const data = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (let size; (size = frameSize(data, at)) && at + size <= data.length; at += size) this.#frame(data, at, at + size);
    this.#rest = at < data.length ? Buffer.from(data.subarray(at)) : NONE;
  }

  #frame(data, at, end) {
    const opcode = data[at] & 0x0f;
    if (data[at] < 0x80 || !opcode) throw new Error('a fragment: no server here sends any');
    const start = at + headSize(data, at);
    if (opcode === PING) this.send(data.subarray(start, end), PONG);
    else if (opcode === CLOSE) this.#over();
    else if (opcode === PONG) return;
    else if (this.#hear) this.#hear(data, start, end);
    else this.#keep(Buffer.from(data.subarray(start, end)));
  }

  #keep(message) {
    const asked = this.#asked;
    this.#asked = null;
    if (asked) asked.resolve(message);
    else this.#arrived.push(message);
  }
}

const headSize = (data, at) => (data[at + 1] < 126 ? 2 : data[at + 1] === 126 ? 4 : 10);

// The length of the frame that begins here, with its head; 0 while too little of it is there to tell.
function frameSize(data, at) {
  const left = data.length - at;
  if (left < 2) return 0;
  const size = data[at + 1];
  if (size < 126) return 2 + size;
  if (size === 126) return left < 4 ? 0 : 4 + data.readUInt16BE(at + 2);
  return left < 10 ? 0 : 10 + Number(data.readBigUInt64BE(at + 2));
}

// The name of a command: '~' and ten digits. What the server tells of the command carries it once.
export const nameOf = (n) => `~${String(n).padStart(10, '0')}`;

// Calls seen(n) for each such name in a message.
export function eachName(data, start, end, seen) {
  for (let at = data.indexOf(0x7e, start); at >= 0 && at + 11 <= end; at = data.indexOf(0x7e, at + 1)) {
    let n = 0;
    let i = at + 1;
    for (; i < at + 11 && data[i] >= 48 && data[i] <= 57; i++) n = n * 10 + data[i] - 48;
    if (i === at + 11) seen(n);
  }
}
