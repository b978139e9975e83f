import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type HubStore,
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';
import { createFastFolder } from '../../../support/content-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { startHub } from './hub-in-process.ts';

const AWAY = new StoreUnavailableError('The database db.test/hub does not answer.');

test('all that failed is tried when it is time to, and at once when some of it succeeds', () => {
  const reported: string[] = [];
  const tried: string[] = [];
  const faults = new StoreFaults({
    onFault: ({ code }) => reported.push(code),
    onRecovered: () => reported.push('recovered'),
  });
  const [writer, verifier] = [() => void tried.push('writer'), () => void tried.push('verifier')];
  for (const work of [writer, verifier, writer]) faults.fail(work, AWAY);
  assert.deepEqual(tried, []);
  faults.retry();
  assert.deepEqual(tried.splice(0), ['writer', 'verifier']);
  // What never failed may not have asked the store.
  faults.succeed(() => {});
  assert.deepEqual(tried, []);
  faults.succeed(verifier);
  assert.deepEqual(tried, ['writer']);
  faults.succeed(writer);
  assert.deepEqual(new Set(reported.splice(0, 3)), new Set(['HUB_STORE_UNAVAILABLE']));
  assert.deepEqual(reported, ['recovered']);
});

test('a fault has a code, a reason without a path, and a cause; one that needs attention is final', () => {
  const known: unknown[] = [];
  const faults = new StoreFaults({ onFault: (fault) => known.push(fault), onRecovered: () => {} });
  const full = new StoreUnavailableError('/state is full.', { code: 'ENOSPC' });
  for (const error of [full, new StoreUnusableError('It is none.'), new TypeError('a mistake')]) {
    faults.fail(() => {}, error);
  }
  const none = 'it cannot be used in its current state and needs attention';
  assert.deepEqual(known.slice(0, 2), [
    { code: 'ENOSPC', reason: 'no space left', cause: '/state is full.', isFinal: false },
    { code: 'HUB_STORE_UNUSABLE', reason: none, cause: 'It is none.', isFinal: true },
  ]);
  assert.match(JSON.stringify(known[2]), /HUB_FAILED.*TypeError: a mistake.*store-faults\.test/);
});

test('a request that cannot be stored is refused, and a fault; the next finds out that all is well', async (t) => {
  const clock = new ManualClock();
  const file = join(createFastFolder(t), 'hub.sqlite');
  const real = await openStore({ databaseUrl: undefined, file }, clock.now);
  let isAway = false;
  // Whatever is asked of it while it is away fails, and is not done.
  const store = new Proxy(real, {
    get(target, name: keyof HubStore) {
      const member = target[name];
      if (typeof member !== 'function' || name === 'close') return member;
      return (...values: never[]) =>
        isAway ? Promise.reject(AWAY) : Reflect.apply(member, target, values);
    },
  });
  const { request, publish, callbacks, supervisor } = await startHub(t, { store, clock });
  await request();
  isAway = true;
  const other = { callback: 'https://other.example/' };
  await assert.rejects(request(other), StoreUnavailableError);
  for (const text of ['one', 'two']) await publish(text);
  assert.equal(supervisor.faults[0]?.kind, 'hub');
  assert.deepEqual([callbacks.asked.length, callbacks.texts()], [1, []]);
  isAway = false;
  await request(other);
  assert.deepEqual([callbacks.texts('subscriber'), supervisor.faults], [['two'], []]);
});
