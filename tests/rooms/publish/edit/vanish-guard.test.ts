import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { VanishGuard } from '../../../../sidecar/publish/edit/vanish-guard.ts';
import { createFolder } from '../../../support/content-folder.ts';

const recordsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** What a dataset says of some reviews, of which others were taken down. */
function datasetOf(ids: readonly string[], removed: readonly string[] = [], name = 'Harbor Law') {
  return { reviews: recordsOf(ids), removed: recordsOf(removed), business: { name } };
}

const idsUpTo = (count: number, from = 0) =>
  Array.from({ length: count - from }, (_, index) => `review-${from + index}`);

function createGuard(t: TestContext, folder = createFolder(t)) {
  let now = 0;
  const guard = new VanishGuard({
    stateDir: folder,
    contentDir: join(folder, 'content'),
    now: () => now,
  });
  return {
    folder,
    guard,
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    /** Publishes content unless it is held back; then returns how many reviews vanished, of how many. */
    publish: (...given: Parameters<typeof datasetOf>) => {
      const dataset = datasetOf(...given);
      guard.takeConfirmation();
      const held = guard.judge(dataset);
      if (held) return [held.vanished.length, held.published];
      guard.remember(dataset);
      guard.release();
      return undefined;
    },
  };
}

test('more than five reviews, and half of them at least, do not vanish without tombstones', (t) => {
  for (const [before, after, removed, held] of [
    [8, 0, 0, [8, 8]],
    [8, 2, 0, [6, 8]],
    [8, 3, 0, undefined],
    [5, 0, 0, undefined],
    [6, 0, 0, [6, 6]],
    [20, 10, 0, [10, 20]],
    [20, 11, 0, undefined],
    [20, 10, 1, undefined],
    [20, 0, 20, undefined],
    [20, 0, 3, [17, 20]],
  ] as const) {
    const { publish } = createGuard(t);
    assert.equal(publish(idsUpTo(before)), undefined);
    const removals = idsUpTo(after + removed, after);
    assert.deepEqual(publish(idsUpTo(after), removals), held, `${before}, ${after}, ${removed}`);
  }
});

test('reviews that vanish one by one are compared with the most of the last ten minutes', (t) => {
  const { publish, pass } = createGuard(t);
  for (const count of [12, 11, 10, 9, 8, 7]) {
    assert.equal(publish(idsUpTo(count)), undefined);
    pass(1);
  }
  assert.deepEqual(publish(idsUpTo(6)), [6, 12]);
  pass(60);
  assert.deepEqual(publish(idsUpTo(6)), [6, 12], 'what is held back stays so');
  assert.deepEqual(publish(idsUpTo(11)), [1, 12], 'until all of it is back');
  assert.equal(publish(idsUpTo(12)), undefined);
  assert.equal(publish(idsUpTo(7)), undefined);
  pass(11);
  assert.equal(publish(idsUpTo(4)), undefined);
});

test('another content folder, or another business, is another site', (t) => {
  const { folder, publish, guard } = createGuard(t);
  publish(idsUpTo(12));
  const other = new VanishGuard({
    stateDir: folder,
    contentDir: join(folder, 'elsewhere'),
    now: () => 0,
  });
  assert.equal(other.judge(datasetOf([])), undefined);
  assert.equal(guard.judge(datasetOf([], [], 'Another')), undefined);
  assert.ok(guard.judge(datasetOf([])));
});
