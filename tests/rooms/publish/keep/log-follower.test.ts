import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_EDIT } from '#dataset/edits/list-edit.ts';
import {
  beginLog,
  type ChangeLog,
  type LogMark,
  type LogUpdate,
  updateFor,
  updateLog,
} from '#search/changes/change-log.ts';
import { LogFollower } from '../../../../sidecar/publish/keep/log-follower.ts';
import { servedLogOf } from '../../../../sidecar/publish/messages.ts';
import { publishedReview } from '../../../support/reviews.ts';

const NOW = Date.parse('2026-11-20T08:00:00.500Z');
const FLOOR = { position: 0, time: NOW - 500 };
const ROWS = [1, 2].map((position) => ({
  position,
  id: `review-${position}`,
  kind: 'added' as const,
  time: NOW - 500,
  newest: '2026-01-01',
}));

/** A follower beside a store that keeps a log, or does not, and a server that has what was sent. */
function createFollower({ served }: { served?: ChangeLog } = {}) {
  let kept = 0;
  let isKept = false;
  const follower = new LogFollower({
    kept: {
      changesSince: (mark: LogMark | undefined) => {
        if (!isKept) return undefined;
        const id = 'kept'.padEnd(16, '-');
        const rowsAfter = (after: number) =>
          ROWS.slice(0, kept).filter(({ position }) => position > after);
        return updateFor({ id, floor: FLOOR }, mark, rowsAfter);
      },
    },
    now: () => new Date(NOW),
    served: served && servedLogOf(served),
  });
  let log = served;
  const take = (update: LogUpdate | undefined) => {
    if (update) log = updateLog(log, update);
    return log ?? assert.fail('nothing was sent');
  };
  return {
    /** The store keeps as many rows, or nothing. */
    keep: (count: number | undefined) => {
      isKept = count !== undefined;
      kept = count ?? 0;
    },
    next: (edit: Parameters<LogFollower['next']>[0]['edit'] = NO_EDIT) =>
      take(follower.next({ edit, removed: [] })),
    late: () => {
      const update = follower.late({ removed: [] });
      take(update);
      return update !== undefined;
    },
    log: () => log ?? assert.fail(),
  };
}

const [review] = [publishedReview({ id: 'review-9', datePublished: '2026-02-02' })];
const ADDED = { removed: [], added: [{ position: 0, item: review }] };

test('the log that is kept goes out whole first, and then as far as it grew', () => {
  const { keep, next } = createFollower();
  keep(1);
  assert.deepEqual(next('everything').ids, ['review-1']);
  keep(2);
  const log = next();
  assert.deepEqual([log.ids, log.isKept], [['review-1', 'review-2'], true]);
});

test('a log in memory begins under an id of its own, and goes on while edits are known', () => {
  const { keep, next } = createFollower();
  keep(1);
  const stored = next();
  keep(undefined);
  const first = next(ADDED);
  assert.notEqual(first.id, stored.id);
  // Later than what was served before, also in the same second.
  assert.deepEqual([first.ids, first.isKept, first.floor.time], [[], false, NOW + 500]);
  const second = next(ADDED);
  assert.deepEqual([second.id, second.ids, second.end.position], [first.id, ['review-9'], 1]);
  assert.deepEqual(second.end.time, first.floor.time + 1000);
  const third = next('everything');
  assert.ok(![first.id, stored.id].includes(third.id));
  assert.deepEqual(third.ids, []);
});

test('what was published before it could be stored gets its log once it is, and no sooner', () => {
  const { keep, next, late, log } = createFollower();
  const { id } = next('everything');
  assert.equal(late(), false);
  assert.equal(log().id, id);
  keep(1);
  assert.equal(late(), true);
  assert.deepEqual([log().isKept, log().ids], [true, ['review-1']]);
  assert.equal(late(), false);
  keep(2);
  assert.equal(late(), true);
  assert.deepEqual(log().ids, ['review-1', 'review-2']);
});

test('one that the server began with goes on where there is no store', () => {
  const served = beginLog('memory----------', NOW);
  const { late, next } = createFollower({ served });
  assert.equal(late(), false);
  const log = next(ADDED);
  assert.deepEqual([log.id, log.ids], [served.id, ['review-9']]);
});
