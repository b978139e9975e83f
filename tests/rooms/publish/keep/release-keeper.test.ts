import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { ReleaseKeeper } from '../../../../sidecar/publish/keep/release-keeper.ts';
import { ReleaseStore, type StorableRelease } from '../../../../sidecar/store/store.ts';
import { StoreFault } from '../../../../sidecar/store/store-disk.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { storedReview } from '../../../support/reviews.ts';
import { assertStored, createEditions } from '../../release/stored-release.ts';
import { createScriptedStoreDisk } from '../../store/failing-store-disk.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

const [ONE, TWO, THREE] = [1, 2, 3].map((number) => storedReview({ id: `review-${number}` }));
assert.ok(ONE && TWO && THREE);
const ALL: readonly StoredReview[] = [ONE, TWO, THREE];
const CHANGED: readonly StoredReview[] = [{ ...ONE, reviewBody: 'Corrected.' }, TWO, THREE];
const REMOVED: readonly StoredReview[] = [ONE, TWO];

/** A keeper that holds a release of all reviews, with a disk that can fail and a manual clock. */
async function createKept(t: TestContext, { isOpen = true } = {}) {
  const folder = createFolder(t);
  const clock = new ManualClock();
  let codeOf: (call: string) => string | undefined = () => undefined;
  const disk = createScriptedStoreDisk((call) => codeOf(call));
  const faults: unknown[] = [];
  const editions = createEditions();
  let closed = 0;
  const keeper = new ReleaseKeeper({
    open: () => ReleaseStore.open(folder, { tell: () => {}, disk }),
    onClosed: () => closed++,
    onFault: (error) => faults.push(error),
    after: clock.after,
  });
  atEnd(t, () => keeper.close());
  const store = async (reviews: readonly StoredReview[]): Promise<StorableRelease> => {
    const release = await editions.next(reviews);
    keeper.store(release);
    return release;
  };
  if (isOpen) keeper.open();
  const first = isOpen ? await store(ALL) : await editions.next(ALL);
  return {
    keeper,
    clock,
    editions,
    store,
    first,
    /** The codes of faults that nobody waited for. */
    faults: () => faults.map((fault) => fault instanceof StoreFault && fault.code),
    /** Has each call fail with the code that is given for it. */
    fail: (by: typeof codeOf) => {
      codeOf = by;
    },
    failNext: (nth = 1) => {
      let left = nth;
      codeOf = () => (--left === 0 ? 'EIO' : undefined);
    },
    assertHeld: (release: StorableRelease) =>
      assertStored(ReleaseStore.read(folder, assert.fail), release),
    holdsNothing: () => ReleaseStore.read(folder, assert.fail) === undefined,
    /** What the file may still hold, as the next process sees it. */
    residue: () => {
      const other = ReleaseStore.open(folder, { tell: assert.fail });
      const { residue } = other;
      other.close();
      return residue;
    },
    timesClosed: () => closed,
  };
}

