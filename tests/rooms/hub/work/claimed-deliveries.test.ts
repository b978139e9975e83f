import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimRequest } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Delivery } from '../../../../sidecar/hub/store/rows.ts';
import { ClaimedDeliveries } from '../../../../sidecar/hub/work/claimed-deliveries.ts';
import { HUB_SETTINGS } from './hub-in-process.ts';

const DAY = 86_400_000;
const heldTopic = (topic: string) => ({ topic, mediaType: 'text/plain', hash: 'a', body: [] });
const FEED = heldTopic('feed');

/** A store of fresh deliveries, by topic, that answers when a test says so; and who claims of it. */
function createClaims(due: Record<string, number>, slots: number) {
  const asked: { topic: string; limit: number }[] = [];
  let answer = Promise.resolve();
  let ids = 0;
  type Request = ClaimRequest & { readonly topic: string; readonly failing: boolean };
  const claimDeliveries = async ({ topic, limit, failing }: Request): Promise<Delivery[]> => {
    if (failing) return [];
    asked.push({ topic, limit });
    await answer;
    const found = Math.min(limit, due[topic] ?? 0);
    due[topic] = (due[topic] ?? 0) - found;
    return Array.from({ length: found }, () => ({
      ...{ id: ++ids, topic, callback: `https://h${ids}.example/`, host: `h${ids}.example` },
      ...{ secret: undefined, expiresAt: DAY, tried: 0, attempts: 0 },
      ...{ failures: 0, countedAt: undefined, claim: 'c', sequence: 1 },
    }));
  };
  const claimed = new ClaimedDeliveries({
    settings: { ...HUB_SETTINGS, concurrency: slots, concurrencyPerHost: slots },
    store: { claimDeliveries },
    clock: { now: () => 0 },
    mayTakeOver: () => false,
    onClaimed: () => {},
  });
  const hold = () => {
    const gate = Promise.withResolvers<void>();
    answer = gate.promise;
    return gate.resolve;
  };
  /** Delivers one; whether more should be claimed then. */
  const deliver = () => {
    const one = claimed.take();
    assert.ok(one);
    claimed.end(one);
    return claimed.shouldRefill(one);
  };
  return { claimed, asked, hold, deliver };
}

test('more is claimed once half is delivered, and not while a claim is made', async () => {
  const { claimed, asked, hold, deliver } = createClaims({ feed: 1000 }, 4);
  // Nothing was held, so that twice as much is from now on.
  assert.equal(await claimed.claim([FEED]), true);
  assert.equal(await claimed.claim([FEED]), false);
  assert.deepEqual(
    asked.map(({ limit }) => limit),
    [8, 8],
  );
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(deliver).indexOf(true), 7);
  const answer = hold();
  const claiming = claimed.claim([FEED]);
  assert.deepEqual([9, 10].map(deliver), [false, false]);
  answer();
  assert.equal(await claiming, false);
  assert.equal(asked.at(-1)?.limit, 8);
});

test('who claims is asked to go on where half was delivered meanwhile', async () => {
  const { claimed, hold, deliver } = createClaims({ feed: 1000 }, 4);
  for (const _ of [1, 2]) await claimed.claim([FEED]);
  for (let count = 0; count < 8; count++) deliver();
  const answer = hold();
  const claiming = claimed.claim([FEED]);
  for (let count = 0; count < 8; count++) deliver();
  answer();
  assert.equal(await claiming, true);
});

test('where nothing is left nobody is asked to go on', async () => {
  const { claimed, deliver } = createClaims({ feed: 3 }, 4);
  assert.equal(await claimed.claim([FEED]), false);
  assert.deepEqual([1, 2, 3].map(deliver), [false, false, false]);
});

test('topics with little to deliver leave their share to the others, whatever their order', async () => {
  const { claimed, asked } = createClaims({ feed: 1000, atom: 1, reviews: 0 }, 6);
  const topics = [FEED, heldTopic('atom'), heldTopic('reviews')];
  await claimed.claim(topics);
  assert.deepEqual(
    asked.map(({ limit }) => limit),
    [4, 4, 7],
  );
  for (const _ of [1, 2]) {
    asked.length = 0;
    claimed.drop(() => true);
    await claimed.claim(topics);
  }
  assert.deepEqual(asked.at(-1)?.topic, 'feed');
});

test('at most half of what may be held is claimed at once, of each of several topics', async () => {
  const { claimed, asked } = createClaims({ feed: 100_000, atom: 100_000 }, 1000);
  await claimed.claim([FEED, heldTopic('atom')]);
  assert.deepEqual(
    asked.map(({ limit }) => limit),
    [512, 512],
  );
});

test('topics with much to deliver have their turn, however little room there is', async () => {
  for (const [count, slots] of [
    [3, 1],
    [5, 1],
    [12, 2],
  ] as const) {
    const topics = Array.from({ length: count }, (_, index) => heldTopic(`topic ${index}`));
    const { claimed } = createClaims(
      Object.fromEntries(topics.map(({ topic }) => [topic, 1000])),
      slots,
    );
    const delivered = new Map<string, number>();
    for (let sent = 0; sent < count * 20; ) {
      const one = claimed.take();
      if (!one) await claimed.claim(topics);
      else {
        claimed.end(one);
        delivered.set(one.topic, (delivered.get(one.topic) ?? 0) + 1);
        sent++;
        if (claimed.shouldRefill(one)) await claimed.claim(topics);
      }
    }
    const counts = [...delivered.values()];
    assert.equal(delivered.size, count);
    assert.ok(Math.min(...counts) >= 10 && Math.max(...counts) <= 40, `${counts}`);
  }
});
