import assert from 'node:assert/strict';
import type { HubStore, StoreLimits } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import {
  claiming,
  claimOne,
  DAY,
  FAULT,
  intent,
  NOW,
  perform,
  type Rule,
  request,
  SOMEBODY,
  UNLIMITED,
} from './store-subject.ts';

const LEAVE = { mode: 'unsubscribe' } as const;

/** Asks, one after the other, what a store with limits has to say to these hosts. */
async function assertAnswers(
  store: HubStore,
  limits: Partial<StoreLimits>,
  ...asked: readonly (readonly [string, string, Partial<Intent>?])[]
) {
  for (const [host, answer, changes] of asked) {
    const given = await store.accept(
      ...([intent(host, changes), SOMEBODY, { ...UNLIMITED, ...limits }, NOW] as const),
    );
    assert.equal(given, answer, host);
  }
}

/** Which requests a store lets in. */
export function testAdmission(test: Rule): void {
  test('a request is stored as it came', async ({ store }) => {
    const changes = {
      topicAsGiven: 'https://reviews.test/feed%2Exml',
      callback: 'https://a.test/?q=“é”&x=\u202e😀\'"</script>',
      secret: 'ß\'"\\ 密',
      verifyToken: 'é&"',
      leaseSeconds: 60,
    };
    assert.equal(await request(store, 'a.test', changes), 'accepted');
    const stored = await claimOne(store, 'a.test');
    assert.partialDeepStrictEqual(stored, {
      ...intent('a.test', changes),
      ...{ client: SOMEBODY.client, requestedAt: NOW, attempts: 0 },
      ...{ crowdedAt: undefined, isKnown: false },
    });
    assert.ok(Number.isSafeInteger(stored.id));
  });

  test('a later request for the same pair takes the place of the earlier one', async ({
    store,
  }) => {
    await request(store, 'a.test', { secret: 'first' });
    const first = await claimOne(store, 'a.test');
    await request(store, 'a.test', { secret: 'second' });
    const [second, ...more] = await store.claimVerifications(claiming());
    assert.deepEqual([second?.secret, more], ['second', []]);
    assert.notEqual(second?.id, first.id);
    assert.equal(await store.confirm(first.id, NOW + DAY, NOW), 'superseded');
    assert.deepEqual(await store.listSubscriptions({}), []);
    assert.equal(await request(store, 'a.test', LEAVE), 'accepted');
    const { id, mode } = await claimOne(store, 'a.test');
    assert.equal(mode, 'unsubscribe');
    assert.equal(await store.confirm(id, NOW, NOW), 'unsubscribed');
  });

  test('an id is never used again', async ({ again }) => {
    const seen = new Set<number>();
    for (let round = 0; round < 4; round++) {
      const store = await again();
      await request(store, 'a.test');
      const { id } = await claimOne(store, 'a.test');
      assert.ok(!seen.has(id));
      seen.add(id);
      await store.refuse(id, 'refused', FAULT, NOW);
      await store.close();
    }
  });

  test('who is not subscribed cannot unsubscribe, and nothing is stored', async ({ store }) => {
    assert.equal(await request(store, 'a.test', LEAVE), 'unknown');
    assert.deepEqual(await store.claimVerifications(claiming()), []);
    await perform(store, 'a.test', {}, { expiresAt: NOW + 10 });
    assert.equal(await request(store, 'a.test', LEAVE, NOW + 10), 'unknown');
    assert.equal(await request(store, 'a.test', LEAVE, NOW + 9), 'accepted');
  });

  test('a full queue takes only what is pending already; newcomers and subscribers have one each', async ({
    store,
  }) => {
    const limits = { pending: 2 };
    await perform(store, 'active.test');
    const newcomers = [
      ['a.test', 'accepted'],
      ['b.test', 'accepted'],
      ['c.test', 'queue-full'],
      ['a.test', 'accepted'],
    ] as const;
    await assertAnswers(store, limits, ...newcomers);
    for (const name of ['active', 'other', 'third']) await perform(store, `${name}.test`);
    await assertAnswers(
      store,
      limits,
      ['active.test', 'accepted'],
      ['other.test', 'accepted', LEAVE],
      ['third.test', 'queue-full'],
      ['active.test', 'accepted'],
    );
  });

  test('subscriptions count against the limit while they are active or to be verified', async ({
    store,
  }) => {
    const limits = { subscriptions: 2 };
    await perform(store, 'expired.test', {}, { expiresAt: NOW });
    await perform(store, 'active.test');
    await assertAnswers(
      store,
      limits,
      ['a.test', 'accepted'],
      ['b.test', 'queue-full'],
      ['expired.test', 'queue-full'],
    );
    await store.confirm((await claimOne(store, 'a.test')).id, NOW + DAY, NOW);
    await assertAnswers(store, limits, ['b.test', 'full']);
  });

  test('whose lease has ended counts again while it is to be verified', async ({ store }) => {
    await perform(store, 'expired.test', {}, { expiresAt: NOW });
    const limits = { subscriptions: 1 };
    await assertAnswers(store, limits, ['expired.test', 'accepted'], ['b.test', 'queue-full']);
  });

  test('who asks to unsubscribe takes no place of another', async ({ store }) => {
    const limits = { ...UNLIMITED, subscriptions: 2 };
    await perform(store, 'short.test', {}, { expiresAt: NOW + 1 });
    await assertAnswers(store, limits, ['short.test', 'accepted', LEAVE]);
    for (const host of ['a.test', 'b.test']) {
      assert.equal(await store.accept(intent(host), SOMEBODY, limits, NOW + 1), 'accepted');
    }
  });

  test('a renewal passes a full store, and does not count twice', async ({ store }) => {
    await perform(store, 'active.test');
    await assertAnswers(
      store,
      { subscriptions: 2, subscriptionsPerHost: 1 },
      ['active.test', 'accepted'],
      ['a.test', 'accepted'],
      ['active.test', 'accepted'],
      ['active.test', 'accepted', LEAVE],
      ['b.test', 'queue-full'],
    );
  });

  test('one host has no more than its share', async ({ store }) => {
    const limits = { subscriptionsPerHost: 2 };
    const at = (path: string) => ({ callback: `https://a.test/${path}` });
    await perform(store, 'a.test', at('1'));
    // It may have one more when that is refused.
    const asked = [
      ['a.test', 'accepted', at('2')],
      ['a.test', 'queue-full', at('3')],
    ] as const;
    await assertAnswers(store, limits, ...asked);
    await store.confirm((await claimOne(store, 'a.test')).id, NOW + DAY, NOW);
    await assertAnswers(store, limits, ['a.test', 'host-full', at('3')], ['b.test', 'accepted']);
  });

  test('many at once pass no limit together', async ({ store, again }) => {
    const stores = [store, await again()];
    const limits = { ...UNLIMITED, subscriptions: 5 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        stores[at % 2]?.accept(intent(`${at}.test`), SOMEBODY, limits, NOW),
      ),
    );
    assert.equal(answers.filter((answer) => answer === 'accepted').length, 5);
    assert.equal(answers.filter((answer) => answer === 'queue-full').length, 15);
  });

  test('what was refused is counted by the day, for yesterday and today', async ({ store }) => {
    const none = { clients: 0, mostOfClient: 0, networks: 0, mostOfNetwork: 0, notices: 0 };
    assert.deepEqual(await store.countQueue(NOW), { waiting: 0, ...none, refused: {} });
    await store.addRefusals(new Map([['client-full', 2]]), NOW - 2 * DAY);
    await store.addRefusals(new Map([['client-full', 3]] as const), NOW - DAY);
    await store.addRefusals(
      new Map([
        ['client-full', 4],
        ['evicted', 5],
      ] as const),
      NOW,
    );
    await store.addRefusals(new Map([['evicted', 6]] as const), NOW + 1);
    const { refused } = await store.countQueue(NOW);
    assert.deepEqual(refused, { 'client-full': 7, evicted: 11 });
    await store.purge(NOW, NOW, NOW);
    assert.deepEqual((await store.countQueue(NOW)).refused, { 'client-full': 4, evicted: 11 });
  });
}
