import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { listen } from '../../../sidecar/http/http.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import {
  authorityIn,
  decodePath,
  isAuthority,
  parseSimpleHead,
  readBody,
  splitTarget,
} from '../../../sidecar/http/request.ts';
import { runs } from '../../support/at-length.ts';

const SEED = 20_261_120;

for (const [target, path, query, authority] of [
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/%41?%42', '/%41', '%42'],
  ['?b', '', 'b'],
  ['//evil.example/a?b', '//evil.example/a', 'b'],
  ['http://reviews.test:1/a?b', '/a', 'b', 'reviews.test:1'],
  ['HTTPS://reviews.test', '/', '', 'reviews.test'],
  ['http://reviews.test?b', '/', 'b', 'reviews.test'],
  ['http://', '/', '', ''],
  ['ftp://[/a', '/a', '', '['],
  ['*', '*', ''],
] as const) {
  test(`the target ${target} has the path "${path}", the query "${query}", the host ${authority}`, () => {
    assert.deepEqual(splitTarget(target), { path, query });
    assert.equal(authorityIn(target), authority);
  });
}

for (const [sent, path] of [
  ['/a%2Fb', '/a/b'],
  ['/%72eviews.json', '/reviews.json'],
  ['/caf%C3%A9', '/café'],
  ['/a+b', '/a+b'],
] as const) {
  test(`the path ${sent} is ${path}`, () => assert.equal(decodePath(sent), path));
}

test('a path that does not decode, or to control characters, is refused', () => {
  const refused = '/% /%ff /%c0%af /%ed%a0%80 /a%00 /a%0d%0aX-Evil:%20yes /a%7f /a%c2%85';
  for (const sent of refused.split(' ')) assert.equal(decodePath(sent), undefined, sent);
});

const HOSTS = `reviews.example localhost: 127.0.0.1:80 [::1] [::ffff:192.0.2.1] [v1.fe80::a+en1]
  %C3%A9.example a!$&'()*+,;=-._~`.split(/\s+/);
const NO_HOSTS = `:80 user@reviews.example a:b ::1 [::1 [] [fe80::1%eth0] [127.0.0.1] [::1]a
  caf\xe9.example %zz a"b a?b`.split(/\s+/);

test('a host is a name or an address, with a port or without', () => {
  for (const text of HOSTS) assert.ok(isAuthority(text), text);
  const none = ['', 'a b/<>', 'a\tb', 'a, b', ...NO_HOSTS];
  for (const text of none) assert.ok(!isAuthority(text), text);
});

test('what is encoded decodes to itself, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const path = `/${text}`;
      const decoded = decodePath(encodeURI(path.toWellFormed()));
      if (decoded !== undefined) assert.equal(decoded, path);
      decodePath(text);
      splitTarget(text);
    }),
    { seed: SEED },
  );
});

const HEEDED = [
  'accept',
  'accept-encoding',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
];
const FORWARDED = { forwarded: undefined, forwardedFor: undefined };
const PLAIN = 'GET /reviews.json HTTP/1.1\r\nHost: reviews.test\r\n';
const READ = { method: 'GET', target: '/reviews.json', headers: {}, ...FORWARDED };

