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

/** The same request for the fast path, for the parser behind it, and for the routes. */
const WAYS = {
  'the fast path': (headers: Record<string, string>) => headOf('/reviews.json', headers),
  'the parser': (headers: Record<string, string>) => `\r\n${headOf('/reviews.json', headers)}`,
  'the routes': (headers: Record<string, string>) => headOf('/api/reviews/search', headers),
};

for (const [way, head] of Object.entries(WAYS)) {
  test(`a forwarded header on ${way} is told once, with what to set`, async (t) => {
    for (const name of FORWARDED_FIELDS) {
      const { url, log } = await startInProcess(t, { release });
      await sendRaw(url, head({}));
      assert.equal(log.length, 0);
      for (let count = 0; count < 3; count++) await sendRaw(url, head({ [name]: '192.0.2.1' }));
      await sendRaw(url, WAYS['the routes']({ 'X-Forwarded-For': '192.0.2.1' }));
      assert.equal(log.length, 1);
      assert.deepEqual([log[0]?.level, log[0]?.header], [40, name]);
      assert.match(String(log[0]?.msg), /TRUST_PROXY is off.*set TRUST_PROXY to the number/s);
      assert.doesNotMatch(JSON.stringify(log), /192\.0\.2\.1/);
    }
  });

  test(`a forwarded header on ${way} is nothing to tell of where proxies are trusted`, async (t) => {
    for (const trustProxy of [1, ['loopback']]) {
      const { url, log } = await startInProcess(t, { release, trustProxy });
      await sendRaw(url, head({ 'X-Forwarded-For': '192.0.2.1' }));
      assert.deepEqual(log, []);
    }
  });
}

const SEARCH = '/api/reviews/search';
const SINCE = '/api/reviews/since/2026-01-01';

/** How many of two requests, which two addresses are said to have sent, are let through. */
async function passed(url: string, forwarded: readonly string[], target = SEARCH) {
  let count = 0;
  for (const one of forwarded) {
    const { status } = await ask(url, target, { headers: { 'X-Forwarded-For': one } });
    if (status === 200) count += 1;
  }
  return count;
}

test('without a proxy to trust, nobody can pass for another client', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1 });
  assert.equal(await passed(url, ['192.0.2.1', '192.0.2.2']), 1);
});

for (const trustProxy of [1, ['loopback'], ['127.0.0.0/8']]) {
  test(`behind ${JSON.stringify(trustProxy)}, each client has a limit of its own`, async (t) => {
    for (const target of [SEARCH, SINCE]) {
      const { url } = await startInProcess(t, { release, rateLimitPerMinute: 1, trustProxy });
      assert.equal(await passed(url, ['192.0.2.1', '192.0.2.2', '192.0.2.1'], target), 2);
      // What a client itself writes stands before what the proxy adds.
      assert.equal(await passed(url, ['203.0.113.9, 192.0.2.1'], target), 0);
    }
  });
}

test('a network of IPv6 is one client', async (t) => {
  const settings = { release, rateLimitPerMinute: 1, trustProxy: 1 } as const;
  const { url } = await startInProcess(t, settings);
  assert.equal(await passed(url, ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2']), 1);
  assert.equal(await passed(url, ['2001:db8:1::1']), 1);
});

test('whoever has an IPv6 prefix of 56 bits is one client', () => {
  assert.equal(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:2ff::ffff'));
  assert.notEqual(clientOf('2001:db8:1:200::1'), clientOf('2001:db8:1:300::1'));
});

test('IPv4 addresses are clients of their own, also where IPv6 carries them', () => {
  assert.notEqual(clientOf('192.0.2.1'), clientOf('192.0.2.2'));
  assert.notEqual(clientOf('::ffff:192.0.2.1'), clientOf('::ffff:192.0.2.2'));
  assert.equal(clientOf(undefined), clientOf(''));
});

const HOPS = [
  '192.0.2.1',
  '10.0.0.1',
  '10.1.2.3',
  '127.0.0.1',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
  '2001:db8::1',
  '169.254.0.1',
  'unknown',
  '192.0.2.1:80',
  '',
  ' ',
];
const TRUSTED = [
  'loopback',
  'linklocal',
  'uniquelocal',
  '10.0.0.0/8',
  '10.0.0.1',
  '::ffff:10.0.0.0/104',
  '::ffff:10.0.0.1',
  '2001:db8::/32',
  '::/1',
];

test('behind proxies a client is whom Express takes it for', () => {
  // As systems write them: odd spellings are read by one library and not by the other.
  const v6 = fc.ipV6().map((text) => new URL(`http://[${text}]`).hostname.slice(1, -1));
  const hop = fc.oneof(fc.constantFrom(...HOPS), fc.ipV4(), v6, fc.string({ maxLength: 8 }));
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
