import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginLog, type ChangeLog, updateLog } from '#search/changes/change-log.ts';
import { LogFollower } from '../../../../sidecar/publish/keep/log-follower.ts';
import { servedLogOf } from '../../../../sidecar/publish/messages.ts';
import { publishedReview } from '../../../support/reviews.ts';

const NOW = Date.parse('2026-11-20T08:00:00.500Z');
const SERVED = beginLog('memory----------', NOW - 500);
const item = publishedReview({ id: 'review-9', datePublished: '2026-02-02' });
const ADDED = { removed: [], added: [{ position: 0, item }] };

/** A follower where no log is kept, and a server that has what was sent. */
function createFollower(served: ChangeLog) {
  const follower = new LogFollower({
    kept: { changesSince: () => undefined },
    now: () => new Date(NOW),
    served: servedLogOf(served),
  });
  let log = served;
  const next = (edit: Parameters<LogFollower['next']>[0]['edit']) => {
    log = updateLog(log, follower.next({ edit, removed: [] }));
    return log;
  };
  return { follower, next };
}

test('a log in memory begins under an id of its own, and goes on while edits are known', () => {
  const kept = { ...SERVED, isKept: true };
  const { next } = createFollower(kept);
  const first = next(ADDED);
  assert.notEqual(first.id, kept.id);
  // Later than what was served before, also in the same second.
  assert.deepEqual([first.ids, first.isKept, first.floor.time], [[], false, NOW + 500]);
  const second = next(ADDED);
  assert.deepEqual([second.id, second.ids, second.end.position], [first.id, ['review-9'], 1]);
  assert.equal(second.end.time, first.floor.time + 1000);
  const third = next('everything');
  assert.ok(![first.id, kept.id].includes(third.id));
  assert.deepEqual(third.ids, []);
});

test('one that the server began with goes on where there is no store', () => {
  const { follower, next } = createFollower(SERVED);
  assert.equal(follower.late({ removed: [] }), undefined);
  const log = next(ADDED);
  assert.deepEqual([log.id, log.ids], [SERVED.id, ['review-9']]);
});