/** Plain heads, with what of them is not that of `PLAIN`. */
for (const [text, differing] of [
  [
    `${PLAIN}If-None-Match:  "a", W/"b" \t\r\nX-Other: 1\r\nAccept:\r\n\r\n`,
    { headers: { 'if-none-match': '"a", W/"b"', accept: '' } },
  ],
  [
    'HEAD /?a=b HTTP/1.1\r\nhOST: x\r\nRANGE: bytes=0-1\r\n\r\n',
    { method: 'HEAD', target: '/?a=b', headers: { range: 'bytes=0-1' } },
  ],
  [`${PLAIN}Connection: Keep-Alive\r\n\r\n`, {}],
  [`${PLAIN}FORWARDED: for=192.0.2.1\r\n\r\n`, { forwarded: 'forwarded' }],
  [
    `${PLAIN}X-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 192.0.2.2, 192.0.2.3 \r\n\r\n`,
    { forwarded: 'x-forwarded-for', forwardedFor: '192.0.2.1, 192.0.2.2, 192.0.2.3' },
  ],
] as const) {
  test(`a plain head is read: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(parseSimpleHead(text), { ...READ, ...differing });
  });
}

/** What a real parser has to decide about, each behind a plain request line and a host. */
const UNCERTAIN = [
  'Content-Length: 1\r\n\r\nx',
  'Content-Length: 0',
  'Transfer-Encoding: chunked',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'TE: trailers',
  'Trailer: X-Any',
  'HTTP2-Settings: AAMAAABk',
  'Proxy-Connection: close',
  'Connection: close',
  'Connection: keep-alive, x',
  'Host: other',
  'If-None-Match: "a"\r\nif-none-match: "b"',
  'Accept: a\r\n b',
  'Accept : a',
  'Acc(ept: a',
  'Accept: a\nX: b',
  'Accept: a\0b',
];
/** What stands in the place of the request line and the host. */
const UNCERTAIN_LINES = [
  'GET / HTTP/1.1\r\n',
  'GET / HTTP/1.1\r\nHost: a b/<>\r\n',
  `\r\n${PLAIN}`,
  PLAIN.replace('1.1', '1.0'),
  PLAIN.replace('/reviews.json', '/a b'),
  PLAIN.replace('/reviews.json', 'http://x/'),
  PLAIN.replace('/reviews.json', '/\xe9'),
  PLAIN.replace('GET', 'get'),
];

test('what is not certain is left to the parser', () => {
  const heads = [...UNCERTAIN.map((more) => `${PLAIN}${more}\r\n`), ...UNCERTAIN_LINES];
  for (const head of [PLAIN, ...heads.map((one) => `${one}\r\n`)]) {
    assert.equal(parseSimpleHead(head), undefined, JSON.stringify(head));
  }
});

/** What Node's own parser reads from bytes; undefined where it refuses them. */
async function readByNode(text: string) {
  const server = createServer();
  const read = new Promise<unknown>((resolve) => {
    server.on('request', ({ method, url, headers }, response) => {
      const heeded = HEEDED.filter((name) => headers[name] !== undefined);
      response.end();
      resolve({
        method,
        target: url,
        headers: Object.fromEntries(heeded.map((name) => [name, headers[name]])),
        forwardedFor: headers['x-forwarded-for'],
      });
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
  const usual = fc.constantFrom(...HEEDED, 'Connection', 'X-Forwarded-For', 'X-Any', '__proto__');
  const name = fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom('TE', 'Content-Length', 'Upgrade', 'Host', 'Expect') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 5 }) },
  );
  const value = fc.oneof(
    fc.constantFrom('keep-alive', '"a", W/"b"', 'bytes=0-1', '*', 'gzip;q=0.5', '', ' \t', '0'),
    fc.string({ maxLength: 10 }),
    fc.string({ unit: byte, maxLength: 3 }),
  );
  const separator = fc.constantFrom(':', ': ', ':\t ', ': ', ' :');
  const field = fc.tuple(name, separator, value).map((parts) => `${parts.join('')}\r\n`);
  const target = fc.oneof(
    fc.constantFrom('/', '/reviews.json?a=b#c', '//x', '/%zz?'),
    fc.string({ maxLength: 12 }).map((text) => `/${text}`),
  );
  const method = fc.constantFrom('GET', 'HEAD');
  const fields = fc.array(field, { maxLength: 4 }).map((some) => some.join(''));
  const plain = fc
    .tuple(method, target, fields)
    .map(([verb, asked, more]) => `${verb} ${asked} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
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
    { numRuns: runs(5000), seed: SEED },
  );
  assert.ok(accepted > runs(500), `${accepted} heads were accepted`);
});

const MAX_BYTES = 10;

/** A request as it reaches a server, its response, and the socket that it is sent on. */
async function receive(head: string) {
  const server = createServer();
  const socket = connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1');
  // A server that closes lets its last connection end.
  socket.on('error', () => {}).once('close', () => server.close());
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}`);
  const [request, response] = await once(server, 'request');
  return { request, response, socket };
}

test('a body is read whole, in however many pieces it is sent', async () => {
  const { request, socket } = await receive('Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
  const body = readBody(request, MAX_BYTES);
  socket.write('7\r\ndefghij\r\n0\r\n\r\n');
  assert.equal((await body)?.toString(), 'abcdefghij');
  socket.destroy();
});

test('a body that is announced or becomes too long is refused, and the client can read the answer', async () => {
  const chunks = 'Transfer-Encoding: chunked\r\n\r\nb\r\nabcdefghijk\r\n';
  for (const [head, rest] of [
    ['Content-Length: 11\r\n\r\n', 'abcdefghijk'],
    [chunks, '5\r\nabcde\r\n0\r\n\r\n'],
  ] as const) {
    const { request, response, socket } = await receive(head);
    await assert.rejects(readBody(request, MAX_BYTES), (error) => {
      return error instanceof HttpError && error.status === 413;
    });
    socket.write(rest);
    response.end('refused');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /refused/);
    socket.destroy();
  }
});

test('of a client that goes away there is no body, before or while it is read', async () => {
  for (const isReadBefore of [true, false]) {
    const { request, socket } = await receive('Content-Length: 5\r\n\r\nab');
    const early = isReadBefore ? readBody(request, MAX_BYTES) : undefined;
    request.on('error', () => {});
    const closed = new Promise((resolve) => request.once('close', resolve));
    socket.destroy();
    await closed;
    assert.equal(await (early ?? readBody(request, MAX_BYTES)), undefined);
  }
});
