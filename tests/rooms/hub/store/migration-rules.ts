import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { StoreUnavailableError, UNUSABLE } from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import { announce, DAY, FAULT, MINUTE, NOW, TOPIC } from './store-actions.ts';
import { open, type Rule, startProcess } from './store-subject.ts';

/** A database of schema 3: the topic has 3 versions. IDENTITY and INTEGER are the engine's words. */
const EARLIER = readFileSync(new URL('schema-3.sql', import.meta.url), 'utf8');
const DUE_AT = NOW + MINUTE;

const ACTIVE = {
  ...{ state: 'active', topic: TOPIC, secret: 's', offered: 3, acknowledged: 2, failures: 0 },
  ...{ subscribedAt: NOW - DAY, verifiedAt: NOW - DAY, expiresAt: NOW + DAY, attempts: 0 },
};
const ENDED = {
  ...{ state: 'ended', subscribedAt: NOW - DAY, expiresAt: NOW + DAY, endedAt: NOW - 2 },
};

/** What it holds, in the new order; what was to be tried at once is due at 0. */
const ROWS = [
  { ...ACTIVE, acknowledged: 3, nextAt: undefined, acknowledgedAt: NOW - 4, latencyMs: 12 },
  {
    ...{ state: 'pending', mode: 'unsubscribe', topicAsGiven: TOPIC, leaseSeconds: 60 },
    ...{ client: '192.0.2.1', requestedAt: NOW - 2, attempts: 1, nextAt: DUE_AT, fault: FAULT },
    ...{ secret: 'r', expiresAt: NOW - 2 + DAY, activeId: 1 },
  },
  { ...ACTIVE, host: 'claimed.test', nextAt: 0 },
  { ...ACTIVE, host: 'expired.test', expiresAt: NOW },
  {
    ...{ ...ACTIVE, failures: 1, attempts: 2, nextAt: DUE_AT, countedAt: NOW - 8 },
    ...{ failedAt: NOW - 7, fault: FAULT, verifiedAt: NOW - 6, refusedAt: NOW, refusal: FAULT },
  },
  { ...ENDED, reason: 'failed', cause: FAULT, attempts: 1, nextAt: DUE_AT, fault: FAULT },
  { ...ENDED, reason: 'removed', nextAt: undefined, notifiedAt: NOW - 1 },
];

async function writeEarlier(engine: SqlEngine) {
  const { identity, integer } = engine.words;
  await engine.transaction(async (run) => {
    for (const statement of EARLIER.split(';')) {
      await run(statement.replaceAll('INTEGER', integer).replaceAll('IDENTITY', identity));
    }
    await engine.writeVersion(run, 3);
  });
}

/** Which databases a store takes over. */
export function testMigration(test: Rule): void {
  test('of schema 3 all is kept, and due when it was, also if two processes take it over', async ({
    t,
    prepare,
  }) => {
    const place = await prepare(writeEarlier);
    const codes = [1, 2].map(async () => {
      return (await once(startProcess(t, place, 'await store.close();'), 'close'))[0];
    });
    assert.deepEqual(await Promise.all(codes), [0, 0]);
    const store = await open(t, place);
    const rows = await store.list();
    assert.equal(rows.length, ROWS.length);
    for (const [index, row] of rows.entries()) assert.partialDeepStrictEqual(row, ROWS[index]);
    assert.deepEqual(await store.listBlocked(), [{ host: 'evil.test', blockedAt: NOW - 9 }]);
    const lagging = { topic: TOPIC, hash: '2', ordinal: 9, after: '1' };
    assert.equal((await store.announce(lagging, NOW)).news, 'stale');
    assert.equal(await announce(store, 4), 3);
  });

  test('an older or newer schema is refused with what to do', async ({ prepare }) => {
    for (const [version, advice] of [
      [2, /an older version.*schema 2; this one knows 3 and 4.*Run the last version/],
      [5, /a newer version.*schema 5.*Run the newer version/],
    ] as const) {
      const place = await prepare((engine) =>
        engine.transaction((own) => engine.writeVersion(own, version)),
      );
      await assert.rejects(openStore(place), (error) => {
        assert.ok(error instanceof StoreUnavailableError && error.code === UNUSABLE);
        assert.match(error.message, advice);
        return true;
      });
    }
  });
}
