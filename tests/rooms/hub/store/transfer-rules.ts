import assert from 'node:assert/strict';
import type { HubContent, HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import { VERSIONS } from '../../../../sidecar/hub/store/migrations.ts';
import { pairKey, type Run, type SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import {
  announce,
  claimDelivery,
  claiming,
  claimingDue,
  claimOne,
  DAY,
  FAULT,
  failed,
  hostsOf,
  intent,
  NOW,
  OTHER_TOPIC,
  perform,
  type Rule,
  request,
  subscribeMany,
  subscription,
  TOPIC,
} from './store-subject.ts';

const FAILED = { attempts: 1, failures: 1, countedAt: NOW - 9, readyAt: NOW + 9 };

/**
 * A store after four versions: one subscriber has the newest, one lacks it, one awaits its lease, one
 * has failed, and one is to be notified of its end.
 */
async function fill(store: HubStore): Promise<HubContent> {
  await perform(store, 'behind.test', { secret: 'ß"' });
  for (const [index, hash] of ['a', 'b', 'c', 'd'].entries()) await announce(store, hash, index);
  await store.settle([
    failed(await claimDelivery(store, { hash: 'd' }), { ...FAILED, sequence: 4 }),
  ]);
  await perform(store, 'current.test');
  await perform(store, 'expired.test', {}, { expiresAt: NOW - 1 });
  await perform(store, 'ended.test');
  await store.endRows({ host: 'ended.test' }, { reason: 'removed', isNotified: true }, NOW);
  await request(store, 'new.test', { secret: 's', verifyToken: 't' }, NOW + 1);
  const { id } = await claimOne(store, 'new.test', NOW + 1);
  await store.postpone(id, { attempts: 2, readyAt: NOW + 5, fault: FAULT }, 0, NOW + 1);
  await request(store, 'current.test', { mode: 'unsubscribe' }, NOW + 2);
  await request(store, 'refused.test', {}, NOW + 3);
  const refused = await claimOne(store, 'refused.test', NOW + 3);
  await store.refuse(refused.id, 'refused', FAULT, NOW + 4);
  await store.block('blocked.test', NOW);
  return store.exportAll();
}

/** A subscription and a request, free and claimed, as the first schema has them. */
async function fillFirst(run: Run): Promise<void> {
  for (const [host, claim] of [['free.test', null] as const, ['claimed.test', 'c'] as const]) {
    const { topic, callback } = intent(host);
    const pair = pairKey({ topic, callback });
    const values = [pair, topic, callback, host, NOW, NOW + DAY, NOW + 7, claim, NOW - 9];
    await run(
      `INSERT INTO testimony_subscriptions (pair, topic, callback, host, secret, subscribed_at,
        expires_at, settled, tried, attempts, failures, ready_at, claim, acknowledged_at)
      VALUES ($1, $2, $3, $4, 's', $5, $6, 2, 3, 1, 1, $7, $8, $9)`,
      ...values,
    );
    await run(
      `INSERT INTO testimony_requests (pair, mode, topic, topic_as_given, callback, host, secret,
        lease_seconds, requested_at, attempts, ready_at, claim)
      VALUES ($1, 'subscribe', $2, $2, $3, $4, 's', 60, $5, 0, $6, $7)`,
      ...[pair, topic, callback, host, NOW, NOW + 7, claim],
    );
  }
}

/** How everything moves from one store to another, and from one schema to the next. */
export function testTransfer(test: Rule): void {
  test('an empty store takes everything as it is, and a second import changes nothing', async ({
    store,
    another,
  }) => {
    const content = await fill(store);
    const sizes = Object.values(content).map(({ length }) => length);
    assert.deepEqual(sizes, [1, 3, 2, 2, 1]);
    const target = await another();
    for (const counts of [
      { added: 5, kept: 0 },
      { added: 0, kept: 5 },
    ]) {
      assert.deepEqual(await target.importAll(content), counts);
      assert.deepEqual(await target.exportAll(), content);
    }
    const due = { hash: 'd', failing: true, now: FAILED.readyAt };
    assert.equal((await claimDelivery(target, due)).host, 'behind.test');
    const { id, attempts, verifyToken } = await claimOne(target, 'new.test', NOW + 5);
    assert.deepEqual([attempts, verifyToken], [2, 't']);
    assert.deepEqual(hostsOf(await target.claimNotices(claiming())), ['ended.test']);
    assert.equal(await request(target, 'x.blocked.test'), 'blocked');
    assert.equal(await target.confirm(id, NOW + DAY, NOW + 5), 'subscribed');
  });

  test('what is there already stays as it is', async ({ store, another }) => {
    const content = await fill(store);
    const target = await another();
    await perform(target, 'current.test', { secret: 'own' }, { expiresAt: NOW + 7 });
    await request(target, 'new.test', { secret: 'own' });
    assert.deepEqual(await target.importAll(content), { added: 3, kept: 2 });
    const { subscriptions, requests } = await target.exportAll();
    const own = subscriptions.find(({ host }) => host === 'current.test');
    assert.deepEqual([own?.secret, own?.expiresAt], ['own', NOW + 7]);
    assert.equal(requests.find(({ host }) => host === 'new.test')?.secret, 'own');
  });

  test('where both know the topic, who has its newest version is up to date, all others are due', async ({
    store,
    another,
  }) => {
    const content = await fill(store);
    for (const [hash, due] of [
      ['d', ['behind.test']],
      ['other', ['behind.test', 'current.test']],
    ] as const) {
      const target = await another();
      await announce(target, 'x', 1);
      await announce(target, hash, 2);
      await target.importAll(content);
      const { topics, subscriptions } = await target.exportAll();
      const [topic] = topics;
      assert.equal(subscriptions.find(({ host }) => host === 'behind.test')?.acknowledged, 1);
      assert.deepEqual([topic?.hash, topic?.sequence, topic?.ordinal], [hash, 2, 2]);
      const kinds = [true, false].map((failing) => claimingDue({ hash, failing }));
      const claimed = (await Promise.all(kinds.map(target.claimDeliveries))).flat();
      assert.deepEqual(hostsOf(claimed), due);
      assert.ok(claimed.every(({ sequence }) => sequence === 2));
    }
  });

  test('who waits for a topic that was never announced gets its first version', async ({
    store,
    another,
  }) => {
    await perform(store, 'a.test');
    await perform(store, 'b.test', { topic: OTHER_TOPIC });
    const target = await another();
    await announce(target, 'a', 1);
    await target.importAll(await store.exportAll());
    assert.equal((await claimDelivery(target)).host, 'a.test');
    await target.announce({ topic: OTHER_TOPIC, hash: 'b', ordinal: 1 }, NOW);
    assert.equal((await claimDelivery(target, { topic: OTHER_TOPIC, hash: 'b' })).host, 'b.test');
  });

  test('nobody is notified of the end of what the other store holds', async ({
    store,
    another,
  }) => {
    const target = await another();
    for (const [host, active, other] of [
      ['a.test', store, target],
      ['b.test', target, store],
    ] as const) {
      await perform(active, host);
      await perform(other, host);
      await other.endRows({ host }, { reason: 'removed', isNotified: true }, NOW);
    }
    await target.importAll(await store.exportAll());
    assert.deepEqual(hostsOf(await target.listSubscriptions({})).toSorted(), ['a.test', 'b.test']);
    assert.deepEqual(await target.listEnded({}), []);
  });

  /** What writes a database of a schema before. */
  const writeSchema = (version: number, fill: (run: Run) => Promise<unknown>) => {
    return (engine: SqlEngine) =>
      engine.transaction(async (run) => {
        for (const sqls of VERSIONS.slice(0, version)) {
          for (const sql of sqls(engine.words)) await run(sql);
        }
        await engine.writeVersion(run, version);
        await fill(run);
      });
  };

  test('a database of the first schema keeps what it holds', async ({ after }) => {
    const store = await after(
      writeSchema(1, async (run) => {
        await run('INSERT INTO testimony_topics VALUES ($1, $2, 1, 3, $3)', TOPIC, 'a', NOW);
        await fillFirst(run);
      }),
    );
    const [free, claimed] = await store.listSubscriptions({});
    const behind = { acknowledged: 0, tried: 3, attempts: 1, failures: 1, verifiedAt: undefined };
    const expected = subscription('free.test', { ...behind, readyAt: NOW + 7, secret: 's' });
    assert.deepEqual(free, { ...expected, acknowledgedAt: NOW - 9 });
    assert.equal(claimed?.host, 'claimed.test');
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), NOW + 7);
    const late = claimingDue({ failing: true, now: NOW + 7 });
    assert.deepEqual(hostsOf(await store.claimDeliveries(late)), ['free.test']);
    const lost = await store.claimDeliveries({ ...late, takeOver: true });
    assert.deepEqual(hostsOf(lost), ['claimed.test']);
    const pending = await store.claimVerifications(claiming({ now: NOW + 7 }));
    assert.deepEqual(hostsOf(pending), ['free.test']);
    assert.equal(await store.confirm(pending[0]?.id ?? 0, NOW + DAY, NOW), 'renewed');
    await request(store, 'new.test');
    assert.deepEqual(hostsOf((await store.exportAll()).requests), ['claimed.test', 'new.test']);
  });

  test('what the second schema had given up is due; what was renewed since it took for acknowledged', async ({
    after,
  }) => {
    const rows = [
      ['well.test', 3, 0, 0, 0],
      ['given-up.test', 3, 3, 0, 1],
      ['given-up-twice.test', 3, 3, 0, 2],
      ['retried.test', 2, 3, 4, 0],
      ['renewed.test', 3, 0, 0, 0],
    ] as const;
    const store = await after(
      writeSchema(2, async (run) => {
        await run(
          `INSERT INTO testimony_topics (topic, hash, ordinal, sequence, announced_at, urgent)
          VALUES ($1, 'a', 1, 3, $2, 3)`,
          ...[TOPIC, NOW],
        );
        for (const [host, ...counts] of rows) {
          const { topic, callback } = intent(host);
          await run(
            `INSERT INTO testimony_subscriptions (pair, topic, callback, host, subscribed_at,
              expires_at, settled, tried, attempts, failures, ready_at, early_at, urgent_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $5, $5, $5)`,
            ...[pairKey({ topic, callback }), topic, callback, host, NOW, NOW + DAY, ...counts],
          );
        }
      }),
    );
    assert.deepEqual(await store.claimDeliveries(claimingDue()), []);
    const due = await store.claimDeliveries(claimingDue({ failing: true }));
    assert.deepEqual(hostsOf(due), ['given-up.test', 'given-up-twice.test', 'retried.test']);
  });

  test('thousands move', async ({ store, another }) => {
    await subscribeMany(store, { 'a.test': 2500, 'b.test': 2500 });
    const target = await another();
    assert.deepEqual(await target.importAll(await store.exportAll()), { added: 5000, kept: 0 });
    assert.equal((await target.listSubscriptions({})).length, 5000);
  });
}
