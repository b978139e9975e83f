import assert from 'node:assert/strict';
import { test } from 'node:test';
import express from 'express';
import fc from 'fast-check';
import { MCP_PATH } from '#agents/server-info.ts';
import { Clients, clientOf, type TrustProxy } from '../../../sidecar/http/client.ts';
import { ask } from '../../support/ask.ts';
import { runs } from '../../support/at-length.ts';
import { startInProcess } from '../../support/in-process.ts';
import { statelessHeaders, statelessMessage } from '../../support/mcp-client.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();

// The hub, whose limit is fixed: tests/rooms/routes/hub.test.ts.
const LIMITED = [
  ['/api/reviews/search', { headers: {} }],
  ['/api/reviews/since/2026-01-01', { headers: {} }],
  [
    MCP_PATH,
    {
      method: 'POST',
      headers: statelessHeaders('tools/list'),
      body: JSON.stringify(statelessMessage('tools/list')),
    },
  ],
] as const;

for (const [trustProxy, answers] of [
  [false, [200, 429, 429, 429]],
  [1, [200, 200, 429, 429]],
  [['loopback'], [200, 200, 429, 429]],
] as const) {
  test(`with proxies ${trustProxy} trusted, clients have limits of their own: ${answers}`, async (t) => {
    for (const [target, request] of LIMITED) {
      const limits = { rateLimitPerMinute: 1, requestsPerMinute: 2 };
      const { url } = await startInProcess(t, { release, ...limits, trustProxy });
      const statuses: number[] = [];
      // What a client itself writes stands before what the proxy adds.
      for (const forwarded of [
        '192.0.2.1',
        '2001:db8::1',
        '2001:db8::2',
        '203.0.113.9, 192.0.2.1',
      ]) {
        const headers = { ...request.headers, 'X-Forwarded-For': forwarded };
        statuses.push((await ask(url, target, { ...request, headers })).status);
      }
      assert.deepEqual(statuses, answers);
    }
  });
}

/** How Express reads the client of a request, once it was prepared, if it is. */
function clientIn(
  trustProxy: TrustProxy,
  remoteAddress: string,
  forwardedFor: string,
  isPrepared = true,
): string {
  const app = express();
  app.set('trust proxy', trustProxy);
  const headers = { 'x-forwarded-for': forwardedFor };
  const clients = new Clients(trustProxy);
  if (isPrepared) clients.look(headers);
  const request: typeof app.request = Object.create(app.request, {
    app: { value: app },
    headers: { value: headers },
    socket: { value: { remoteAddress } },
  });
  return clients.of(request);
}

test('a client is an IPv4 address or an IPv6 prefix of 56 bits', () => {
  assert.notEqual(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:300::1'));
  assert.equal(clientOf(undefined), '');
});

/** Proxies that a network would trust, and a client behind them. */
const NEAR = ['loopback', '10.0.0.0/8', 'fe80::/10'];
const [CLIENT, CLIENT_IN_IPV6] = ['192.0.2.1', '2001:db8:1:200::1'];

const NO_ADDRESSES = `1.2.3 1.2.3.4.5 300.1.1.1 0x7f.1 1.2.3.4:x 1.2.3.4:80:80 2001:db8::1::: []
  [1.2.3.4 1.2.3.4] [2001:db8::1]x 1.2.3.4%eth0 % <script> localhost`.split(/\s+/);

for (const [forwardedFor, trustProxy, client] of [
  // Azure writes ports, and IPv6 in brackets with them.
  ['192.0.2.1:1000', NEAR, CLIENT],
  ['192.0.2.1:', NEAR, CLIENT],
  ['[2001:db8:1:200::1]:443', NEAR, CLIENT_IN_IPV6],
  ['2001:db8:1:2ff::7%eth0.1', NEAR, CLIENT_IN_IPV6],
  ['[::ffff:192.0.2.1]:80', NEAR, CLIENT],
  [' 192.0.2.1:80 ,\t10.0.0.1:443, , [fe80::1%2]:443', NEAR, CLIENT],
  // Nothing is believed that only a hop without an address could vouch for.
  ['unknown', NEAR, '127.0.0.1'],
  ['203.0.113.9, unknown', NEAR, '127.0.0.1'],
  ['203.0.113.9, _hidden, 10.0.0.1', NEAR, '10.0.0.1'],
  [', ,', NEAR, '127.0.0.1'],
  ...NO_ADDRESSES.map((text) => [text, NEAR, '127.0.0.1'] as const),
  ['192.0.2.1, unknown', 2, '127.0.0.1'],
  ['192.0.2.1, unknown', 1, '127.0.0.1'],
  ['203.0.113.9, 192.0.2.1:80', 1, CLIENT],
] as const) {
  test(`with ${trustProxy} trusted, ${JSON.stringify(forwardedFor).slice(0, 60)} is ${client}`, () => {
    assert.equal(clientIn(trustProxy, '127.0.0.1', forwardedFor), clientOf(client));
  });
}

const HOPS = `192.0.2.1 10.0.0.1 10.1.2.3 127.0.0.1 ::1 ::ffff:10.0.0.1 fe80::1 fd00::1 2001:db8::1
  169.254.0.1`.split(/\s+/);
const TRUSTED = `loopback linklocal uniquelocal 10.0.0.0/8 10.0.0.1 ::ffff:10.0.0.0/104
  ::ffff:10.0.0.1 2001:db8::/32 ::/1`.split(/\s+/);
// As systems write them: odd spellings are read by one library and not by the other.
const v6 = fc.ipV6().map((text) => new URL(`http://[${text}]`).hostname.slice(1, -1));
const address = fc.oneof(fc.constantFrom(...HOPS), fc.ipV4(), v6);
const trust: fc.Arbitrary<TrustProxy> = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.subarray(TRUSTED, { minLength: 1 }),
);

test('behind proxies a client is whom Express takes it for, with ports as well', () => {
  const hops = fc.array(fc.record({ address, hasPort: fc.boolean() }), { maxLength: 5 });
  const withPort = (text: string) => (text.includes(':') ? `[${text}]:443` : `${text}:80`);
  fc.assert(
    fc.property(trust, address, hops, (trustProxy, remoteAddress, list) => {
      const plain = list.map((hop) => hop.address).join(', ');
      const ported = list.map((hop) => (hop.hasPort ? withPort(hop.address) : hop.address));
      assert.equal(
        clientIn(trustProxy, remoteAddress, ported.join(', ')),
        clientIn(trustProxy, remoteAddress, plain, false),
      );
    }),
    { numRuns: runs(2000) },
  );
});
