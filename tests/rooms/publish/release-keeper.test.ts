import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { ReleaseKeeper } from '../../../sidecar/publish/release-keeper.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/release-store.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { atEnd } from '../../support/at-end.ts';
import { createFolder } from '../../support/content-folder.ts';
import {
  createFailingStoreDisk,
  createScriptedStoreDisk,
  RESULT_CODES,
} from '../../support/failing-disk.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions } from '../../support/stored-release.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

const [ONE, TWO, THREE] = [1, 2, 3].map((number) => storedReview({ id: `review-${number}` }));
assert.ok(ONE && TWO && THREE);
const ALL: readonly StoredReview[] = [ONE, TWO, THREE];
const CHANGED: readonly StoredReview[] = [{ ...ONE, reviewBody: 'Corrected.' }, TWO, THREE];
const REMOVED: readonly StoredReview[] = [ONE, TWO];

/** A keeper whose disk can fail, with a clock that stands still. */
function createKept(t: TestContext) {
  const folder = createFolder(t);
  const clock = new ManualClock();
  const { disk, failAt } = createFailingStoreDisk(RESULT_CODES.IOERR);
  const faults: unknown[] = [];
  let closed = 0;
  const keeper = new ReleaseKeeper({
    open: () => ReleaseStore.open(folder, { tell: assert.fail, disk }),
    onClosed: () => closed++,
    onFault: (error) => faults.push(error),
    after: clock.after,
  });
  atEnd(t, () => keeper.close());
  return {
    ...keepIn(folder, keeper),
    clock,
    faults,
    failNext: (nth = 1) => failAt(nth),
    /** What the file may still hold, as the next process sees it. */
    residue: () => {
      const other = ReleaseStore.open(folder, { tell: assert.fail });
      const { residue } = other;
      other.close();
      return residue;
    },
    holdsNothing: () => ReleaseStore.read(folder, assert.fail) === undefined,
    timesClosed: () => closed,
  };
}

/** A keeper with a disk that fails in the ways that a test asks for. */
function createScripted(t: TestContext) {
  const folder = createFolder(t);
  const breaks: { withCode?: string | undefined; next?: string; isFull: boolean } = {
    isFull: false,
  };
  const disk = createScriptedStoreDisk((call) => {
    if (call.startsWith('remove') && call.endsWith('.sqlite')) breaks.isFull = false;
    if (call.startsWith('BEGIN') && breaks.withCode) {
      const { withCode } = breaks;
      if (breaks.next) breaks.withCode = breaks.next === withCode ? undefined : breaks.next;
      return withCode;
    }
    return breaks.isFull && /^(INSERT INTO pieces|VACUUM)/.test(call) ? 'ENOSPC' : undefined;
  });
  const keeper = new ReleaseKeeper({
    open: () => ReleaseStore.open(folder, { disk }),
    onFault: () => {},
  });
  atEnd(t, () => keeper.close());
  return { ...keepIn(folder, keeper), breaks };
}

/** What a test does with the keeper of a folder. */
function keepIn(folder: string, keeper: ReleaseKeeper) {
  const editions = createEditions();
  return {
    keeper,
    editions,
    store: async (reviews: readonly StoredReview[]): Promise<StorableRelease> => {
      const release = await editions.next(reviews);
      keeper.store(release);
      return release;
    },
    assertHeld: (release: StorableRelease) =>
      assertStored(ReleaseStore.read(folder, assert.fail), release),
  };
}

test('what was removed is erased five seconds later, and edits meanwhile do not put it off', async (t) => {
  const { clock, keeper, store, residue, assertHeld } = createKept(t);
  keeper.open();
  await store(ALL);
  assert.equal(clock.pending, 0);
  await store(REMOVED);
  await clock.advance(3 * SECOND);
  const last = await store([ONE]);
  await clock.advance(2 * SECOND - 1);
  assert.equal(residue(), 'removed');
  await clock.advance(1);
  assert.equal(residue(), undefined);
  assertHeld(last);
  assert.equal(clock.pending, 0);
});

