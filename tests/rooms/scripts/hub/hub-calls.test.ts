import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Lifetime } from '../../../support/lifetime.ts';
import { CALLBACK, createHub, failure, JSON_FEED, LEASE_MS, NOW } from './world.ts';

const CALLS = join(import.meta.dirname, 'hub-calls.txt');
const SECRET = 'never-to-be-shown';
const FAILING = 'https://failing.example/';
const DEAD = 'https://dead.example/';
const NEW = 'https://new.example/';
const HOUR_MS = 3_600_000;

/** A store with subscriptions in every state, with requests, and with blocked hosts. */
async function createWorld(t: Lifetime) {
  const hub = await createHub(t);
  await hub.subscribe({ secret: SECRET });
  for (const callback of [FAILING, DEAD]) await hub.subscribe({ callback });
  await hub.subscribe({ topic: JSON_FEED }, NOW - LEASE_MS);
  const last = NOW - HOUR_MS;
  for (const [failures, at] of [last - 2 * HOUR_MS, last - HOUR_MS, last].entries()) {
    const acknowledged = { kind: 'acknowledged', at, latencyMs: 212 } as const;
    const fault = { kind: 'status', status: 500 } as const;
    const ended = { kind: 'ended', at, reason: 'failed', fault } as const;
    await hub.deliver(at, {
      [CALLBACK]: acknowledged,
      [FAILING]: failures === 0 ? acknowledged : failure(at, 'CERT_HAS_EXPIRED', failures),
      [DEAD]: at === last ? ended : failure(at, 500, failures + 1),
    });
  }
  await hub.giveNotice(last, failure(last, 413));
  await hub.ask({ callback: NEW, secret: SECRET });
  await hub.verify(NOW, failure(NOW, 'CERT_NOT_YET_VALID'));
  await hub.ask({}, NOW);
  const fault = { kind: 'challenge', status: 200, code: 'LINE_FEED' } as const;
  await hub.verify(NOW, { kind: 'ended', at: NOW, reason: 'refused', fault });
  const later = NOW - 8 * HOUR_MS;
  for (const name of ['a.spam', 'b.spam', 'spam']) {
    await hub.subscribe({ callback: `https://${name}.example/push` }, later);
  }
  await hub.ask({ callback: 'https://c.spam.example/push' });
  await hub.store.block('192.0.2.9', NOW);
  return hub;
}

test('each command prints what is recorded, and never a secret; UPDATE=1 records it', async (t) => {
  const hub = await createWorld(t);
  const played: string[] = [];
  for (const [call, line = ''] of readFileSync(CALLS, 'utf8').matchAll(
    /^\$ npm run hub -- (.*)$/gm,
  )) {
    const { code, out, errors } = await hub.run(line.split(' '));
    assert.doesNotMatch(out + errors, /never-to-be-shown|hidden/);
    const ending = code === 0 ? '' : `[exit code ${code}]`;
    const printed = [call, out, errors.replace(/\nUsage: .*/s, ''), ending];
    played.push(printed.filter((text) => text !== '').join('\n'));
  }
  const transcript = `${played.join('\n\n')}\n`;
  if (process.env.UPDATE) writeFileSync(CALLS, transcript);
  assert.equal(transcript, readFileSync(CALLS, 'utf8'));
});
