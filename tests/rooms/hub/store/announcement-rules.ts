import assert from 'node:assert/strict';
import {
  announce,
  claim,
  confirmed,
  DAY,
  failed,
  NOW,
  OTHER_TOPIC,
  perform,
  request,
  rowsOf,
  settle,
  settleAll,
  subscribeMany,
  TOPIC,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

type Said = readonly [
  hash: string,
  ordinal: number,
  answer: 'announced' | 'unchanged' | 'stale',
  after?: string,
];

/** Versions that are announced one after the other, and what the store answers. */
const SEQUENCES: Readonly<Record<string, readonly Said[]>> = {
  'after a start, news is what differs from the last version and is of a later release': [
    ['a', 5, 'announced'],
    ['a', 6, 'unchanged'],
    ['b', 6, 'stale'],
    ['b', 7, 'announced'],
    ['a', 8, 'announced'],
    // A later release with the same content makes those between old.
    ['a', 12, 'unchanged'],
    ['a', 7, 'unchanged'],
    ['b', 11, 'stale'],
  ],
  'what follows the last version is news, whatever the ordinals say': [
    ['a', 9, 'announced'],
    ['b', 3, 'announced', 'a'],
    // Back, and forth again.
    ['a', 4, 'announced', 'b'],
    ['b', 5, 'announced', 'a'],
    // Ordinals still never go back.
    ['z', 9, 'stale'],
    ['z', 10, 'announced'],
  ],
  'a sidecar that lags behind and goes through earlier versions is silent until it is ahead': [
    ['a', 0, 'announced'],
    ['b', 1, 'announced'],
    ['c', 2, 'announced'],
    ['b', 100, 'stale', 'a'],
    ['c', 101, 'unchanged', 'b'],
    // Also where its clock is behind.
    ['d', 1, 'announced', 'b'],
  ],
  'a hundred versions are remembered': [
    ...Array.from({ length: 102 }, (_, n): Said => [`${n}`, n, 'announced']),
    ['2', 1_000, 'stale', 'other'],
    ['1', 1_000, 'announced', 'other'],
  ],
};

/** Which versions are news, and to whom they are due. */
export function testAnnouncements(test: Rule): void {
  for (const [title, sequence] of Object.entries(SEQUENCES)) {
    test(title, async ({ store }) => {
      for (const [hash, ordinal, answer, after] of sequence) {
        const { news } = await store.announce({ topic: TOPIC, hash, ordinal, after }, NOW);
        assert.equal(news, answer, `${hash} of ${ordinal}`);
      }
      const other = { topic: OTHER_TOPIC, hash: 'x', ordinal: 0 };
      assert.deepEqual(await store.announce(other, NOW), { news: 'announced', due: 0 });
    });
  }

  test('of many that announce the same change one is the first', async ({ stores }) => {
    await subscribeMany(stores[0], { 'a.test': 3 });
    const publication = { topic: TOPIC, hash: 'a', ordinal: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => stores[n % 2]?.announce(publication, NOW)),
    );
    const said = answers.map((answer) => `${answer?.news} to ${answer?.due}`).sort();
    assert.deepEqual(said, ['announced to 3', ...Array(19).fill('unchanged to 0')]);
  });

  test('a version is due at once to every subscription of its topic, and to nothing else', async ({
    store,
  }) => {
    await perform(store, 'ended.test');
    await store.end({ host: 'ended.test' }, { reason: 'removed', isNotified: false }, NOW);
    await perform(store, 'other.test', { topic: OTHER_TOPIC });
    await perform(store, 'expired.test', {}, confirmed(NOW, NOW + 5));
    await perform(store, 'failing.test');
    assert.equal(await announce(store, 1), 2);
    const late = failed({ attempts: 5, nextAt: NOW + DAY });
    await settleAll(store, await claim(store, 'active'), late);
    await perform(store, 'fresh.test');
    await request(store, 'pending.test');

    const before = await store.list();
    assert.equal(await announce(store, 2, NOW + 5), 2);
    // Those that have failed come a moment after the others.
    const due = new Map(Object.entries({ 'failing.test': NOW + 6, 'fresh.test': NOW + 5 }));
    const after = before.map((row) => {
      const nextAt = due.get(row.host);
      return nextAt === undefined ? row : { ...row, offered: 2, attempts: 0, nextAt };
    });
    assert.deepEqual(await store.list(), after);
  });

  test('a subscription that begins while a version is announced lacks none', async ({ stores }) => {
    const [store, other] = stores;
    await announce(store, 1);
    for (let version = 2; version <= 20; version++) {
      for (let n = 0; n < 5; n++) await request(store, `${version}-${n}.test`);
      const rows = await claim(store, 'pending');
      const confirmations = rows.map((row) => settle(store, row, confirmed()));
      await Promise.all([announce(other, version), ...confirmations]);
      for (const { host, offered, acknowledged, nextAt } of await rowsOf(store, 'active')) {
        assert.equal(offered, version, host);
        assert.equal(nextAt !== undefined, acknowledged < offered, host);
      }
    }
  });

  test('what is claimed while a version is announced was offered the version at hand', async ({
    stores,
  }) => {
    const [store, other] = stores;
    await subscribeMany(store, { 'a.test': 100 });
    await announce(store, 1);
    for (let version = 2; version <= 20; version++) {
      let isAnnounced = false;
      const claimAndRelease = async () => {
        while (!isAnnounced) {
          const rows = await claim(store, 'active', { version: version - 1, limit: 10 });
          for (const row of rows) assert.ok(row.state === 'active' && row.offered === version - 1);
          await settleAll(store, rows, { kind: 'released' });
        }
      };
      const claims = [claimAndRelease(), claimAndRelease()];
      await announce(other, version);
      isAnnounced = true;
      await Promise.all(claims);
    }
  });
}
