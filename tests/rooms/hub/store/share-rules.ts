import assert from 'node:assert/strict';
import type { HubStore, Origin, StoreLimits } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import {
  claiming,
  claimOne,
  DAY,
  FAULT,
  hostsOf,
  intent,
  MINUTE,
  NOW,
  perform,
  type Rule,
  UNLIMITED,
} from './store-subject.ts';

const NETWORK = '203.0.113.0/24';

type Asking = Partial<Origin> & { readonly now?: number; readonly changes?: Partial<Intent> };

/** A store with limits, which hosts ask by way of clients. */
function limited(store: HubStore, limits: Partial<StoreLimits>) {
  return (host: string, { changes, now = NOW, ...from }: Asking = {}) =>
    store.accept(
      intent(host, changes),
      { client: '192.0.2.1', network: undefined, ...from },
      { ...UNLIMITED, ...limits },
      now,
    );
}

/** Who gave way, the first first. */
const givenUp = async (store: HubStore) => {
  const ended = (await store.listEnded({})).toReversed();
  assert.ok(ended.every(({ reason, fault }) => reason === 'crowded' && fault?.kind === 'crowded'));
  return hostsOf(ended);
};

const waiting = async (store: HubStore) =>
  hostsOf((await store.exportAll()).requests).map((host) => host.replace('.test', ''));

