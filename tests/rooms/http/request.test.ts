import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorityIn,
  decodePath,
  isAuthority,
  parseSimpleHead,
  splitTarget,
} from '../../../sidecar/http/request.ts';

// That Node's own parser reads the same: raw-http-fuzz.test.ts. Bodies: tests/contract and those
// who read them, tests/rooms/routes/hub.test.ts and tests/spec/mcp-fuzz.test.ts.

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
  ...[
    'Content-Length: 1\r\n\r\nx',
    'Content-Length: 0',
    'Transfer-Encoding: chunked',
    'TE: trailers',
  ],
  ...['Upgrade: websocket', 'Expect: 100-continue', 'Trailer: X-Any', 'HTTP2-Settings: AAMAAABk'],
  ...['Proxy-Connection: close', 'Connection: close', 'Connection: keep-alive, x', 'Host: other'],
  ...['If-None-Match: "a"\r\nif-none-match: "b"', 'Accept: a\r\n b', 'Accept : a', 'Acc(ept: a'],
];

test('what is not certain is left to the parser', () => {
  const heads = ['GET / HTTP/1.1\r\n', `\r\n${PLAIN}`, PLAIN.replace('/reviews.json', '/a b')];
  for (const more of UNCERTAIN) heads.push(`${PLAIN}${more}\r\n`);
  for (const head of [PLAIN, ...heads.map((one) => `${one}\r\n`)]) {
    assert.equal(parseSimpleHead(head), undefined, JSON.stringify(head));
  }
});
