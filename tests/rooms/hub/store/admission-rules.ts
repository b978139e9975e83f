import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  claiming,
  claimOne,
  DAY,
  intent,
  type MakePlace,
  NOW,
  OTHER_TOPIC,
  open,
  perform,
  UNLIMITED,
} from './store-subject.ts';

/** Which requests a store lets in. */
export function testAdmission(makePlace: MakePlace): void {
  test('a request is stored as it came', async (t) => {
    const store = await open(t, await makePlace(t));
    const request = intent('a.test', {
      topicAsGiven: 'https://reviews.test/feed%2Exml',
      callback: 'https://a.test/?q=“é”&x=\u202e😀\'"</script>',
      secret: 'ß\'"\\ 密',
      leaseSeconds: 60,
    });
    assert.equal(await store.accept(request, UNLIMITED, NOW), 'accepted');
    const { id, attempts, ...stored } = await claimOne(store, request.callback);
    assert.deepEqual(stored, request);
    assert.equal(attempts, 0);
    assert.ok(Number.isSafeInteger(id));
  });

  test('a later request for the same pair takes the place of the earlier one', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test', { secret: 'first' }), UNLIMITED, NOW);
    const first = await claimOne(store, 'https://a.test/callback');
    await store.accept(intent('a.test', { secret: 'second' }), UNLIMITED, NOW);
    const waiting = await store.claimVerifications(claiming());
    assert.deepEqual(
      waiting.map(({ secret }) => secret),
      ['second'],
    );
    assert.notEqual(waiting[0]?.id, first.id);
    assert.equal(await store.confirm(first.id, NOW + DAY, NOW), 'superseded');
    assert.deepEqual(await store.listSubscriptions({}), []);
  });

  test('an id is never used again', async (t) => {
    const place = await makePlace(t);
    const seen = new Set<number>();
    for (let round = 0; round < 4; round++) {
      const store = await open(t, place);
      await store.accept(intent('a.test'), UNLIMITED, NOW);
      const { id } = await claimOne(store, 'https://a.test/callback');
      assert.ok(!seen.has(id));
      seen.add(id);
      await store.refuse(id);
      await store.close();
    }
  });

  test('the same callback may have several topics', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    await store.accept(intent('a.test', { topic: OTHER_TOPIC }), UNLIMITED, NOW);
    assert.equal((await store.claimVerifications(claiming())).length, 2);
  });

  test('who is not subscribed cannot unsubscribe, and nothing is stored', async (t) => {
    const store = await open(t, await makePlace(t));
    const request = intent('a.test', { mode: 'unsubscribe' });
    assert.equal(await store.accept(request, UNLIMITED, NOW), 'unknown');
    assert.deepEqual(await store.claimVerifications(claiming()), []);
    await perform(store, intent('a.test'), { expiresAt: NOW + 10 });
    assert.equal(await store.accept(request, UNLIMITED, NOW + 10), 'unknown');
    assert.equal(await store.accept(request, UNLIMITED, NOW + 9), 'accepted');
  });

  test('an unsubscription replaces a pending subscription', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    const request = intent('a.test', { mode: 'unsubscribe' });
    assert.equal(await store.accept(request, UNLIMITED, NOW), 'accepted');
    const { id, mode } = await claimOne(store, request.callback);
    assert.equal(mode, 'unsubscribe');
    assert.equal(await store.confirm(id, NOW, NOW), 'unsubscribed');
  });

  test('a full queue takes only what is pending already; newcomers and subscribers have one each', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('active.test'));
    const limits = { ...UNLIMITED, pending: 2 };
    assert.equal(await store.accept(intent('a.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('c.test'), limits, NOW), 'queue-full');
    assert.equal(await store.accept(intent('a.test'), limits, NOW), 'accepted');
    for (const name of ['active', 'other', 'third']) await perform(store, intent(`${name}.test`));
    assert.equal(await store.accept(intent('active.test'), limits, NOW), 'accepted');
    const leave = intent('other.test', { mode: 'unsubscribe' });
    assert.equal(await store.accept(leave, limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('third.test'), limits, NOW), 'queue-full');
    assert.equal(await store.accept(intent('active.test'), limits, NOW), 'accepted');
  });

  test('subscriptions count against the limit while they are active or to be verified', async (t) => {
    const store = await open(t, await makePlace(t));
    const limits = { ...UNLIMITED, subscriptions: 2 };
    await perform(store, intent('expired.test'), { expiresAt: NOW });
    await perform(store, intent('active.test'));
    assert.equal(await store.accept(intent('a.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'queue-full');
    assert.equal(await store.accept(intent('expired.test'), limits, NOW), 'queue-full');
    const { id } = await claimOne(store, intent('a.test').callback);
    await store.confirm(id, NOW + DAY, NOW);
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'full');
  });

  test('whose lease has ended counts again while it is to be verified', async (t) => {
    const store = await open(t, await makePlace(t));
    const limits = { ...UNLIMITED, subscriptions: 1 };
    await perform(store, intent('expired.test'), { expiresAt: NOW });
    assert.equal(await store.accept(intent('expired.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'queue-full');
  });

  test('who asks to unsubscribe takes no place of another', async (t) => {
    const store = await open(t, await makePlace(t));
    const limits = { ...UNLIMITED, subscriptions: 2 };
    await perform(store, intent('short.test'), { expiresAt: NOW + 1 });
    const leave = intent('short.test', { mode: 'unsubscribe' });
    assert.equal(await store.accept(leave, limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('a.test'), limits, NOW + 1), 'accepted');
    assert.equal(await store.accept(intent('b.test'), limits, NOW + 1), 'accepted');
  });

  test('a renewal passes a full store, and does not count twice', async (t) => {
    const store = await open(t, await makePlace(t));
    const limits = { ...UNLIMITED, subscriptions: 2, subscriptionsPerHost: 1 };
    await perform(store, intent('active.test'));
    assert.equal(await store.accept(intent('active.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('a.test'), limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('active.test'), limits, NOW), 'accepted');
    const leave = intent('active.test', { mode: 'unsubscribe' });
    assert.equal(await store.accept(leave, limits, NOW), 'accepted');
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'queue-full');
  });

  test('one host has no more than its share', async (t) => {
    const store = await open(t, await makePlace(t));
    const limits = { ...UNLIMITED, subscriptionsPerHost: 2 };
    const another = (path: string) => intent('a.test', { callback: `https://a.test/${path}` });
    await perform(store, another('1'));
    assert.equal(await store.accept(another('2'), limits, NOW), 'accepted');
    // It may have one more when that is refused.
    assert.equal(await store.accept(another('3'), limits, NOW), 'queue-full');
    const { id } = await claimOne(store, another('2').callback);
    await store.confirm(id, NOW + DAY, NOW);
    assert.equal(await store.accept(another('3'), limits, NOW), 'host-full');
    assert.equal(await store.accept(intent('b.test'), limits, NOW), 'accepted');
  });

  test('many at once pass no limit together', async (t) => {
    const place = await makePlace(t);
    const stores = [await open(t, place), await open(t, place)];
    const limits = { ...UNLIMITED, subscriptions: 5 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const store = stores[number % stores.length];
        return store?.accept(intent(`${number}.test`), limits, NOW);
      }),
    );
    assert.equal(answers.filter((answer) => answer === 'accepted').length, 5);
    assert.equal(answers.filter((answer) => answer === 'queue-full').length, 15);
  });
}