/** How many requests may wait: of a client, of a network, and in all. */
export function testShares(test: Rule): void {
  test('a client has no more than its share of the queue', async ({ store }) => {
    const ask = limited(store, { pendingPerClient: 2 });
    const answers = [await ask('a.test'), await ask('b.test'), await ask('c.test')];
    assert.deepEqual(answers, ['accepted', 'accepted', 'client-full']);
    assert.equal(await ask('c.test', { client: '192.0.2.2' }), 'accepted');
    await store.confirm((await claimOne(store, 'a.test')).id, NOW + DAY, NOW);
    assert.equal(await ask('d.test'), 'accepted');
  });

  test('who asks for the same again takes no more of a share', async ({ store }) => {
    const ask = limited(store, { pendingPerClient: 1, pending: 1 });
    assert.equal(await ask('a.test', { network: NETWORK }), 'accepted');
    const leave = { changes: { mode: 'unsubscribe' } } as const;
    for (const again of [{}, { changes: { secret: 's' } }, leave]) {
      assert.equal(await ask('a.test', { network: NETWORK, ...again }), 'accepted');
    }
    assert.deepEqual(await waiting(store), ['a']);
  });

  test('what another client asked for and waits takes a share of whoever asks for it again', async ({
    store,
  }) => {
    const ask = limited(store, { pendingPerClient: 1 });
    const client = '192.0.2.2';
    assert.equal(await ask('a.test'), 'accepted');
    assert.equal(await ask('b.test', { client }), 'accepted');
    assert.equal(await ask('a.test', { client }), 'client-full');
  });

  test('callbacks in one network have no more than a share, whoever asks', async ({ store }) => {
    const ask = limited(store, { pendingPerClient: 2 });
    const from = (client: string) => ({ client, network: NETWORK });
    assert.equal(await ask('203.0.113.1', from('192.0.2.1')), 'accepted');
    assert.equal(await ask('203.0.113.2', from('192.0.2.2')), 'accepted');
    assert.equal(await ask('203.0.113.3', from('192.0.2.3')), 'network-full');
    const other = { client: '192.0.2.3', network: '198.51.100.0/24' };
    assert.equal(await ask('198.51.100.1', other), 'accepted');
  });

  test('the network of a name is known once a request for it was tried', async ({ store }) => {
    const ask = limited(store, { pendingPerClient: 1 });
    const at = (client: string, path: string) => ({
      client,
      changes: { callback: `https://a.test/${path}` },
    });
    assert.equal(await ask('a.test', at('192.0.2.1', '1')), 'accepted');
    const { id } = await claimOne(store, 'a.test');
    assert.equal(await ask('a.test', at('192.0.2.2', '2')), 'accepted');
    const later = { attempts: 1, readyAt: NOW + 5, network: NETWORK };
    assert.equal(await store.postpone(id, later, 1, NOW), 'accepted');
    assert.equal(await ask('a.test', at('192.0.2.3', '3')), 'network-full');
    assert.equal(
      await ask('203.0.113.9', { client: '192.0.2.4', network: NETWORK }),
      'network-full',
    );
    assert.equal(await ask('b.test', { client: '192.0.2.4' }), 'accepted');
  });

  test('a request whose network turns out to have its share ends if its client has most there', async ({
    store,
  }) => {
    const ask = limited(store, {});
    const later = { attempts: 1, readyAt: NOW + 5, network: NETWORK };
    for (const [host, perNetwork, client, answer] of [
      ['a.test', 2, '192.0.2.1', 'accepted'],
      ['b.test', 2, '192.0.2.1', 'accepted'],
      ['c.test', 2, '192.0.2.1', 'network-full'],
      ['d.test', 2, '192.0.2.2', 'evicted'],
      ['e.test', 2, '192.0.2.2', 'network-full'],
      ['f.test', 0, '192.0.2.2', 'accepted'],
    ] as const) {
      await ask(host, { client });
      const { id } = await claimOne(store, host);
      assert.equal(await store.postpone(id, later, perNetwork, NOW), answer, host);
      // It does not count itself.
      if (answer === 'accepted') assert.equal(await store.postpone(id, later, 9, NOW), answer);
    }
    assert.deepEqual(await waiting(store), ['b', 'd', 'f']);
    assert.deepEqual(await givenUp(store), ['c.test', 'a.test', 'e.test']);
    const { networks, mostOfNetwork } = await store.countQueue(NOW);
    assert.deepEqual([networks, mostOfNetwork], [1, 3]);
  });

  test('in a network that has its share whoever holds most of it gives way', async ({ store }) => {
    const ask = limited(store, { pendingPerClient: 3, pending: 5 });
    const at = (client: string) => ({ client, network: NETWORK });
    await ask('elsewhere.test', at('192.0.2.1'));
    for (const host of ['1.test', '2.test']) await ask(host, at('192.0.2.66'));
    // It holds more in all, but less there.
    for (const host of ['a.test', 'b.test']) await ask(host, { client: '192.0.2.1' });
    assert.equal(await ask('new.test', at('192.0.2.2')), 'evicted');
    assert.deepEqual(await givenUp(store), ['1.test']);
    assert.equal(await ask('new2.test', at('192.0.2.3')), 'network-full');
  });

  test('what is known of a request that is postponed again remains', async ({ store }) => {
    await limited(store, {})('a.test');
    const { id } = await claimOne(store, 'a.test');
    const first = { attempts: 1, readyAt: NOW, network: NETWORK, crowdedAt: NOW - 7, fault: FAULT };
    await store.postpone(id, first, 0, NOW);
    await store.postpone(id, { attempts: 2, readyAt: NOW }, 0, NOW + 1);
    const { attempts, crowdedAt } = await claimOne(store, 'a.test');
    assert.deepEqual([attempts, crowdedAt], [2, NOW - 7]);
    const [pending] = await store.listRequests({});
    assert.deepEqual([pending?.failedAt, pending?.fault], [NOW, FAULT]);
    assert.equal((await store.countQueue(NOW)).networks, 1);
  });

  test('a renewal has no share, and takes none of newcomers', async ({ store }) => {
    for (const host of ['a.test', 'b.test']) await perform(store, host);
    const ask = limited(store, { pendingPerClient: 1 });
    for (const host of ['a.test', 'b.test', 'new.test']) {
      assert.equal(await ask(host, { network: NETWORK }), 'accepted', host);
    }
    assert.equal(await ask('other.test', { network: NETWORK }), 'client-full');
    assert.equal((await claimOne(store, 'a.test')).isKnown, true);
    assert.equal(await ask('a.test', { network: NETWORK, now: NOW + DAY }), 'accepted');
  });

  test('of a full queue of renewals whoever holds most gives way, and stays subscribed', async ({
    store,
  }) => {
    const hosts = ['1.test', '2.test', '3.test', 'a.test', 'b.test'];
    for (const host of hosts) await perform(store, host);
    const ask = limited(store, { pending: 2, pendingPerClient: 1 });
    const flood = { client: '192.0.2.66' };
    for (const host of ['1.test', '2.test']) assert.equal(await ask(host, flood), 'accepted');
    assert.equal(await ask('3.test', flood), 'queue-full');
    assert.equal(await ask('a.test', { client: '192.0.2.2' }), 'evicted');
    assert.equal(await ask('b.test', { client: '192.0.2.3' }), 'queue-full');
    assert.deepEqual(await waiting(store), ['2', 'a']);
    const [first] = await store.listSubscriptions({ callback: intent('1.test').callback });
    assert.deepEqual([first?.refusedAt, first?.refusal?.kind], [NOW, 'crowded']);
    assert.deepEqual(await givenUp(store), []);
  });

  test('what nobody verifies just now gives way first', async ({ store }) => {
    const ask = limited(store, { pending: 3 });
    const flood = { client: '192.0.2.66' };
    await ask('1.test', flood);
    await claimOne(store, '1.test');
    for (const host of ['2.test', '3.test']) await ask(host, flood);
    assert.equal(await ask('a.test', { client: '192.0.2.2' }), 'evicted');
    assert.deepEqual(await waiting(store), ['1', '3', 'a']);
    // Its claimer has died.
    assert.equal(await ask('b.test', { client: '192.0.2.3', now: NOW + MINUTE }), 'evicted');
    assert.deepEqual(await waiting(store), ['3', 'a', 'b']);
  });

  test('in a full queue the oldest of whoever holds most makes room', async ({ store }) => {
    const ask = limited(store, { pending: 4 });
    const flood = { client: '192.0.2.66' };
    for (const host of ['1.test', '2.test', '3.test']) await ask(host, flood);
    await ask('a.test', { client: '192.0.2.2' });
    assert.equal(await ask('b.test', { client: '192.0.2.3' }), 'evicted');
    assert.deepEqual(await waiting(store), ['2', '3', 'a', 'b']);
    assert.deepEqual(await givenUp(store), ['1.test']);
    // Nobody makes room for whoever would then hold as much.
    assert.equal(await ask('4.test', flood), 'queue-full');
    assert.equal(await ask('c.test', { client: '192.0.2.3' }), 'queue-full');
    assert.equal(await ask('c.test', { client: '192.0.2.4' }), 'evicted');
    assert.deepEqual(await waiting(store), ['3', 'a', 'b', 'c']);
    assert.equal(await ask('d.test', { client: '192.0.2.5' }), 'queue-full');
  });

  test('where thousands wait, a newcomer gets in', async ({ store }) => {
    const ask = limited(store, { pending: 1000 });
    for (let client = 0; client < 40; client++) {
      const from = { client: `192.0.2.${client}` };
      const hosts = Array.from({ length: 25 }, (_, n) => `${client}.${n}.test`);
      const answers = await Promise.all(hosts.map((host) => ask(host, from)));
      assert.ok(answers.every((answer) => answer === 'accepted'));
    }
    assert.equal(await ask('new.test', { client: '198.51.100.1' }), 'evicted');
    const counts = await store.countQueue(NOW);
    assert.deepEqual([counts.waiting, counts.clients, counts.mostOfClient], [1000, 41, 25]);
  });

  test('nothing makes room where there are enough subscriptions', async ({ store }) => {
    const ask = limited(store, { pending: 3, subscriptions: 3, subscriptionsPerHost: 2 });
    const at = (path: string) => ({ changes: { callback: `https://a.test/${path}` } });
    for (const path of ['1', '2']) assert.equal(await ask('a.test', at(path)), 'accepted');
    const other = { client: '192.0.2.2' };
    assert.equal(await ask('a.test', { ...at('3'), ...other }), 'queue-full');
    assert.equal(await ask('b.test'), 'accepted');
    assert.equal(await ask('a.test', { ...at('3'), ...other }), 'queue-full');
    assert.equal(await ask('c.test', other), 'queue-full');
    assert.deepEqual(await waiting(store), ['a', 'a', 'b']);
  });

  test('clients that were served come after those that were not', async ({ store }) => {
    const ask = limited(store, {});
    await ask('a.test', { client: '192.0.2.1' });
    await ask('b.test', { client: '192.0.2.2' });
    const claim = async (servedClients: readonly string[]) =>
      hostsOf(await store.claimVerifications(claiming({ servedClients })));
    assert.deepEqual(await claim(['192.0.2.1', '192.0.2.7']), ['b.test']);
    assert.deepEqual(await claim([]), ['a.test']);
  });
}
