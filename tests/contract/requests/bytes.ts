import { POST_HEADERS } from '../../support/mcp-client.ts';
import { headOf } from '../../support/raw-http.ts';
import type { Transcript } from '../transcript.ts';

const FILE = '/context.jsonld';
const SEARCH = '/api/reviews/search?rating=2&limit=1';

/** A request for a lookup, and for the routes. */
const HEADS = [`GET ${FILE}`, `\r\nGET ${FILE}`, `GET ${SEARCH}`];

/** One valid Host is needed (RFC 9112 §3.2). */
const HOSTS = [
  'Host: reviews.example\r\n',
  'Host: other.example:8787\r\n',
  'hOST:\t[::1]:8787 \r\n',
  '',
  'Host:\r\n',
  'Host: a b/<>\r\n',
  'Host: user@reviews.example\r\n',
  'Host: reviews.example\r\nHost: reviews.example\r\n',
];

const absolute = (target: string, host: string) => `GET ${target} HTTP/1.1\r\n${host}\r\n`;
const PLAIN = 'Host: reviews.example\r\n\r\n';
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const MCP = { Host: 'reviews.example', ...POST_HEADERS };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const manyFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']));

const PATHS_OUTSIDE =
  `/../../../../etc/passwd /%2e%2e/package.json /..%5cpackage.json /%252e%252e%252fmanifest.json
  /%c0%ae%c0%ae/manifest.json /manifest.json /server/entry.mjs /reviews.json/.. /reviews.json%00.html
  /reviews.json.br /file:///etc/passwd`.split(/\s+/);

/** Heads of which the target decides, and what is no HTTP message at all. */
const HEADS_OF_OTHERS = [
  absolute(`https://reviews.example${FILE}`, 'Host: other.example\r\n'),
  absolute(`https://reviews.example${FILE}`, ''),
  absolute(`https://reviews.example${FILE}`, 'Host: a b\r\n'),
  absolute(`https://user@reviews.example${FILE}`, 'Host: reviews.example\r\n'),
  `GET ${FILE} HTTP/1.0\r\n\r\n`,
  `GET ${FILE} HTTP/1.0\r\nHost: a b\r\n\r\n`,
  // MCP is for one host only: RFC 9112 §3.2.2 has it taken from the target.
  'POST http://localhost/mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n',
  'POST http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n',
  headOf('OPTIONS *'),
  'nonsense\r\n\r\n',
  `FOO / HTTP/1.1\r\n${PLAIN}`,
  `${headOf('POST /mcp', { ...MCP, ...CHUNKED })}zz\r\n`,
  `${headOf('POST /api/websub/hub', { ...FORM, ...CHUNKED })}zz\r\n`,
  'POST /api/websub/hub HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  headOf('/', { Expect: 'the-unexpected' }),
  headOf('POST /api/websub/hub', { Expect: 'a-miracle', 'Content-Length': '0' }),
  headOf('POST /mcp', { Expect: 'x', 'Content-Length': '0' }),
  'GET / HTTP/1.1\r\nExpect: x\r\n\r\n',
  `CONNECT reviews.example:443 HTTP/1.1\r\n${PLAIN}`,
  headOf('/', { 'X-Long': 'x'.repeat(20_000) }),
  headOf('/', { Cookie: 'x'.repeat(64_000) }),
  headOf('/', manyFields(5_000)),
  headOf('HEAD /robots.txt', manyFields(900)),
  ...[12_000, 17_000].flatMap((length) =>
    ['/', `${FILE}?`, '/api/reviews/search?query=', '/api/reviews/since/'].map((start) =>
      headOf(start.padEnd(length, 'x')),
    ),
  ),
  // Bodies of requests that have none are not waited for.
  ...[`GET ${FILE}`, `POST ${FILE}`, `PUT ${SEARCH}`].map((target) =>
    headOf(target, { 'Content-Length': '1000000000' }),
  ),
  // Nor is one that says that it is too long.
  headOf('POST /api/websub/hub', { ...FORM, 'Content-Length': '1000000000' }),
  headOf('GET /', { 'Content-Length': '-1' }),
  // No spelling of a path leaves the release.
  ...PATHS_OUTSIDE.map((path) => headOf(path)),
  headOf('GET file:///etc/passwd'),
  headOf('GET http://x/../package.json'),
];

/** Bytes that no client of HTTP would send. */
export async function sendBytes(transcript: Transcript): Promise<void> {
  for (const head of HEADS) {
    for (const host of HOSTS) await transcript.send(`${head} HTTP/1.1\r\n${host}\r\n`);
  }
  for (const bytes of HEADS_OF_OTHERS) await transcript.send(bytes);
}
