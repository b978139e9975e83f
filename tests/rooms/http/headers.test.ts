import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  accepts,
  cacheTags,
  DATA_SECURITY,
  formatHttpDate,
  messageDate,
  PAGE_SECURITY,
  parseHttpDate,
  type RawHeaders,
} from '../../../sidecar/http/headers.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { replyWithFaultPage } from '../../../sidecar/http/send-error.ts';
import { startInProcess } from '../../support/in-process.ts';
import { openSession, statelessHeaders, statelessMessage } from '../../support/mcp-client.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

/** https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md, "Standardized Features". */
const STANDARDISED =
  `accelerometer ambient-light-sensor autoplay battery camera cross-origin-isolated
  display-capture document-domain encrypted-media execution-while-not-rendered
  execution-while-out-of-viewport fullscreen geolocation gyroscope hid idle-detection magnetometer
  microphone midi navigation-override payment picture-in-picture publickey-credentials-get
  screen-wake-lock serial sync-xhr usb web-share xr-spatial-tracking`.split(/\s+/);
const FAULT = replyWithFaultPage(new HttpError(503, 'Wait.')).headers;
const HSTS = 'strict-transport-security';

/** Names in lower case, with their values. */
function fieldsOf(headers: RawHeaders): Record<string, string> {
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return Object.fromEntries(names.map((name, index) => [name, String(headers[index * 2 + 1])]));
}

