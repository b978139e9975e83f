import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyTables } from '../../../../scripts/hub/copy.ts';
import { openEngine } from '../../../../sidecar/hub/store/open-store.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { claim } from '../../hub/store/store-actions.ts';
import { CALLBACK, createHub, FEED, failure, NOW } from './world.ts';

const OTHER = 'https://other.example/';

/** A store, with its engine, which the test closes. */
async function open(t: Lifetime) {
  const hub = await createHub(t);
  const engine = await openEngine({ databaseUrl: undefined, file: hub.file }, () => NOW);
  atEnd(t, () => engine.close());
  return { ...hub, engine };
}

test('everything is copied but numbers and claims, and the hub goes on with it', async (t) => {
  const { store, engine, ...from } = await open(t);
  await from.subscribe({ callback: OTHER });
  await from.subscribe({ secret: 'geheim' });
  await from.deliver(NOW, { [CALLBACK]: failure(NOW, 500, 1), [OTHER]: failure(NOW, 500, 1) });
  await store.end({ callback: OTHER }, { reason: 'removed', isNotified: true }, NOW);
  await store.block('spam.example', NOW);
  await from.ask({ callback: OTHER }, NOW - 1);
  await from.ask({ callback: OTHER, secret: 'token' }, NOW);
  await claim(store, 'pending', { now: NOW });
  const to = await open(t);

  const words = await copyTables(engine, to.engine);

  assert.match(words, /^1 row of topics, 1 row of versions, 3 rows of subscriptions, 1 row of b/);
  const withoutIds = (rows: readonly { id: number }[]) => rows.map((row) => ({ ...row, id: 0 }));
  const copied = await to.store.list();
  assert.deepEqual(withoutIds(copied), withoutIds(await store.list()));
  assert.deepEqual(await to.store.listBlocked(), await store.listBlocked());
  const publication = { topic: FEED, hash: `of ${NOW}`, ordinal: NOW };
  assert.equal((await to.store.announce(publication, NOW)).news, 'unchanged');
  await to.verify(NOW);
  const acknowledged = { kind: 'acknowledged', at: NOW + 1, latencyMs: 1 } as const;
  await to.deliver(NOW + 1, { [CALLBACK]: acknowledged, [OTHER]: acknowledged });
  const rows = await to.store.list();
  assert.deepEqual(
    rows.map((row) => row.state === 'active' && row.acknowledged),
    [2, 2],
  );
  const before = await to.store.list();
  await assert.rejects(copyTables(engine, to.engine), /is not empty, so nothing was/);
  assert.deepEqual(await to.store.list(), before);
});
