import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate, createRates } from '../../../sidecar/mcp/gate.ts';
import { RpcError } from '../../../sidecar/mcp/rpc-answer.ts';

type Options = Parameters<typeof createGate>[0];

const HOST = 'reviews.example';
const PUBLIC: Options = { baseUrl: `https://${HOST}`, host: '0.0.0.0', allowedOrigins: [] };
const LOCAL: Options = { ...PUBLIC, host: '127.0.0.1' };
const IPV6: Options = { ...PUBLIC, baseUrl: 'http://[2001:db8::1]:8787' };
const LISTED: Options = {
  ...PUBLIC,
  allowedOrigins: ['https://app.example', 'http://tool.example:3000'],
};
const ANY: Options = { ...PUBLIC, allowedOrigins: ['*'] };

/** The origin that a gate lets read the answer, '' where there is none; what it refuses is 403. */
function judge(options: Options, headers: { readonly host?: string; readonly origin?: string }) {
  try {
    return createGate(options)(headers)[1] ?? '';
  } catch (error) {
    assert.ok(error instanceof RpcError);
    assert.deepEqual([error.status, error.code], [403, -32_000]);
    return undefined;
  }
}

const LOOPBACK = ['LOCALHOST:1', '127.0.0.1:8787', '127.1.2.3', '[::1]:80'];

for (const [title, options, good, bad] of [
  [
    'the Host of BASE_URL passes with any port, or none, in any case, and no other',
    PUBLIC,
    [HOST, `${HOST}:8787`, `${HOST}:`, 'Reviews.EXAMPLE'],
    ['', `evil.${HOST}`, `${HOST}.evil.example`, `${HOST}:443:443`, ...LOOPBACK],
  ],
  [
    'where it listens on loopback only, loopback Hosts pass',
    LOCAL,
    [HOST, ...LOOPBACK],
    ['localhost.evil.example', '127.0.0.1.evil.example', '128.0.0.1', '[::2]'],
  ],
  ['so they do on [::1]', { ...PUBLIC, host: '::1' }, LOOPBACK, ['[::2]']],
  ['and not on all of IPv6', { ...PUBLIC, host: '::' }, [HOST], LOOPBACK],
  [
    'a BASE_URL that is an IPv6 address has its Host in brackets',
    IPV6,
    ['[2001:db8::1]:8787', '[2001:db8::1]'],
    ['[2001:db8::2]:8787'],
  ],
  ['a list of origins says nothing of whom a request is for', ANY, [HOST], ['evil.example']],
] as const) {
  test(title, () => {
    for (const host of good) assert.equal(judge(options, { host }), '', host);
    for (const host of bad) assert.equal(judge(options, { host }), undefined, host);
    assert.equal(judge(options, {}), undefined);
  });
}

for (const [title, options, good, bad] of [
  [
    'of pages only those of BASE_URL pass',
    PUBLIC,
    ['https://reviews.example'],
    ['null', '', 'http://reviews.example', 'https://reviews.example:8443', 'http://127.0.0.1'],
  ],
  [
    'where it listens on loopback only, pages of loopback pass',
    LOCAL,
    ['http://localhost:3000', 'http://127.0.0.1:6274', 'http://[::1]:1'],
    ['null', 'http://localhost.evil.example', 'x'],
  ],
  ['origins of the list pass', LISTED, LISTED.allowedOrigins, ['http://tool.example']],
  ['with * all of them pass', ANY, ['null', 'https://any.example'], []],
] as const) {
  test(title, () => {
    const named = options === ANY ? '*' : undefined;
    for (const origin of good) {
      assert.equal(judge(options, { host: HOST, origin }), named ?? origin);
    }
    for (const origin of bad) assert.equal(judge(options, { host: HOST, origin }), undefined);
  });
}

test('a client may ask half of its requests at once, and then as many a minute as there may be', () => {
  let now = 0;
  const countRequest = createRates(9, () => now);
  /** How often a client may ask until it is refused, and for how many seconds then. */
  const drain = (client: string) => {
    for (let count = 0; ; count++) {
      try {
        countRequest(client);
      } catch (error) {
        assert.ok(error instanceof RpcError && error.status === 429);
        return [count, error.headers['Retry-After']];
      }
    }
  };
  assert.deepEqual(
    [drain('a'), drain('b')],
    [
      [5, '7'],
      [5, '7'],
    ],
  );
  now += 10_000;
  assert.equal(drain('a')[0], 1);
});