test('data carry what means something for data, and no more', () => {
  assert.deepEqual(fieldsOf(DATA_SECURITY), {
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

test('pages and their faults have every powerful feature off, and no code of others', () => {
  for (const headers of [PAGE_SECURITY, FAULT]) {
    const fields = fieldsOf(headers);
    const features = fields['permissions-policy']?.split(', ') ?? [];
    const names = features.map((feature) => /^([a-z-]+)=\(\)$/.exec(feature)?.[1] ?? feature);
    for (const name of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'midi']) {
      assert.ok(names.includes(name), name);
    }
    // Browsers warn of others. A button copies an address, so clipboard-write stays on.
    assert.deepEqual(new Set(names).difference(new Set(STANDARDISED)), new Set());
    const policy = fields['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'.*frame-ancestors 'self'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(fields['referrer-policy'], 'no-referrer');
    assert.equal(fields['x-content-type-options'], 'nosniff');
  }
});

/** Whatever answers: the fast path, the parser, the routes, and what refuses. */
const ANSWERS: Readonly<Record<string, readonly [sent: string, status: number]>> = {
  'a file': [headOf('/reviews.json'), 200],
  'a file that the parser reads': [`\r\n${headOf('/reviews.json')}`, 200],
  'a file in another spelling': [headOf('/%72eviews.json'), 200],
  'a file that did not change': [headOf('/reviews.json', { 'If-None-Match': '*' }), 304],
  'a page': [headOf('/'), 200],
  'the way to a page': [headOf('/feeds'), 301],
  'a search': [headOf('/api/reviews/search'), 200],
  'what is missing': [headOf('/nothing'), 404],
  OPTIONS: [headOf('OPTIONS /'), 204],
  'the hub': [headOf('/api/websub/hub'), 503],
  MCP: [headOf('POST /mcp', { Host: 'localhost' }), 415],
  'an invalid host': [headOf('/', { Host: '' }), 400],
  'an expectation': [headOf('/', { Expect: 'x' }), 417],
  'no HTTP': ['nonsense\r\n\r\n', 400],
  'a tunnel': ['CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
};

test('HTTPS alone is asked for by every answer where the operator has it so, and nowhere else', async (t) => {
  const { release } = await makeRelease();
  for (const hsts of ['max-age=31536000', undefined]) {
    const { url } = await startInProcess(t, { release, ...(hsts && { hsts }) });
    for (const [what, [sent, status]] of Object.entries(ANSWERS)) {
      const [answer] = await sendRaw(url, sent);
      assert.deepEqual([answer?.status, answer?.headers[HSTS]], [status, hsts], what);
    }
    const { id } = await openSession(url);
    const [method, params] = ['subscriptions/listen', { notifications: {} }];
    const body = JSON.stringify(statelessMessage(method, params));
    const headers = { ...statelessHeaders(method, params), 'Content-Length': `${body.length}` };
    const local = { Host: 'localhost' };
    for (const stream of [
      headOf('/mcp', { ...local, Accept: 'text/event-stream', 'Mcp-Session-Id': id }),
      headOf('POST /mcp', { ...local, ...headers }) + body,
    ]) {
      const [answer] = await sendRaw(url, stream);
      assert.equal(answer?.headers['content-type'], 'text/event-stream');
      assert.equal(answer.headers[HSTS], hsts);
    }
  }
});

test('up to 50 reviews that are shown are named, as each kind of cache reads it', () => {
  // The longest ids there are: caches take 16 kB of them.
  const ids = Array.from({ length: 50 }, (_, index) => `review-${index}`.padEnd(64, 'x'));
  const tags = ids.map((id) => `r-${id}`);
  const named = ['Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
  assert.deepEqual(cacheTags(ids), named);
  assert.ok(tags.join(',').length < 8192);
  const all = ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews'];
  assert.deepEqual(cacheTags([...ids, 'one-more']), all);
  assert.deepEqual(cacheTags([]), []);
});

const INSTANT = '1994-11-06T08:49:37Z';

/** HTTP-dates, with what they mean; undefined where they are none. */
for (const [text, instant] of [
  ['Sun, 06 Nov 1994 08:49:37 GMT', INSTANT],
  ['Sunday, 06-Nov-94 08:49:37 GMT', INSTANT],
  ['Sun Nov  6 08:49:37 1994', INSTANT],
  // Two digits are a year between 1970 and 2069.
  ['Thursday, 01-Jan-70 00:00:00 GMT', '1970-01-01T00:00:00Z'],
  ['Tuesday, 01-Jan-69 00:00:00 GMT', '2069-01-01T00:00:00Z'],
  ['Sat, 06 Nov 0094 08:49:37 GMT', '0094-11-06T08:49:37Z'],
  // A leap second.
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
  [undefined, undefined],
  ['', undefined],
  ['1994-11-06T08:49:37Z', undefined],
  ['Sun, 06 Nov 1994 08:49:37 +0000', undefined],
  ['Sun, 6 Nov 1994 08:49:37 GMT', undefined],
  ['Sun, 06 nov 1994 08:49:37 GMT', undefined],
  ['Sun, 31 Feb 1994 08:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 24:49:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:60:37 GMT', undefined],
  ['Sun, 06 Nov 1994 08:49:61 GMT', undefined],
  ['Sun, 06 Nov 0094 08:49:37 GMT; x', undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${instant ?? 'no HTTP-date'}`, () => {
    assert.equal(parseHttpDate(text), instant && Date.parse(instant));
  });
}

test('every instant that is formatted is read back', () => {
  const seconds = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') / 1000 });
  fc.assert(
    fc.property(seconds, (second) => {
      assert.equal(parseHttpDate(formatHttpDate(second * 1000)), second * 1000);
    }),
    { seed: 20_261_120 },
  );
});

test('the date of a message is that of its second, also after the clock went back', () => {
  const instant = Date.parse(INSTANT);
  for (const now of [instant, instant + 999, instant + 1000, instant, instant - 1, 0]) {
    const time = Math.floor(now / 1000) * 1000;
    assert.deepEqual(messageDate(now), { time, text: formatHttpDate(time) });
  }
});

const JSON_ONLY = ['application/json'];
const BOTH = ['application/json', 'text/event-stream'];

test('a type is accepted by its name or by a wildcard, and the closest range decides', () => {
  for (const [accept, types, isAccepted] of [
    [undefined, BOTH, true],
    ['*/*', BOTH, true],
    ['application/json, text/event-stream', BOTH, true],
    ['APPLICATION/JSON ; q=0.1 , text/*', BOTH, true],
    ['application/*', JSON_ONLY, true],
    ['application/*', BOTH, false],
    ['', JSON_ONLY, false],
    ['application/jsonx', JSON_ONLY, false],
    ['application/json;q=0, */*', JSON_ONLY, false],
    ['text/*;q=0.000, text/event-stream, application/json', BOTH, true],
    ['*/*;q=0', JSON_ONLY, false],
    ['*/*;q=nonsense', JSON_ONLY, false],
  ] as const) {
    assert.equal(accepts(accept, types), isAccepted, String(accept));
  }
});
