import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { claimRows } from '../../../../sidecar/hub/store/claims.ts';
import { createDeliveries } from '../../../../sidecar/hub/store/deliveries.ts';
import { createNotices } from '../../../../sidecar/hub/store/ended.ts';
import {
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { migrate } from '../../../../sidecar/hub/store/migrations.ts';
import { explainPostgresError } from '../../../../sidecar/hub/store/postgres-engine.ts';
import { createVerifications } from '../../../../sidecar/hub/store/requests.ts';
import type { Run, SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import { openSqlite } from '../../../../sidecar/hub/store/sqlite-engine.ts';
import { runs } from '../../../support/at-length.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { claiming, claimingDue, hostsOf, NOW, TOPIC } from './store-subject.ts';

const Hosts = z.array(z.object({ host: z.string() }));
const Steps = z.array(z.object({ detail: z.string() }));
const Ids = z.array(z.object({ id: z.number() }));

/** Rows in memory. */
function createTable(hosts: readonly string[]) {
  const rows = hosts.map((host, id) => ({ id, host }));
  const marked = new Set<number>();
  let rounds = 0;
  return {
    rounds: () => rounds,
    marked,
    find: async (text: string, most: number) => {
      rounds++;
      const left = new Set(Hosts.parse(JSON.parse(text)).map(({ host }) => host));
      return rows.filter(({ id, host }) => !marked.has(id) && !left.has(host)).slice(0, most);
    },
    mark: async (text: string) => {
      for (const { id } of Ids.parse(JSON.parse(text))) marked.add(id);
    },
  };
}

/** How SQLite finds what a store asks it for: the steps of each query. */
async function explain(t: TestContext, ask: (engine: SqlEngine) => Promise<unknown>) {
  const engine = openSqlite(join(createFastFolder(t), 'hub.sqlite'), Date.now);
  atEnd(t, () => engine.close());
  await migrate(engine);
  await createDeliveries(engine).announce({ topic: TOPIC, hash: 'a', ordinal: 1 }, NOW);
  const plans: string[] = [];
  const explaining =
    (run: Run): Run =>
    async (sql, ...values) => {
      if (/^SELECT/.test(sql)) {
        const steps = Steps.parse(await run(`EXPLAIN QUERY PLAN ${sql}`, ...values));
        plans.push(steps.map(({ detail }) => detail).join('; '));
      }
      return run(sql, ...values);
    };
  await ask({
    ...{ words: engine.words, isExclusive: true, name: engine.name },
    now: () => engine.now(),
    read: (sql, ...values) => engine.transaction((run) => explaining(run)(sql, ...values)),
    transaction: (work) => engine.transaction((run) => work(explaining(run))),
    readVersion: (run) => engine.readVersion(run),
    writeVersion: (run, version) => engine.writeVersion(run, version),
    close: () => engine.close(),
  });
  return plans;
}

test('work is found by the indices that are made for it, and in their order', async (t) => {
  const plans = await explain(t, async (engine) => {
    const deliveries = createDeliveries(engine);
    for (const failing of [false, true]) {
      await deliveries.claimDeliveries(claimingDue({ failing }));
    }
    await createNotices(engine).claimNotices(claiming());
    await createVerifications(engine).claimVerifications(claiming());
    await deliveries.nextDeliveryAt(TOPIC, 'a', NOW);
    await createNotices(engine).nextNoticeAt(NOW);
  });
  assert.ok(
    plans.every((plan) => !/TEMP B-TREE/.test(plan)),
    plans.join('\n'),
  );
  const used = plans.flatMap((plan) => plan.match(/testimony_\w+_[a-z]+ \([^)]*\)/g) ?? []);
  assert.deepEqual(used, [
    'testimony_subscriptions_fresh (topic=? AND acknowledged<?)',
    'testimony_subscriptions_failing (topic=? AND acknowledged<?)',
    'testimony_ended_notices (notice_at<?)',
    'testimony_requests_ready (ready_at<?)',
    'testimony_subscriptions_fresh (topic=? AND acknowledged<?)',
    'testimony_subscriptions_failing (topic=? AND acknowledged<?)',
  ]);
});

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 300 });

test('what is claimed keeps every limit, and nothing is left out that fits', async () => {
  await fc.assert(
    fc.asyncProperty(
      letters,
      fc.nat(12),
      fc.nat(5),
      fc.subarray(['a', 'b', 'x']),
      async (hosts, limit, perHost, busyHosts) => {
        const table = createTable(hosts);
        const claimed = await claimRows(claiming({ limit, perHost, busyHosts }), table);
        const count = (list: readonly string[], host: string) =>
          list.filter((one) => one === host).length;
        const ids = new Set(claimed.map(({ id }) => id));
        assert.equal(ids.size, claimed.length);
        assert.deepEqual(ids, table.marked);
        let fitting = 0;
        for (const host of ['a', 'b', 'c', 'd']) {
          const isBusy = busyHosts.some((busy) => busy === host);
          const fit = isBusy ? 0 : Math.min(perHost, count(hosts, host));
          assert.ok(count(hostsOf(claimed), host) <= fit);
          fitting += fit;
        }
        assert.equal(claimed.length, Math.min(limit, fitting));
      },
    ),
    { numRuns: runs(300) },
  );
});

test('the search ends after some rounds, however many hosts hide the others', async () => {
  const hosts = Array.from({ length: 20 }, (_, n) => Array<string>(200).fill(`${n}`)).flat();
  const table = createTable(hosts);
  const claimed = await claimRows(claiming({ limit: 20, perHost: 1 }), table);
  assert.equal(table.rounds(), 4);
  assert.equal(claimed.length, 4);
});

test('what PostgreSQL says passes, needs somebody, or is a bug that stays what it is', () => {
  const passing = '08006 57P01 57014 53300 40001 40P01 25P03 55P03 28P01 3D000'.split(' ');
  for (const [code, meaning] of [
    ['53100', 'ENOSPC'],
    ['53200', 'ENOMEM'],
    ['25006', 'EROFS'],
    ...passing.map((one) => [one, 'HUB_STORE_UNAVAILABLE'] as const),
    [undefined, 'HUB_STORE_UNAVAILABLE'],
    ['42501', 'unusable'],
    ...['42601', '23505', 'XX000'].map((bug) => [bug, 'itself'] as const),
  ] as const) {
    const error = code
      ? Object.assign(new DatabaseError('what the server says', 0, 'error'), { code })
      : new Error('Query read timeout');
    const explained = explainPostgresError(error, 'db.test/hub');
    if (meaning === 'itself') assert.equal(explained, error);
    else if (meaning === 'unusable') assert.ok(explained instanceof StoreUnusableError);
    else {
      assert.ok(explained instanceof StoreUnavailableError);
      assert.deepEqual([explained.code, explained.cause], [meaning, error]);
      assert.ok(explained.message.includes('db.test/hub'));
      assert.ok(explained.message.includes(error.message));
    }
  }
});
