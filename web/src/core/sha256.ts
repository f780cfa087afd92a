/** SHA-256 and HMAC in plain code: what the browser brings (crypto.subtle) is missing on a local network's plain HTTP. */

const BLOCK = 64;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < ROUNDS; n++) if (PRIMES.every((p) => n % p !== 0)) PRIMES.push(n);
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const STEPS = PRIMES.map((p) => fraction(Math.cbrt(p)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  words.setUint32(padded.length - 4, message.length << 3);
  const hash = Int32Array.from(START);
  const w = new Int32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK) compress(hash, w, words, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => {
    out.setInt32(4 * i, word);
  });
  return new Uint8Array(out.buffer);
}

function compress(hash: Int32Array, w: Int32Array, words: DataView, at: number): void {
  const of = (i: number): number => w[i] ?? 0;
  for (let i = 0; i < ROUNDS; i++) {
    if (i < 16) w[i] = words.getInt32(at + 4 * i);
    else {
      const [x, y] = [of(i - 15), of(i - 2)];
      const near = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const far = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[i] = of(i - 16) + near + of(i - 7) + far;
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < ROUNDS; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (STEPS[i] ?? 0) + of(i);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i] ?? 0) + word;
  });
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
