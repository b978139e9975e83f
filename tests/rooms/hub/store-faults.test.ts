import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError, StoreUnusableError } from '../../../sidecar/hub/store/hub-store.ts';
import { type StoreFault, StoreFaults } from '../../../sidecar/hub/work/store-faults.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const AWAY = new StoreUnavailableError('The database db.test/hub does not answer.');
const FULL = new StoreUnavailableError('The disk with /state/hub.sqlite is full.', {
  code: 'ENOSPC',
});

/** Faults, what was told of them, and pieces of work that note when they are tried. */
function createFaults() {
  const clock = new ManualClock();
  const told: (StoreFault | 'recovered')[] = [];
  const tried: string[] = [];
  const faults = new StoreFaults({
    clock,
    onFault: (fault) => told.push(fault),
    onRecovered: () => told.push('recovered'),
  });
  const workOf = (name: string) => () => {
    tried.push(name);
  };
  return { clock, faults, told, tried, workOf };
}

test('however much fails is one fault, and all of it is tried when it is time to', () => {
  const { faults, told, tried, workOf } = createFaults();
  const [writer, verifier] = [workOf('writer'), workOf('verifier')];
  assert.equal(faults.isWell, true);
  for (const work of [writer, verifier, writer]) faults.fail(work, AWAY);
  assert.deepEqual([told.length, faults.isWell, tried], [1, false, []]);
  faults.retry();
  assert.deepEqual(tried, ['writer', 'verifier']);
  faults.fail(verifier, AWAY);
  faults.fail(writer, AWAY);
  assert.equal(told.length, 2);
});

test('as soon as some of it succeeds the rest is tried at once, and then all is well', () => {
  const { faults, told, tried, workOf } = createFaults();
  const [writer, verifier, other] = [workOf('writer'), workOf('verifier'), workOf('other')];
  for (const work of [writer, verifier]) faults.fail(work, AWAY);
  faults.succeed(other);
  assert.deepEqual(tried, [], 'what never failed tells nothing: it may not have asked the store');
  faults.succeed(verifier);
  assert.deepEqual(tried, ['writer']);
  assert.equal(told.includes('recovered'), false);
  faults.fail(writer, AWAY);
  assert.equal(told.length, 1, 'it waits already');
  faults.succeed(writer);
  assert.deepEqual([told.at(-1), faults.isWell], ['recovered', true]);
  faults.fail(writer, FULL);
  assert.equal(told.length, 3);
});

test('a fault has a code, and a reason without a path', () => {
  const { faults, told, workOf } = createFaults();
  for (const error of [
    AWAY,
    FULL,
    new StoreUnavailableError('/state is a folder.', { code: 'EISDIR' }),
    new StoreUnavailableError('Too much.', { code: 'HUB_STORE_BUSY' }),
  ]) {
    faults.fail(workOf('work'), error);
    faults.retry();
  }
  assert.deepEqual(
    told.map((one) => one !== 'recovered' && [one.code, one.reason, one.cause]),
    [
      ['HUB_STORE_UNAVAILABLE', 'it is out of reach', AWAY.message],
      ['ENOSPC', 'no space left', FULL.message],
      ['EISDIR', 'a folder stands in its place', '/state is a folder.'],
      ['HUB_STORE_BUSY', 'it has more to do than it can', 'Too much.'],
    ],
  );
});

test('what is given up is told as such; an error of the program says where it came from', () => {
  const { faults, told, workOf } = createFaults();
  faults.giveUp(new StoreUnusableError('It is no database.'));
  faults.fail(workOf('work'), new TypeError('a mistake'));
  const [given, failed] = told;
  assert.ok(given && given !== 'recovered' && failed && failed !== 'recovered');
  assert.deepEqual([given.code, given.isFinal], ['HUB_STORE_UNUSABLE', true]);
  assert.deepEqual([failed.code, failed.isFinal], ['HUB_FAILED', false]);
  assert.match(failed.cause, /TypeError: a mistake\n.*store-faults\.test/);
});

test('what is given up stays a fault when what had failed before succeeds', () => {
  const { faults, told, workOf } = createFaults();
  const opening = workOf('opening');
  faults.fail(opening, AWAY);
  faults.retry();
  faults.giveUp(new StoreUnusableError('It is no database.'));
  faults.succeed(opening);
  assert.deepEqual([told.length, told.includes('recovered')], [2, false]);
});

test('after a fault of the store nothing of others is taken over for a while', async () => {
  const { faults, clock, workOf } = createFaults();
  assert.equal(faults.mayTakeOver(), true);
  faults.fail(workOf('work'), new TypeError('a mistake'));
  assert.equal(faults.mayTakeOver(), true);
  await clock.advance(1_000);
  faults.fail(workOf('work'), AWAY);
  assert.equal(faults.mayTakeOver(), false);
  await clock.advance(14_999);
  assert.equal(faults.mayTakeOver(), false);
  await clock.advance(1);
  assert.equal(faults.mayTakeOver(), true);
});
