import fc, { type Arbitrary } from 'fast-check';

/** What a client sends over one connection, piece by piece: bytes as latin1 text. */
export type ByteStream = readonly string[];

/** What a release has, for requests that mean something. */
export type Known = { readonly paths: readonly string[]; readonly etags: readonly string[] };

const METHODS = ['POST', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'CONNECT', 'PRI', 'get', 'FOO', ''];
const VERSIONS = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', 'HTTP/1.', ''];
const HOSTS = ['reviews.test', 'localhost:8787', '[::1]:80', 'A.example.', "a!$&'()*+,;=", 'a:'];
const ODD_HOSTS = [
  ...['', ' ', 'a b/<>', 'a@b', 'a:x', '[::1', '::1', 'a, b', 'caf\xe9', '%zz', 'a/b'],
  ...['\xa0a', 'a\x85'],
];
const DATES = [
  'Fri, 20 Nov 2026 08:00:00 GMT',
  'Friday, 20-Nov-26 08:00:00 GMT',
  'Fri Nov 20 08:00:00 2026',
  'Sat, 21 Nov 2099 08:00:00 GMT',
  'Thu, 01 Jan 2015 00:00:00 GMT',
  'yesterday',
];
const RANGES = 'bytes=0-9 bytes=-5 bytes=9- bytes=9-0 bytes=99999999- bytes=0-0,2-3'.split(' ');
const ODD_RANGES = ['Bytes=0-1', 'bytes = 0-1', 'bytes=-0', 'bytes=-', 'lines=0-1', 'bytes=0-1x'];
const CODINGS = ['br', 'gzip', 'zstd', 'identity', 'deflate', 'x-gzip', '*', 'BR', ''];
const QUALITIES = ['', ';q=0', ';q=1', ';q=0.5', ' ; q=0.001', ';Q=0.9', ';q=2', ';q=x', ';x=1'];
const CONNECTIONS = ['keep-alive', 'Keep-Alive', 'close', 'Close', 'upgrade', 'keep-alive, close'];
/** What may stand around a value, or must not. */
const SPACES = [': ', ':', ':\t', ':  ', ' : ', ' :', ': \xa0', ''];
const ENDS = ['\n', '\r', '\r\r\n', '\r\n ', '\r\n\t'];
const NAMES = 'Cookie Referer User-Agent X-Any __proto__ X-Forwarded-For a!#$%&'.split(' ');

/** What makes the fast path leave a request to the parser, or the parser refuse it. */
const RARE_FIELDS: readonly (readonly [name: string, value: string])[] = Object.entries({
  Host: ['other.example'],
  'Content-Length': ['0', '3', 'x'],
  'Transfer-Encoding': ['chunked', 'gzip, chunked'],
  TE: ['trailers'],
  Trailer: ['X-Any'],
  Expect: ['100-continue', 'x'],
  Upgrade: ['h2c'],
  'HTTP2-Settings': ['AAMAAABk'],
  'Proxy-Connection': ['close'],
  'Keep-Alive': ['timeout=1'],
}).flatMap(([name, values]) => values.map((value) => [name, value] as const));

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const oddText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: byte, maxLength: 4 }),
  fc.constantFrom('\0', '\x7f', '\xa0', '\x85', '"', ','),
);

