import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type HubStore,
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import { type StoreFault, StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { startHub, status } from './hub-in-process.ts';

const AWAY = new StoreUnavailableError('The database db.test/hub does not answer.');
const UNUSABLE = new StoreUnusableError('It is no database.');

/** Faults, what was reported of them, and pieces of work that note when they are tried. */
function createFaults() {
  const clock = new ManualClock();
  const reported: (StoreFault | undefined)[] = [];
  const tried: string[] = [];
  const faults = new StoreFaults({
    clock,
    onFault: (fault) => reported.push(fault),
    onRecovered: () => reported.push(undefined),
  });
  const codes = () => reported.map((fault) => fault?.code);
  const [writer, verifier, other] = ['writer', 'verifier', 'other'].map((name) => () => {
    tried.push(name);
  });
  assert.ok(writer && verifier && other);
  return { clock, faults, reported, codes, tried, writer, verifier, other };
}

test('however much fails is one fault, and all of it is tried when it is time to', () => {
  const { faults, codes, tried, writer, verifier } = createFaults();
  assert.equal(faults.isWell, true);
  for (const work of [writer, verifier, writer]) faults.fail(work, AWAY);
  assert.deepEqual([codes().length, faults.isWell, tried], [1, false, []]);
  faults.retry();
  assert.deepEqual(tried, ['writer', 'verifier']);
  faults.fail(verifier, AWAY);
  faults.fail(writer, AWAY);
  assert.equal(codes().length, 2);
});

test('as soon as some of it succeeds the rest is tried at once, and then all is well', () => {
  const { faults, codes, tried, writer, verifier, other } = createFaults();
  for (const work of [writer, verifier]) faults.fail(work, AWAY);
  faults.succeed(other);
  assert.deepEqual(tried, [], 'what never failed shows nothing: it may not have asked the store');
  faults.succeed(verifier);
  assert.deepEqual(tried, ['writer']);
  faults.fail(writer, AWAY);
  assert.equal(codes().length, 1, 'it waits already');
  faults.succeed(writer);
  assert.deepEqual([codes().slice(1), faults.isWell], [[undefined], true]);
  faults.fail(writer, AWAY);
  assert.equal(codes().length, 3);
});

test('a fault has a code, and a reason without a path', () => {
  for (const [message, code, reason] of [
    [AWAY.message, 'HUB_STORE_UNAVAILABLE', 'it is out of reach'],
    ['The disk with /state/hub.sqlite is full.', 'ENOSPC', 'no space left'],
    ['/state is a folder.', 'EISDIR', 'a folder stands in its place'],
    ['Too much.', 'HUB_STORE_BUSY', 'it has more to do than it can'],
  ] as const) {
    const { faults, reported, writer } = createFaults();
    faults.fail(writer, new StoreUnavailableError(message, { code }));
    assert.deepEqual(reported, [{ code, reason, cause: message, isFinal: false }]);
  }
  assert.equal(AWAY.code, 'HUB_STORE_UNAVAILABLE');
});

test('what is given up is final, also when what had failed before succeeds', () => {
  const { faults, reported, codes, writer } = createFaults();
  faults.fail(writer, AWAY);
  faults.retry();
  faults.giveUp(UNUSABLE);
  faults.succeed(writer);
  assert.deepEqual(codes(), ['HUB_STORE_UNAVAILABLE', 'HUB_STORE_UNUSABLE']);
  assert.equal(reported[1]?.isFinal, true);
});

test('an error of the program says where it came from', () => {
  const { faults, reported, writer } = createFaults();
  faults.fail(writer, new TypeError('a mistake'));
  assert.deepEqual([reported[0]?.code, reported[0]?.isFinal], ['HUB_FAILED', false]);
  assert.match(reported[0]?.cause ?? '', /TypeError: a mistake\n.*store-faults\.test/);
});

test('after a fault of the store nothing of others is taken over for a while', async () => {
  const { faults, clock, writer, verifier } = createFaults();
  assert.equal(faults.mayTakeOver(), true);
  faults.fail(writer, new TypeError('a mistake'));
  assert.equal(faults.mayTakeOver(), true);
  await clock.advance(1_000);
  faults.fail(verifier, AWAY);
  assert.equal(faults.mayTakeOver(), false);
  await clock.advance(14_999);
  assert.equal(faults.mayTakeOver(), false);
  await clock.advance(1);
  assert.equal(faults.mayTakeOver(), true);
});

const LONG_MS = 120_000;

/** A hub whose store can be taken away: whatever is asked of it then fails, and is not done. */
async function startWithFailingStore(t: TestContext) {
  const clock = new ManualClock();
  const file = join(createFolder(t), 'hub.sqlite');
  const real = await openStore({ databaseUrl: undefined, file }, clock.now);
  const state = { isAway: false };
  const store = new Proxy(real, {
    get(target, name: keyof HubStore) {
      const member = target[name];
      if (typeof member !== 'function' || name === 'close') return member;
      return (...values: never[]) =>
        state.isAway ? Promise.reject(AWAY) : Reflect.apply(member, target, values);
    },
  });
  // Fewer at once than there are subscribers, so that it can go away in between.
  const settings = { concurrency: 20 };
  return { ...(await startHub(t, { store, clock, settings })), state };
}

test('a request that cannot be stored is refused, and a fault, although nothing else was to be done', async (t) => {
  const { hub, request, callbacks, clock, state, supervisor } = await startWithFailingStore(t);
  state.isAway = true;
  await assert.rejects(request(), StoreUnavailableError);
  await clock.advance(0);
  assert.equal(supervisor.faults.length, 1);
  await assert.rejects(hub.status(), StoreUnavailableError);
  assert.equal(callbacks.asked.length, 0);
  state.isAway = false;
  await clock.advance(1_000);
  assert.deepEqual(supervisor.faults, []);
});

test('what was acknowledged while the store was away is not delivered again', async (t) => {
  const { requestMany, publish, callbacks, clock, state, subscriptions } =
    await startWithFailingStore(t);
  await requestMany(60);
  callbacks.script = {
    post: () => {
      // It goes away in the middle of the fan-out.
      if (callbacks.delivered.length === 30) state.isAway = true;
      return undefined;
    },
  };
  await publish('news');
  await clock.advance(1_000_000);
  const before = callbacks.delivered.length;
  assert.ok(before >= 30 && before < 60, `${before}`);
  state.isAway = false;
  await clock.advance(LONG_MS);
  const reached = callbacks.delivered.map(({ callback }) => callback);
  assert.deepEqual([reached.length, new Set(reached).size], [60, 60]);
  assert.ok((await subscriptions()).every(({ acknowledged }) => acknowledged === 1));
});

test('a removal that cannot be recorded is recorded later', async (t) => {
  const { request, publish, callbacks, clock, state, subscriptions } =
    await startWithFailingStore(t);
  await request();
  callbacks.script = {
    post: () => {
      state.isAway = true;
      return status(410);
    },
  };
  await publish('news');
  state.isAway = false;
  await clock.advance(LONG_MS);
  assert.deepEqual(await subscriptions(), []);
});

test('a request finds out that the store is back, and then the newest change is announced at once', async (t) => {
  const { request, publish, callbacks, clock, state, supervisor } = await startWithFailingStore(t);
  await request();
  state.isAway = true;
  await publish('one');
  await publish('two');
  const other = { callback: 'https://other.example/' };
  await assert.rejects(request(other), StoreUnavailableError);
  await clock.advance(100_000);
  assert.deepEqual(callbacks.texts(), []);
  state.isAway = false;
  await request(other);
  assert.deepEqual(callbacks.texts('subscriber'), ['two']);
  assert.deepEqual(supervisor.faults, []);
});

test('a verification that cannot be recorded is a fault, and is repeated when its claim ends', async (t) => {
  const { request, callbacks, clock, state, subscriptions, supervisor } =
    await startWithFailingStore(t);
  callbacks.script = {
    get: () => {
      state.isAway = true;
      return undefined;
    },
  };
  await request();
  assert.equal(supervisor.faults[0]?.kind, 'hub');
  callbacks.script = {};
  state.isAway = false;
  await clock.advance(LONG_MS);
  assert.equal((await subscriptions()).length, 1);
  assert.deepEqual(supervisor.faults, []);
});
