import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSimpleHead } from '../../../sidecar/http/request.ts';

const HEEDED = [
  'accept',
  'accept-encoding',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
] as const;

const NOT_FORWARDED = { forwarded: undefined, forwardedFor: undefined };
const PLAIN = 'GET /reviews.json HTTP/1.1\r\nHost: reviews.test\r\n';

test('a plain GET is read', () => {
  const text = `${PLAIN}If-None-Match:  "a", W/"b" \t\r\nX-Other: 1\r\nAccept:\r\n\r\n`;
  assert.deepEqual(parseSimpleHead(text), {
    ...NOT_FORWARDED,
    method: 'GET',
    target: '/reviews.json',
    headers: { 'if-none-match': '"a", W/"b"', accept: '' },
  });
});

test('a HEAD is read, and the names of fields in any case', () => {
  const text = 'HEAD /?a=b HTTP/1.1\r\nhOST: x\r\nRANGE: bytes=0-1\r\n\r\n';
  assert.deepEqual(parseSimpleHead(text), {
    ...NOT_FORWARDED,
    method: 'HEAD',
    target: '/?a=b',
    headers: { range: 'bytes=0-1' },
  });
});

test('that a proxy says for whom it asks is noted', () => {
  for (const name of ['X-Forwarded-For', 'x-forwarded-host', 'FORWARDED', 'X-Real-IP']) {
    const request = parseSimpleHead(`${PLAIN}${name}: for=192.0.2.1\r\n\r\n`);
    assert.equal(request?.forwarded, name.toLowerCase());
  }
  assert.equal(parseSimpleHead(`${PLAIN}\r\n`)?.forwarded, undefined);
  const twice = 'X-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2, 192.0.2.3 \r\n';
  const request = parseSimpleHead(`${PLAIN}${twice}\r\n`);
  assert.equal(request?.forwardedFor, '192.0.2.1, 192.0.2.2, 192.0.2.3');
});

test('a connection that is to be kept is read', () => {
  assert.ok(parseSimpleHead(`${PLAIN}Connection: Keep-Alive\r\n\r\n`));
});

/** What a real parser has to decide about. */
const REFUSED: Readonly<Record<string, string>> = {
  'a head without its end': PLAIN,
  'a body': `${PLAIN}Content-Length: 1\r\n\r\nx`,
  'the length of a body': `${PLAIN}Content-Length: 0\r\n\r\n`,
  'a chunked body': `${PLAIN}Transfer-Encoding: chunked\r\n\r\n`,
  'an upgrade': `${PLAIN}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'an expectation': `${PLAIN}Expect: 100-continue\r\n\r\n`,
  'a connection to be closed': `${PLAIN}Connection: close\r\n\r\n`,
  'fields of the connection': `${PLAIN}Connection: keep-alive, x\r\n\r\n`,
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'what is no host': 'GET / HTTP/1.1\r\nHost: a b/<>\r\n\r\n',
  'two hosts': `${PLAIN}Host: other\r\n\r\n`,
  'a field twice': `${PLAIN}If-None-Match: "a"\r\nif-none-match: "b"\r\n\r\n`,
  'a folded field': `${PLAIN}Accept: a\r\n b\r\n\r\n`,
  'a blank before the colon': `${PLAIN}Accept : a\r\n\r\n`,
  'a name that is no token': `${PLAIN}Acc(ept: a\r\n\r\n`,
  'a bare line feed': `${PLAIN}Accept: a\nX: b\r\n\r\n`,
  'a NUL': `${PLAIN}Accept: a\0b\r\n\r\n`,
  'an empty line before': `\r\n${PLAIN}\r\n`,
  'HTTP/1.0': `${PLAIN.replace('1.1', '1.0')}\r\n`,
  'a blank in the target': `${PLAIN.replace('/reviews.json', '/a b')}\r\n`,
  'an absolute target': `${PLAIN.replace('/reviews.json', 'http://x/')}\r\n`,
  'an odd byte in the target': `${PLAIN.replace('/reviews.json', '/\xe9')}\r\n`,
  'a method in lower case': `${PLAIN.replace('GET', 'get')}\r\n`,
};

for (const [what, text] of Object.entries(REFUSED)) {
  test(`${what} is left to the parser`, () => assert.equal(parseSimpleHead(text), undefined));
}

/** What Node's own parser reads from bytes; undefined where it refuses them. */
async function readByNode(text: string) {
  const server = createServer();
  const read = new Promise<unknown>((resolve) => {
    server.on('request', ({ method, url, headers }, response) => {
      const heeded = HEEDED.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value]];
      });
      response.end();
      const forwardedFor = headers['x-forwarded-for'];
      resolve({ method, target: url, headers: Object.fromEntries(heeded), forwardedFor });
    });
    server.on('clientError', () => resolve(undefined));
  });
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  server.emit('connection', socket);
  socket.push(Buffer.from(text, 'latin1'));
  const result = await read;
  socket.destroy();
  await once(socket, 'close');
  server.close();
  return result;
}

test('whatever is accepted, Node’s own parser reads identically', async () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const name = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...HEEDED, 'Connection', 'X-Forwarded-For', 'X-Any', '__proto__'),
    },
    { weight: 1, arbitrary: fc.constantFrom('TE', 'Content-Length', 'Upgrade', 'Host', 'Expect') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 5 }) },
  );
  const value = fc.oneof(
    fc.constantFrom('keep-alive', '"a", W/"b"', 'bytes=0-1', '*', 'gzip;q=0.5', '', ' \t', '0'),
    fc.string({ maxLength: 10 }),
    fc.string({ unit: byte, maxLength: 3 }),
  );
  const separator = fc.constantFrom(':', ': ', ':\t ', ': ', ' :');
  const field = fc.tuple(name, separator, value).map((parts) => parts.join(''));
  const target = fc.oneof(
    fc.constantFrom('/', '/reviews.json?a=b#c', '//x', '/%zz?'),
    fc.string({ maxLength: 12 }).map((text) => `/${text}`),
  );
  const plain = fc
    .tuple(fc.constantFrom('GET', 'HEAD'), target, fc.array(field, { maxLength: 4 }))
    .map(([method, asked, fields]) =>
      [`${method} ${asked} HTTP/1.1`, 'Host: x', ...fields, '', ''].join('\r\n'),
    );
  // A plain head in which a few bytes are others.
  const faults = fc.array(fc.tuple(fc.nat(200), byte), { maxLength: 2 });
  const head = fc.tuple(plain, faults).map(([text, changes]) =>
    changes.reduce((changed, [at, other]) => {
      const place = at % changed.length;
      return changed.slice(0, place) + other + changed.slice(place + 1);
    }, text),
  );
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(head, async (text) => {
      const request = parseSimpleHead(text);
      if (!request) return;
      accepted += 1;
      const { forwarded: _, ...heeded } = request;
      assert.deepEqual(await readByNode(text), heeded);
    }),
    { numRuns: 5000, seed: 20_261_120 },
  );
  assert.ok(accepted > 500, `${accepted} heads were accepted`);
});
