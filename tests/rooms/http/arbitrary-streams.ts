import fc, { type Arbitrary } from 'fast-check';

/** The bytes that a client sends over one connection, piece by piece, as latin1 text. */
export type ByteStream = readonly string[];

/** Paths and tags of a release, for requests that find something. */
type Known = { readonly paths: readonly string[]; readonly etags: readonly string[] };

const METHODS = ['POST', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'CONNECT', 'PRI', 'get', 'FOO', ''];
const VERSIONS = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', 'HTTP/1.', ''];
const HOSTS = ['reviews.test', 'localhost:8787', '[::1]:80', 'A.example.', "a!$&'()*+,;=", 'a:'];
const ODD_HOSTS = [
  ...['', ' ', 'a b/<>', 'a@b', 'a:x', '[::1', '::1', 'a, b', 'caf\xe9', '%zz', 'a/b'],
  ...['\xa0a', 'a\x85'],
];
const DATES = [
  ...['Fri, 20 Nov 2026 08:00:00 GMT', 'Friday, 20-Nov-26 08:00:00 GMT'],
  ...['Fri Nov 20 08:00:00 2026', 'Sat, 21 Nov 2099 08:00:00 GMT', 'yesterday'],
];
const RANGES = [
  ...['bytes=0-9', 'bytes=-5', 'bytes=9-', 'bytes=9-0', 'bytes=99999999-', 'bytes=0-0,2-3'],
  ...['Bytes=0-1', 'bytes = 0-1', 'bytes=-0', 'bytes=-', 'lines=0-1', 'bytes=0-1x'],
];
const CODINGS = ['br', 'gzip', 'zstd', 'identity', 'deflate', 'x-gzip', '*', 'BR', ''];
const QUALITIES = ['', ';q=0', ';q=1', ';q=0.5', ' ; q=0.001', ';Q=0.9', ';q=2', ';q=x', ';x=1'];
const TYPES = ['*/*', 'text/html', 'text/markdown', 'image/*;q=0'];
const CONNECTIONS = ['keep-alive', 'Keep-Alive', 'close', 'Close', 'upgrade', 'keep-alive, close'];
/** Characters around a value, right and wrong. */
const [SPACES, ODD_SPACES] = [
  [': ', ':', ':\t', ':  '],
  [' : ', ' :', ': \xa0', ''],
];
const ENDS = ['\n', '\r', '\r\r\n', '\r\n ', '\r\n\t'];
const NAMES = 'Cookie Referer User-Agent X-Any __proto__ X-Forwarded-For a!#$%&'.split(' ');
/** Fields that decide what a request is, or make the parser refuse it. */
const RARE_LINES = [
  ...['Host: other.example', 'Content-Length: 0', 'Content-Length: 3', 'Content-Length: x'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'TE: trailers'],
  ...['Trailer: X-Any', 'Expect: 100-continue', 'Expect: x', 'Upgrade: h2c'],
  ...['HTTP2-Settings: AAMAAABk', 'Proxy-Connection: close', 'Keep-Alive: timeout=1'],
];
const BODIES = ['abc', '3\r\nabc\r\n0\r\n\r\n', '0\r\n\r\n', 'zz'];

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const oddText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: byte, maxLength: 4 }),
  fc.constantFrom('\0', '\x7f', '\xa0', '\x85', '"', ','),
);
const nothing = fc.constant('');