test('what was removed is erased five seconds later, and edits meanwhile do not put it off', async (t) => {
  const { clock, store, residue, assertHeld } = await createKept(t);
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

test('what was changed is erased an hour later, and does not hold up a removal', async (t) => {
  const { clock, store, residue } = await createKept(t);
  await store(CHANGED);
  await clock.advance(HOUR - 1);
  assert.equal(residue(), 'changed');
  await clock.advance(1);
  assert.equal(residue(), undefined);

  await store(ALL);
  await clock.advance(SECOND);
  await store(ALL.slice(1));
  await store([{ ...TWO, reviewBody: 'Corrected, too.' }, THREE]);
  assert.equal(clock.pending, 1);
  await clock.advance(5 * SECOND);
  assert.equal(residue(), undefined);
  assert.equal(clock.pending, 0);
});

test('an erasure that fails is a fault, and made up for', async (t) => {
  const { clock, keeper, store, residue, assertHeld, faults, failNext } = await createKept(t);
  const last = await store(REMOVED);
  failNext();
  await clock.advance(5 * SECOND);
  assert.deepEqual(faults(), ['EIO']);
  assert.ok(keeper.isBehind);
  assert.equal(residue(), 'removed');
  // The first thing that it asks is what is left, and that is assumed where it cannot be known.
  failNext(2);
  assert.throws(() => keeper.catchUp(), StoreFault);
  keeper.catchUp();
  assert.ok(!keeper.isBehind);
  assert.equal(residue(), undefined);
  assertHeld(last);
  assert.equal(faults().length, 1);
});

test('where it cannot be known whether something is left, it is erased', async (t) => {
  const { keeper, store, residue, failNext } = await createKept(t);
  await store(CHANGED);
  assert.ok(!keeper.isBehind);
  failNext();
  keeper.open();
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.equal(residue(), undefined);
});

for (const [what, reviews, isOwed] of [
  ['what was removed', REMOVED, false],
  ['what was changed', CHANGED, false],
  ['what is owed, and erases what that removes', REMOVED, true],
] as const) {
  test(`closing makes up for ${what}`, async (t) => {
    const kept = await createKept(t);
    const last = await kept.editions.next(reviews);
    if (isOwed) kept.failNext();
    kept.keeper.storeOrOwe(last);
    assert.equal(kept.keeper.isBehind, isOwed);
    kept.keeper.close();
    assert.deepEqual([kept.timesClosed(), kept.clock.pending, kept.faults()], [1, 0, []]);
    assert.equal(kept.residue(), undefined);
    kept.assertHeld(last);
  });
}

test('closing succeeds where what was removed cannot be erased, which the next process does within seconds', async (t) => {
  const { clock, keeper, store, residue, assertHeld, faults, failNext, timesClosed } =
    await createKept(t);
  const last = await store(REMOVED);
  failNext();
  keeper.close();
  assert.deepEqual([timesClosed(), faults(), residue()], [1, ['EIO'], 'removed']);
  keeper.open();
  keeper.adopt(last);
  await clock.advance(5 * SECOND);
  assert.equal(residue(), undefined);
  assertHeld(last);
});

test('where the store cannot be opened, the newest release is owed until it can', async (t) => {
  const { keeper, first, editions, assertHeld, failNext } = await createKept(t, { isOpen: false });
  failNext();
  assert.throws(() => keeper.open(), StoreFault);
  assert.ok(!keeper.isOpen);
  keeper.storeOrOwe(first);
  const last = await editions.next(REMOVED);
  keeper.storeOrOwe(last);
  failNext();
  assert.throws(() => keeper.catchUp(), StoreFault);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.ok(keeper.isOpen && !keeper.isBehind);
  assertHeld(last);
});

test('a release is owed where its damaged file was removed and the next one cannot be stored', async (t) => {
  const { keeper, first, store, assertHeld, fail } = await createKept(t);
  const codes = ['SQLITE_CORRUPT', 'EMFILE'];
  fail((call) => (call.startsWith('BEGIN') ? codes.shift() : undefined));
  await assert.rejects(store(CHANGED), { code: 'EMFILE' });
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assertHeld(first);
});

test('what is withdrawn leaves the disk at once, or when that is possible', async (t) => {
  const { keeper, store, assertHeld, holdsNothing, failNext, faults } = await createKept(t);
  keeper.withdraw();
  assert.ok(!keeper.isBehind);
  assert.ok(holdsNothing());
  const last = await store(CHANGED);
  failNext(3);
  keeper.withdraw();
  assert.deepEqual(faults(), ['EIO']);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assert.ok(holdsNothing());
  const next = await store(REMOVED);
  assertHeld(next);
  assert.ok(next.manifest.ordinal > last.manifest.ordinal);
});

test('an erasure that comes before what is owed was stored does not forget it', async (t) => {
  const { clock, keeper, editions, store, residue, assertHeld, failNext } = await createKept(t);
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

test('variants that cannot be stored are a fault, and stored with all else', async (t) => {
  const { keeper, first, assertHeld, faults, failNext } = await createKept(t);
  failNext();
  keeper.addVariants(first, first.files.slice(0, 1));
  assert.deepEqual(faults(), ['EIO']);
  assert.ok(keeper.isBehind);
  keeper.catchUp();
  assertHeld(first);
});

test('a release that takes the place of what was withdrawn stays, also on a full disk', async (t) => {
  const { keeper, editions, assertHeld, fail } = await createKept(t);
  fail((call) => (call.startsWith('BEGIN') ? 'EROFS' : undefined));
  keeper.withdraw();
  assert.ok(keeper.isBehind);
  const next = await editions.next(CHANGED);
  keeper.owe(next);
  let isFull = true;
  fail((call) => {
    if (call.startsWith('remove') && call.endsWith('.sqlite')) isFull = false;
    return isFull && /^(INSERT INTO pieces|VACUUM)/.test(call) ? 'ENOSPC' : undefined;
  });
  keeper.catchUp();
  assert.ok(!keeper.isBehind);
  assertHeld(next);
});
