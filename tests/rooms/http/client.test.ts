import assert from 'node:assert/strict';
import { test } from 'node:test';
import express from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import {
  Clients,
  clientOf,
  FORWARDED_FIELDS,
  type TrustProxy,
} from '../../../sidecar/http/client.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();

type Fields = Readonly<Record<string, string>>;
/** The same request for the fast path, for the parser behind it, and for the routes. */
const WAYS = {
  'the fast path': (fields: Fields) => headOf('/reviews.json', fields),
  'the parser': (fields: Fields) => `\r\n${headOf('/reviews.json', fields)}`,
  'the routes': (fields: Fields) => headOf('/api/reviews/search', fields),
};
const FORWARDED = { 'X-Forwarded-For': '192.0.2.1' };

for (const [way, head] of Object.entries(WAYS)) {
  test(`a forwarded header on ${way} is logged once, with what to set, unless proxies are trusted`, async (t) => {
    for (const name of FORWARDED_FIELDS) {
      const { url, log } = await startInProcess(t, { release });
      await sendRaw(url, head({}));
      assert.equal(log.length, 0);
      for (let count = 0; count < 3; count++) await sendRaw(url, head({ [name]: '192.0.2.1' }));
      await sendRaw(url, WAYS['the routes'](FORWARDED));
      assert.deepEqual([log.length, log[0]?.level, log[0]?.header], [1, 40, name]);
      assert.match(String(log[0]?.msg), /TRUST_PROXY is off.*set TRUST_PROXY to the number/s);
      assert.doesNotMatch(JSON.stringify(log), /192\.0\.2\.1/);
    }
    const { url, log } = await startInProcess(t, { release, trustProxy: 1 });
    await sendRaw(url, head(FORWARDED));
    assert.deepEqual(log, []);
  });
}

for (const [trustProxy, answers] of [
  [false, [200, 429, 429, 429]],
  [1, [200, 200, 429, 429]],
  [['loopback'], [200, 200, 429, 429]],
] as const) {
  test(`with proxies ${trustProxy} trusted, clients have limits of their own: ${answers}`, async (t) => {
    for (const target of ['/api/reviews/search', '/api/reviews/since/2026-01-01']) {
      const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1, trustProxy });
      const statuses: number[] = [];
      // What a client itself writes stands before what the proxy adds.
      for (const forwarded of [
        '192.0.2.1',
        '2001:db8::1',
        '2001:db8::2',
        '203.0.113.9, 192.0.2.1',
      ]) {
        const headers = { 'X-Forwarded-For': forwarded };
        statuses.push((await ask(url, target, { headers })).status);
      }
      assert.deepEqual(statuses, answers);
    }
  });
}

test('a client is an IPv4 address, also where IPv6 carries it, or an IPv6 prefix of 56 bits', () => {
  assert.equal(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:2ff::ffff'));
  assert.notEqual(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:300::1'));
  assert.notEqual(clientOf('192.0.2.1'), clientOf('192.0.2.2'));
  assert.equal(clientOf('::ffff:192.0.2.1'), clientOf('192.0.2.1'));
  assert.equal(clientOf(undefined), clientOf(''));
});

const HOPS = `192.0.2.1 10.0.0.1 10.1.2.3 127.0.0.1 ::1 ::ffff:10.0.0.1 fe80::1 fd00::1 2001:db8::1
  169.254.0.1 unknown 192.0.2.1:80`.split(/\s+/);
const TRUSTED = `loopback linklocal uniquelocal 10.0.0.0/8 10.0.0.1 ::ffff:10.0.0.0/104
  ::ffff:10.0.0.1 2001:db8::/32 ::/1`.split(/\s+/);

test('behind proxies a client is whom Express takes it for', () => {
  // As systems write them: odd spellings are read by one library and not by the other.
  const v6 = fc.ipV6().map((text) => new URL(`http://[${text}]`).hostname.slice(1, -1));
  const known = fc.constantFrom(...HOPS, '', ' ');
  const hop = fc.oneof(known, fc.ipV4(), v6, fc.string({ maxLength: 8 }));
  const trust: fc.Arbitrary<TrustProxy> = fc.oneof(
    fc.integer({ min: 1, max: 4 }),
    fc.subarray(TRUSTED, { minLength: 1 }),
  );
  const lists = fc.array(hop, { maxLength: 5 }).map((hops) => hops.join(', '));
  fc.assert(
    fc.property(trust, hop, lists, (trustProxy, address, forwardedFor) => {
      const app = express();
      app.set('trust proxy', trustProxy);
      const request = Object.create(app.request, {
        app: { value: app },
        headers: { value: { 'x-forwarded-for': forwardedFor } },
        socket: { value: { remoteAddress: address } },
      });
      const clients = new Clients({ trustProxy, log: pino({ level: 'silent' }) });
      assert.equal(clients.at(address, forwardedFor), clientOf(request.ip));
      assert.equal(clients.of(request), clientOf(request.ip));
    }),
    { numRuns: 2000 },
  );
});
