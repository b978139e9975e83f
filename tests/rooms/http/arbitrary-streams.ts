import fc, { type Arbitrary } from 'fast-check';

/** The bytes that a client sends over one connection, piece by piece, as latin1 text. */
export type ByteStream = readonly string[];

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'PRI', 'get', ''];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''];
const HOSTS = ['Host: reviews.test', 'host:[::1]:80', 'Host: a b', 'Host: a@b', 'Host:', 'X: none'];
const LINES = [
  ...['If-None-Match: *', 'If-None-Match: "x", W/"y"', 'If-Match: "x"', 'If-Range: "x"'],
  ...['If-Modified-Since: Sat, 21 Nov 2099 08:00:00 GMT', 'If-Unmodified-Since: yesterday'],
  ...['Range: bytes=0-9', 'Range: bytes=99999999-', 'Range: bytes=0-0,2-3', 'Range: lines=0-1'],
  ...['Accept-Encoding: br, gzip;q=0.5', 'Accept-Encoding: *;q=0', 'Accept: text/html'],
  ...['Connection: close', 'Connection: keep-alive', 'Connection: upgrade', 'Upgrade: h2c'],
  ...['Host: other.example', 'Content-Length: 0', 'Content-Length: 3', 'Content-Length: x'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'TE: trailers'],
  ...['Expect: 100-continue', 'Expect: x', '__proto__: x', `X-Long: ${'x'.repeat(2000)}`],
];
const BODIES = ['', '', '', 'abc', '3\r\nabc\r\n0\r\n\r\n', '0\r\n\r\n', 'zz'];

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));

/** A request as text: right in most places. */
function requests(paths: readonly string[]): Arbitrary<string> {
  const spellings = paths.flatMap((path) => [path, path, path, `http://reviews.test${path}`]);
  const parts = fc.record({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom(...spellings, '*', '/%', '//a', ''),
    version: fc.constantFrom(...VERSIONS),
    host: fc.constantFrom(...HOSTS),
    lines: fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
    body: fc.constantFrom(...BODIES),
  });
  return parts.map(({ method, target, version, host, lines, body }) =>
    [`${method} ${target} ${version}`, host, ...lines, '', body].join('\r\n'),
  );
}

/** A text of which a few bytes are others, more, or gone. */
function damaged(texts: Arbitrary<string>): Arbitrary<string> {
  const place = fc.tuple(fc.nat(600), fc.nat(1), fc.oneof(byte, fc.constant('')));
  return fc.tuple(texts, fc.array(place, { maxLength: 3 })).map(([text, places]) =>
    places.reduce((changed, [at, removed, other]) => {
      const first = at % (changed.length + 1);
      return changed.slice(0, first) + other + changed.slice(first + removed);
    }, text),
  );
}

/** One to four requests behind one another: each by itself, or cut anywhere. */
export function byteStreams(paths: readonly string[]): Arbitrary<ByteStream> {
  const plain = requests(paths);
  const some = fc.array(fc.oneof(plain, damaged(plain)), { minLength: 1, maxLength: 4 });
  const cuts = fc.array(fc.nat(2000), { maxLength: 5 });
  const cut = fc.tuple(some, cuts).map(([all, places]) => cutAt(all.join(''), places));
  return fc.oneof(some, cut);
}

function cutAt(text: string, places: readonly number[]): string[] {
  const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index])).filter(Boolean);
}