test('what was changed is erased an hour later', async (t) => {
  const { clock, keeper, store, residue } = createKept(t);
  keeper.open();
  await store(ALL);
  await store(CHANGED);
  await clock.advance(HOUR - 1);
  assert.equal(residue(), 'changed');
  await clock.advance(1);
  assert.equal(residue(), undefined);
});

test('a removal after a change does not wait for that, nor a change for the removal', async (t) => {
  const { clock, keeper, store, residue } = createKept(t);
  keeper.open();
  await store(ALL);
  await store(CHANGED);
  await clock.advance(SECOND);
  await store(CHANGED.slice(1));
  assert.equal(clock.pending, 1);
  await store([{ ...TWO, reviewBody: 'Corrected, too.' }, THREE]);
  assert.equal(clock.pending, 1);
  await clock.advance(5 * SECOND);
  assert.equal(residue(), undefined);
  assert.equal(clock.pending, 0);
});

test('what an earlier process had no time to erase is erased by the next', async (t) => {
  const { clock, keeper, editions, store, residue, assertHeld, failNext } = createKept(t);
  keeper.open();
  await store(ALL);
  const last = await store(CHANGED);
  failNext();
  keeper.close();
  assert.equal(residue(), 'changed');
  keeper.open();
  keeper.adopt(last);
  // It has waited long enough.
  await clock.advance(5 * SECOND);
  assert.equal(residue(), undefined);
  assertHeld(last);
  assert.equal((await editions.next(ALL)).manifest.ordinal, 3);
});

test('an erasure that fails is told, and made up for', async (t) => {
  const { clock, keeper, store, residue, assertHeld, faults, failNext } = createKept(t);
  keeper.open();
  await store(ALL);
  const last = await store(REMOVED);
  failNext();
  await clock.advance(5 * SECOND);
  assert.deepEqual(
    faults.map((fault) => fault instanceof StoreFault && fault.code),
    ['EIO'],
  );
  assert.ok(keeper.isBehind);
  assert.equal(residue(), 'removed');
  // The first thing that it asks is what is left, and that is assumed where it cannot be known.
  failNext(2);
  assert.throws(() => keeper.catchUp(), StoreFault);
  keeper.catchUp();
  assert.ok(!keeper.isBehind);
  assert.equal(residue(), undefined);
  assertHeld(last);
  assert.equal(faults.length, 1);
});

test('closing erases what was removed, and what was changed', async (t) => {
  for (const reviews of [REMOVED, CHANGED]) {
    const { clock, keeper, store, residue, assertHeld, timesClosed } = createKept(t);
    keeper.open();
    await store(ALL);
    const last = await store(reviews);
    keeper.close();
    assert.equal(timesClosed(), 1);
    assert.equal(clock.pending, 0);
    assert.equal(residue(), undefined);
    assertHeld(last);
  }
});

test('closing succeeds where the erasure fails, which the next process makes up for', async (t) => {
  const { clock, keeper, store, residue, faults, failNext, timesClosed } = createKept(t);
  keeper.open();
  await store(ALL);
  await store(REMOVED);
  failNext();
  keeper.close();
  assert.equal(faults.length, 1);
  assert.equal(timesClosed(), 1);
  assert.equal(residue(), 'removed');
  keeper.open();
  await clock.advance(5 * SECOND);
  assert.equal(residue(), undefined);
});

test('where the store cannot be opened, the newest release is owed until it can', async (t) => {
  const { keeper, editions, assertHeld, failNext } = createKept(t);
  failNext();
  assert.throws(() => keeper.open(), StoreFault);
  assert.ok(!keeper.isOpen);
  keeper.storeOrOwe(await editions.next(ALL));
  const last = await editions.next(REMOVED);
  keeper.storeOrOwe(last);
  assert.ok(keeper.isBehind);
  failNext();
  assert.throws(() => keeper.catchUp(), StoreFault);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.ok(keeper.isOpen);
  assert.ok(!keeper.isBehind);
  assertHeld(last);
});

