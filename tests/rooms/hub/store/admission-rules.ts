import assert from 'node:assert/strict';
import type { Acceptance, HubStore, StoreLimits } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import {
  CLIENT,
  claimOne,
  confirmed,
  DAY,
  intent,
  NOW,
  only,
  perform,
  request,
  rowsOf,
  settle,
  UNLIMITED,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

type Question = readonly [
  host: string,
  answer: Acceptance,
  changes?: Partial<Intent> & { readonly client?: string },
];

/** Asks, one after the other, how a store with limits answers these hosts. */
async function assertAnswers(
  store: HubStore,
  limits: Partial<StoreLimits>,
  asked: readonly Question[],
) {
  for (const [host, answer, { client = CLIENT, ...changes } = {}] of asked) {
    const all = { ...UNLIMITED, ...limits };
    assert.equal(await store.accept(intent(host, changes), client, all, NOW), answer, host);
  }
}

const LEAVE = { mode: 'unsubscribe' } as const;
const OTHER = { client: '198.51.100.0/24' };
const at = (path: string) => ({ callback: `https://a.test/${path}` });
const quietly = { reason: 'removed', isNotified: false } as const;

/** What stores answer where x.test, y.test and z.test are subscribed. */
const ANSWERS: Readonly<Record<string, readonly [Partial<StoreLimits>, readonly Question[]]>> = {
  'only what is subscribed, or asked for by the same client, can be unsubscribed': [
    {},
    [
      ['a.test', 'unknown', LEAVE],
      ['a.test', 'accepted'],
      ['a.test', 'unknown', { ...LEAVE, ...OTHER }],
      ['a.test', 'accepted', LEAVE],
      ['x.test', 'accepted', { ...LEAVE, ...OTHER }],
    ],
  ],
  'a client has a share of the newcomers, whatever it asks for again': [
    { maxPendingPerClient: 2 },
    [
      ['a.test', 'accepted'],
      ['b.test', 'accepted'],
      ['c.test', 'client-full'],
      ['b.test', 'accepted', LEAVE],
      ['c.test', 'accepted', OTHER],
      ['d.test', 'accepted', OTHER],
      // What another client asked for as well is one of its own.
      ['a.test', 'client-full', OTHER],
    ],
  ],
  'newcomers have a queue of their own, and renewals another': [
    { maxPending: 2, maxPendingPerClient: 2 },
    [
      ['a.test', 'accepted'],
      ['b.test', 'accepted', OTHER],
      ['c.test', 'queue-full', { client: 'third' }],
      ['a.test', 'accepted'],
      ['x.test', 'accepted'],
      ['y.test', 'accepted', LEAVE],
      ['z.test', 'queue-full'],
      ['x.test', 'accepted'],
    ],
  ],
};

/** Which requests a store lets in. */
export function testAdmission(test: Rule): void {
  test('a request is stored as it came, for a day', async ({ store }) => {
    const changes = {
      topicAsGiven: 'https://reviews.test/feed%2Exml',
      callback: 'https://a.test/?q=“é”&x=\u202e😀\'"</script>',
      ...{ secret: 'ß\'"\\ 密', leaseSeconds: 60 },
    };
    assert.equal(await request(store, 'a.test', changes), 'accepted');
    const { id, ...stored } = only(await store.list());
    assert.deepEqual(stored, {
      ...{ ...intent('a.test', changes), state: 'pending', client: CLIENT, attempts: 0 },
      ...{ requestedAt: NOW, nextAt: NOW, expiresAt: NOW + DAY, activeId: undefined },
      ...{ failedAt: undefined, fault: undefined },
    });
  });

  test('a request replaces an earlier one of the pair, which has no effect any more', async ({
    store,
  }) => {
    await request(store, 'a.test', { secret: 'first' });
    const first = await claimOne(store, 'pending');
    await request(store, 'a.test', { secret: 'second' });
    const second = await claimOne(store, 'pending');
    assert.equal(await settle(store, first, confirmed()), false);
    assert.equal(await settle(store, second, confirmed()), true);
    assert.equal(only(await rowsOf(store, 'active')).secret, 'second');
  });

  for (const [title, [limits, asked]] of Object.entries(ANSWERS)) {
    test(title, async ({ store }) => {
      for (const host of ['x.test', 'y.test', 'z.test']) await perform(store, host);
      await assertAnswers(store, limits, asked);
    });
  }

  test('a full store or host takes renewals alone; those that are coming fill it', async ({
    store,
  }) => {
    for (const [limit, answer] of [
      ['maxSubscriptions', 'full'],
      ['maxSubscriptionsPerHost', 'host-full'],
    ] as const) {
      await perform(store, 'a.test', at('x'));
      await assertAnswers(store, { [limit]: 2 }, [
        ['a.test', 'accepted', at('1')],
        ['a.test', answer, at('2')],
        // It makes room for another.
        ['a.test', 'accepted', { ...at('1'), ...LEAVE }],
        ['a.test', 'accepted', at('2')],
      ]);
      await store.end(at('1'), quietly, NOW);
      await perform(store, 'a.test', at('2'));
      await assertAnswers(store, { [limit]: 2 }, [
        ['a.test', answer, at('3')],
        ['a.test', 'accepted', at('x')],
      ]);
      await store.end({ host: 'a.test' }, quietly, NOW);
    }
  });

  test('many at once pass no limit together', async ({ stores }) => {
    const limits = { ...UNLIMITED, maxSubscriptions: 5 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        stores[n % 2]?.accept(intent(`${n}.test`), CLIENT, limits, NOW),
      ),
    );
    const count = (one: Acceptance) => answers.filter((given) => given === one).length;
    assert.deepEqual([count('accepted'), count('full')], [5, 15]);
  });

  test('a blocked host may not ask for anything, nor any below it', async ({ store }) => {
    assert.equal(await store.block('b.test', NOW), true);
    assert.equal(await store.block('b.test', NOW + 1), false);
    assert.deepEqual(await store.listBlocked(), [{ host: 'b.test', blockedAt: NOW }]);
    const asked = [
      ...['b.test', 'a.b.test', 'x.y.b.test'].map((host) => [host, 'blocked'] as const),
      ...['xb.test', 'test', 'b.test.x'].map((host) => [host, 'accepted'] as const),
    ];
    await assertAnswers(store, {}, [...asked, ['b.test', 'blocked', LEAVE]]);
    assert.equal(await store.unblock('a.b.test'), false);
    assert.equal(await store.unblock('b.test'), true);
    await assertAnswers(store, {}, [['a.b.test', 'accepted']]);
    assert.deepEqual(await store.listBlocked(), []);
  });
}
