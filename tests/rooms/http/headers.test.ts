import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cacheTags,
  DATA_SECURITY,
  formatHttpDate,
  MAX_NAMED,
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
function fieldsOf(headers: RawHeaders): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2) {
    fields.set(String(headers[at]).toLowerCase(), String(headers[at + 1]));
  }
  return fields;
}

test('data carry what means something for data, and no more', () => {
  assert.deepEqual(Object.fromEntries(fieldsOf(DATA_SECURITY)), {
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

test('nothing carries what browsers have given up, or what depends on the deployment', () => {
  for (const headers of [DATA_SECURITY, PAGE_SECURITY, FAULT]) {
    for (const name of [
      'x-xss-protection',
      'x-download-options',
      'x-dns-prefetch-control',
      'x-frame-options',
      'x-permitted-cross-domain-policies',
      HSTS,
    ]) {
      assert.ok(!fieldsOf(headers).has(name), name);
    }
  }
});

test('pages and their faults have every powerful feature off, and cannot be framed by others', () => {
  for (const headers of [PAGE_SECURITY, FAULT]) {
    const fields = fieldsOf(headers);
    const features = fields.get('permissions-policy')?.split(', ') ?? [];
    for (const name of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'midi']) {
      assert.ok(features.includes(`${name}=()`), name);
    }
    // A button copies an address.
    const names = features.map((feature) => /^([a-z-]+)=\(\)$/.exec(feature)?.[1] ?? feature);
    assert.deepEqual(
      names.filter((name) => !STANDARDISED.includes(name)),
      [],
    );
    assert.ok(!features.includes('clipboard-write=()'));
    assert.match(fields.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    assert.equal(fields.get('referrer-policy'), 'no-referrer');
    assert.equal(fields.get('x-content-type-options'), 'nosniff');
  }
});

test('no policy allows inline code or the code of others', () => {
  for (const headers of [DATA_SECURITY, PAGE_SECURITY, FAULT]) {
    const policy = fieldsOf(headers).get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
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
  since: [headOf('/api/reviews/since/2026-01-01'), 200],
  'what is not there': [headOf('/nothing'), 404],
  health: [headOf('/healthz'), 200],
  OPTIONS: [headOf('OPTIONS /'), 204],
  'the hub': [headOf('/api/websub/hub'), 503],
  MCP: [headOf('POST /mcp', { Host: 'localhost' }), 406],
  'what no host is': [headOf('/', { Host: '' }), 400],
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
  }
});

test('HTTPS alone is asked for by the streams of MCP, too', async (t) => {
  const { release } = await makeRelease();
  const hsts = 'max-age=31536000; includeSubDomains';
  const { url } = await startInProcess(t, { release, hsts });
  const { id } = await openSession(url);
  const method = 'subscriptions/listen';
  const params = { notifications: {} };
  const body = JSON.stringify(statelessMessage(method, params));
  const headers = { ...statelessHeaders(method, params), 'Content-Length': String(body.length) };
  for (const sent of [
    headOf('/mcp', { Host: 'localhost', Accept: 'text/event-stream', 'Mcp-Session-Id': id }),
    headOf('POST /mcp', { Host: 'localhost', ...headers }) + body,
  ]) {
    const [answer] = await sendRaw(url, sent);
    assert.equal(answer?.headers['content-type'], 'text/event-stream');
    assert.equal(answer.headers[HSTS], hsts);
  }
});

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `review-${index}`);

test('each review that is shown is named, as each kind of cache reads it', () => {
  assert.deepEqual(cacheTags(['anna', 'zoey']), [
    'Cache-Tag',
    'r-anna,r-zoey',
    'Surrogate-Key',
    'r-anna r-zoey',
  ]);
});

test('50 reviews are named', () => {
  assert.equal(MAX_NAMED, 50);
  const [, commas = '', , blanks = ''] = cacheTags(idsOf(50));
  const tags = idsOf(50).map((id) => `r-${id}`);
  assert.deepEqual(commas.split(','), tags);
  assert.deepEqual(blanks.split(' '), tags);
  // The longest ids there are: caches take 16 kB of them.
  const longest = cacheTags(idsOf(50).map((id) => id.padEnd(64, 'x')));
  assert.ok((longest[1] ?? '').length < 8192);
});

test('51 reviews are all reviews', () => {
  assert.deepEqual(cacheTags(idsOf(51)), ['Cache-Tag', 'reviews', 'Surrogate-Key', 'reviews']);
});

fc.configureGlobal({ seed: 20_261_120 });

const INSTANT = Date.parse('1994-11-06T08:49:37Z');

for (const text of [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
]) {
  test(`${text} is an HTTP-date`, () => assert.equal(parseHttpDate(text), INSTANT));
}

for (const text of [
  undefined,
  '',
  'now',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 nov 1994 08:49:37 GMT',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Sun, 06 Nov 0094 08:49:37 GMT; x',
]) {
  test(`${JSON.stringify(text)} is no HTTP-date`, () => {
    assert.equal(parseHttpDate(text), undefined);
  });
}

test('two digits are a year between 1970 and 2069', () => {
  assert.equal(parseHttpDate('Thursday, 01-Jan-70 00:00:00 GMT'), 0);
  assert.equal(
    parseHttpDate('Tuesday, 01-Jan-69 00:00:00 GMT'),
    Date.parse('2069-01-01T00:00:00Z'),
  );
});

test('a year of four digits is meant as it stands', () => {
  assert.equal(parseHttpDate('Sat, 06 Nov 0094 08:49:37 GMT'), Date.parse('0094-11-06T08:49:37Z'));
});

test('a leap second is a second', () => {
  assert.equal(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT'), Date.parse('2017-01-01T00:00:00Z'));
});

test('every instant that is formatted is read back', () => {
  const seconds = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') / 1000 });
  fc.assert(
    fc.property(seconds, (second) => {
      assert.equal(parseHttpDate(formatHttpDate(second * 1000)), second * 1000);
    }),
  );
});

test('the date of a message is that of its second, also after the clock went back', () => {
  for (const now of [INSTANT, INSTANT + 999, INSTANT + 1000, INSTANT, INSTANT - 1, 0]) {
    const time = Math.floor(now / 1000) * 1000;
    assert.deepEqual(messageDate(now), { time, text: formatHttpDate(time) });
  }
});