test('a release that cannot be stored is owed where it is published all the same, and else not', async (t) => {
  const { keeper, editions, store, assertHeld, failNext } = createKept(t);
  keeper.open();
  const first = await store(ALL);
  failNext();
  const refused = await editions.next(CHANGED);
  assert.throws(() => keeper.store(refused), StoreFault);
  assert.ok(!keeper.isBehind);
  assertHeld(first);
  failNext();
  const owed = await editions.next(REMOVED);
  keeper.storeOrOwe(owed);
  assert.ok(keeper.isBehind);
  assertHeld(first);
  keeper.catchUp();
  assertHeld(owed);
});

test('variants that cannot be stored are told, and stored with all else', async (t) => {
  const { keeper, editions, store, assertHeld, faults, failNext } = createKept(t);
  keeper.open();
  const release = await store(ALL);
  failNext();
  keeper.addVariants(release, release.files.slice(0, 1));
  assert.equal(faults.length, 1);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assertHeld(release);
  keeper.addVariants(await editions.next(CHANGED), []);
});

test('a release that is not in the store any more is owed', async (t) => {
  const { keeper, editions, assertHeld } = createKept(t);
  keeper.open();
  const served = await editions.next(ALL);
  keeper.adopt(served);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assertHeld(served);
});

test('an erasure that comes before what is owed was stored does not forget it', async (t) => {
  const { clock, keeper, editions, store, residue, assertHeld, failNext } = createKept(t);
  keeper.open();
  await store(ALL);
  await store(REMOVED);
  failNext();
  const owed = await editions.next([ONE]);
  keeper.storeOrOwe(owed);
  assert.ok(keeper.isBehind);
  await clock.advance(5 * SECOND);
  assert.ok(!keeper.isBehind);
  assertHeld(owed);
  assert.equal(residue(), undefined);
  assert.equal(clock.pending, 0);
});

test('what is withdrawn leaves the disk at once, or when that is possible', async (t) => {
  const { keeper, store, editions, assertHeld, holdsNothing, failNext, faults } = createKept(t);
  keeper.open();
  await store(ALL);
  keeper.withdraw();
  assert.ok(!keeper.isBehind);
  assert.ok(holdsNothing());
  const last = await store(CHANGED);
  failNext(3);
  keeper.withdraw();
  assert.equal(faults.length, 1);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.ok(holdsNothing());
  const next = await editions.next(REMOVED);
  keeper.store(next);
  assertHeld(next);
  assert.ok(next.manifest.ordinal > last.manifest.ordinal);
});

test('a release that takes the place of what was withdrawn stays, also on a full disk', async (t) => {
  const { keeper, store, editions, assertHeld, breaks } = createScripted(t);
  keeper.open();
  await store(ALL);
  breaks.withCode = 'EROFS';
  keeper.withdraw();
  assert.ok(keeper.isBehind);
  const next = await editions.next(CHANGED);
  keeper.owe(next);
  breaks.withCode = undefined;
  breaks.isFull = true;
  keeper.catchUp();
  assert.ok(!keeper.isBehind);
  assertHeld(next);
});

test('a release is owed where its damaged file went and the next one cannot be stored', async (t) => {
  const { keeper, store, editions, assertHeld, breaks } = createScripted(t);
  keeper.open();
  const last = await store(ALL);
  breaks.withCode = 'SQLITE_CORRUPT';
  breaks.next = 'EMFILE';
  const refused = await editions.next(CHANGED);
  assert.throws(() => keeper.store(refused), { code: 'EMFILE' });
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assertHeld(last);
});

test('closing stores what is owed, and erases what that removes', async (t) => {
  const { keeper, editions, store, residue, assertHeld, failNext, faults } = createKept(t);
  keeper.open();
  await store(ALL);
  failNext();
  const owed = await editions.next(REMOVED);
  keeper.storeOrOwe(owed);
  keeper.close();
  assert.deepEqual(faults, []);
  assertHeld(owed);
  assert.equal(residue(), undefined);
});

test('where it cannot be known whether something is left, it is erased', async (t) => {
  const { keeper, editions, store, residue, failNext } = createKept(t);
  keeper.open();
  await store(ALL);
  keeper.store(await editions.next(CHANGED));
  assert.ok(!keeper.isBehind);
  failNext();
  keeper.open();
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.equal(residue(), undefined);
});