/** One of several, by their weights. */
function weighted<T>(...options: readonly (readonly [number, Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Mostly one thing, now and then another. */
function mostly<T>(usual: Arbitrary<T>, odd: Arbitrary<T>, weight = 12): Arbitrary<T> {
  return weighted([weight, usual], [1, odd]);
}

/** One text of parts that follow each other. */
const textOf = (...parts: readonly Arbitrary<string>[]) =>
  fc.tuple(...parts).map((some) => some.join(''));

const listOf = (parts: Arbitrary<string>) =>
  fc
    .tuple(
      fc.array(parts, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(',', ', ', ' ,\t', ',,'),
    )
    .map(([some, comma]) => some.join(comma));

/** Lines of heads without their ends, by how an answer may depend on them. */
function linesOf({ etags }: Known, rare: number): Arbitrary<string> {
  const tag = weighted(
    [2, fc.constantFrom(...etags, ...etags.map((known) => `W/${known}`))],
    [1, fc.constantFrom('*', '"x"', '"a,b"', 'x', '"', 'W/', '')],
  );
  const date = fc.constantFrom(...DATES);
  const coding = textOf(fc.constantFrom(...CODINGS), fc.constantFrom(...QUALITIES));
  const space = mostly(fc.constantFrom(...SPACES), fc.constantFrom(...ODD_SPACES), 20);
  const behind = mostly(nothing, fc.constantFrom(' ', '\t', '\xa0'));
  const named = (name: string, value: Arbitrary<string>) =>
    textOf(
      mostly(fc.constant(name), fc.constantFrom(name.toLowerCase(), name.toUpperCase()), 4),
      space,
      mostly(value, oddText),
      behind,
    );
  return weighted(
    [4, named('If-None-Match', listOf(tag))],
    [2, named('If-Match', listOf(tag))],
    [2, named('If-Modified-Since', date)],
    [1, named('If-Unmodified-Since', date)],
    [3, named('Range', fc.constantFrom(...RANGES))],
    [2, named('If-Range', fc.oneof(tag, date))],
    [4, named('Accept-Encoding', listOf(coding))],
    [1, named('Accept', fc.constantFrom(...TYPES))],
    [1, named('Connection', fc.constantFrom(...CONNECTIONS))],
    [2, named('X-Any', fc.string({ maxLength: 2000 }))],
    [2, textOf(fc.constantFrom(...NAMES), space, oddText)],
    [rare, fc.constantFrom(...RARE_LINES)],
  );
}

/**
 * A request as text: mostly right, in some place perhaps not. `rare`: how often it has rare fields, of
 * which two that belong together would hardly ever meet by chance.
 */
function requests(known: Known, rare = 1): Arbitrary<string> {
  const path = fc.constantFrom(...known.paths);
  const target = weighted(
    [30, path],
    [2, textOf(path, fc.constant('?'), oddText)],
    [1, path.map((one) => `http://reviews.test${one}`)],
    [1, path.map((one) => `http://a b@:x${one}`)],
    [1, path.map((one) => one.replace(/[a-z]/, (at) => `%${at.charCodeAt(0).toString(16)}`))],
    [1, oddText.map((odd) => `/${odd}`)],
    [1, oddText],
  );
  const end = mostly(fc.constant('\r\n'), fc.constantFrom(...ENDS), 60);
  const host = mostly(fc.constantFrom(...HOSTS), fc.constantFrom(...ODD_HOSTS), 20);
  const lines = fc.array(textOf(linesOf(known, rare), end), { maxLength: 3 });
  return textOf(
    mostly(nothing, fc.constantFrom('\r\n', '\n', ' '), 20),
    mostly(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), fc.constantFrom(...METHODS), 15),
    target.map((one) => ` ${one} `),
    mostly(fc.constant('HTTP/1.1'), fc.constantFrom(...VERSIONS), 20),
    end,
    mostly(
      host.map((one) => `Host: ${one}\r\n`),
      nothing,
      40,
    ),
    lines.map((some) => some.join('')),
    end,
    mostly(nothing, fc.constantFrom(...BODIES), Math.ceil(15 / rare)),
  );
}

/** A text of which a few bytes are others, more, or gone. */
function damaged(texts: Arbitrary<string>): Arbitrary<string> {
  const place = fc.tuple(fc.nat(600), fc.nat(1), mostly(byte, nothing, 2));
  return fc.tuple(texts, fc.array(place, { minLength: 1, maxLength: 3 })).map(([text, places]) =>
    places.reduce((changed, [at, removed, other]) => {
      const first = at % (changed.length + 1);
      return changed.slice(0, first) + other + changed.slice(first + removed);
    }, text),
  );
}

/** One to four requests behind one another: each by itself, again and again, all at once, or cut anywhere. */
export function byteStreams(known: Known): Arbitrary<ByteStream> {
  const plain = mostly(requests(known), requests(known, 30), 4);
  const some = fc.array(mostly(plain, damaged(plain), 5), { minLength: 1, maxLength: 4 });
  const cuts = fc.array(fc.nat(2000), { minLength: 1, maxLength: 5 });
  return weighted(
    [8, some],
    [4, some.map((all) => all.flatMap((piece) => [piece, piece, piece]))],
    [1, some.map((all) => [all.join('')])],
    [2, fc.tuple(some, cuts).map(([all, places]) => cutAt(all.join(''), places))],
  );
}

function cutAt(text: string, places: readonly number[]): string[] {
  const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index])).filter(Boolean);
}