/** One of several, by their weights. */
function weighted<T>(...options: readonly (readonly [number, Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Mostly one thing, now and then another. */
function mostly<T>(usual: Arbitrary<T>, odd: Arbitrary<T>, weight = 12): Arbitrary<T> {
  return weighted([weight, usual], [1, odd]);
}

const joined = (parts: Arbitrary<string>, maxLength = 3) =>
  fc
    .tuple(fc.array(parts, { minLength: 1, maxLength }), fc.constantFrom(',', ', ', ' ,\t', ',,'))
    .map(([some, comma]) => some.join(comma));

/** Fields of requests, the name and the value of each, by how an answer may depend on it. */
function fieldsOf(
  { etags }: Known,
  rare: number,
): Arbitrary<readonly [name: string, value: string]> {
  const tag = fc.oneof(
    fc.constantFrom(...etags),
    fc.constantFrom(...etags).map((known) => `W/${known}`),
    fc.constantFrom('*', '"x"', '"a,b"', 'x', '"', 'W/', ''),
  );
  const coding = fc
    .tuple(fc.constantFrom(...CODINGS), fc.constantFrom(...QUALITIES))
    .map((parts) => parts.join(''));
  const date = fc.constantFrom(...DATES);
  const named = (name: string, value: Arbitrary<string>) =>
    mostly(value, oddText).map((text): readonly [string, string] => [name, text]);
  return fc.oneof(
    { weight: 4, arbitrary: named('If-None-Match', joined(tag)) },
    { weight: 2, arbitrary: named('If-Match', joined(tag)) },
    { weight: 2, arbitrary: named('If-Modified-Since', date) },
    { weight: 1, arbitrary: named('If-Unmodified-Since', date) },
    { weight: 3, arbitrary: named('Range', fc.constantFrom(...RANGES, ...ODD_RANGES)) },
    { weight: 2, arbitrary: named('If-Range', fc.oneof(tag, date)) },
    { weight: 4, arbitrary: named('Accept-Encoding', joined(coding, 4)) },
    {
      weight: 1,
      arbitrary: named(
        'Accept',
        fc.constantFrom('*/*', 'text/html', 'text/markdown', 'image/*;q=0'),
      ),
    },
    { weight: 1, arbitrary: named('Connection', fc.constantFrom(...CONNECTIONS)) },
    { weight: 2, arbitrary: named('X-Any', fc.string({ maxLength: 2000 })) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...NAMES), oddText) },
    { weight: rare, arbitrary: fc.constantFrom(...RARE_FIELDS) },
  );
}

/**
 * A request as text: mostly right, in some place perhaps not. `rare`: how often it has what the
 * parser alone understands; two of those that belong together would hardly ever meet by chance.
 */
function requests(known: Known, rare = 1): Arbitrary<string> {
  const path = fc.constantFrom(...known.paths);
  const encoded = (one: string) =>
    one.replace(/[a-z]/, (at) => `%${at.charCodeAt(0).toString(16)}`);
  const target = weighted(
    [30, path],
    [2, fc.tuple(path, oddText).map(([one, odd]) => `${one}?${odd}`)],
    [1, path.map((one) => `http://reviews.test${one}`)],
    [1, path.map((one) => `http://a b@:x${one}`)],
    [1, path.map(encoded)],
    [1, oddText.map((odd) => `/${odd}`)],
    [1, oddText],
  );
  const end = mostly(fc.constant('\r\n'), fc.constantFrom(...ENDS), 60);
  const name = (text: string) =>
    mostly(fc.constant(text), fc.constantFrom(text.toLowerCase(), text.toUpperCase()), 4);
  const line = fieldsOf(known, rare).chain(([field, value]) =>
    fc.tuple(
      name(field),
      mostly(fc.constantFrom(...SPACES.slice(0, 4)), fc.constantFrom(...SPACES), 20),
      fc.constant(value),
      mostly(fc.constant(''), fc.constantFrom(' ', '\t', '\xa0')),
      end,
    ),
  );
  const host = mostly(
    fc.constantFrom(...HOSTS).map((one) => `Host: ${one}\r\n`),
    fc.oneof(
      fc.constantFrom(...ODD_HOSTS).map((one) => `Host: ${one}\r\n`),
      fc.constant(''),
    ),
    20,
  );
  const body = mostly(
    fc.constant(''),
    fc.constantFrom('abc', '3\r\nabc\r\n0\r\n\r\n', '0\r\n\r\n', 'zz'),
    Math.ceil(15 / rare),
  );
  return fc
    .tuple(
      mostly(fc.constant(''), fc.constantFrom('\r\n', '\n', ' '), 20),
      mostly(fc.constantFrom('GET', 'GET', 'GET', 'HEAD'), fc.constantFrom(...METHODS), 15),
      target,
      mostly(fc.constant('HTTP/1.1'), fc.constantFrom(...VERSIONS), 20),
      end,
      host,
      fc.array(line, { maxLength: 3 }),
      end,
      body,
    )
    .map(([before, method, asked, version, lineEnd, hosted, lines, headEnd, sent]) => {
      const requestLine = `${method} ${asked} ${version}${lineEnd}`;
      return [before, requestLine, hosted, ...lines.flat(), headEnd, sent].join('');
    });
}

/** A text of which a few bytes are others, more, or gone. */
function damaged(texts: Arbitrary<string>): Arbitrary<string> {
  const place = fc.tuple(fc.nat(600), fc.constantFrom('set', 'insert', 'delete'), byte);
  return fc.tuple(texts, fc.array(place, { minLength: 1, maxLength: 3 })).map(([text, places]) =>
    places.reduce((changed, [at, how, other]) => {
      const first = at % (changed.length + 1);
      const kept = how === 'insert' ? first : first + 1;
      return changed.slice(0, first) + (how === 'delete' ? '' : other) + changed.slice(kept);
    }, text),
  );
}

/** One to four requests behind one another: each by itself, again and again, all at once, or cut anywhere. */
export function byteStreams(known: Known): Arbitrary<ByteStream> {
  const plain = mostly(requests(known), requests(known, 30), 4);
  const some = fc.array(mostly(plain, damaged(plain), 5), { minLength: 1, maxLength: 4 });
  const times = fc.integer({ min: 2, max: 3 });
  const repeated = fc
    .tuple(some, times)
    .map(([all, count]) => all.flatMap((piece) => Array<string>(count).fill(piece)));
  const cut = fc
    .tuple(some, fc.array(fc.nat(2000), { minLength: 1, maxLength: 5 }))
    .map(([all, places]) => cutAt(all.join(''), places));
  return weighted([8, some], [4, repeated], [1, some.map((all) => [all.join('')])], [2, cut]);
}

function cutAt(text: string, places: readonly number[]): string[] {
  const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index])).filter(Boolean);
}
