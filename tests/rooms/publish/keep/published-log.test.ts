import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ChangeLog, kindAt } from '#search/changes/change-log.ts';
import { servedLogOf } from '../../../../sidecar/publish/messages.ts';
import { ReleaseReceiver } from '../../../../sidecar/publish/release-receiver.ts';
import { ReleaseStore } from '../../../../sidecar/store/store.ts';
import { StoreFault } from '../../../../sidecar/store/store-disk.ts';
import { businessOf, goodContent, sampleReview } from '../../../support/sample-content.ts';
import { createScriptedStoreDisk } from '../../store/failing-store-disk.ts';
import { createPublishing, EVERYTHING, NOTHING } from '../publishing.ts';

const removalOf = (...ids: readonly string[]) => ({
  'removed.yaml': ids
    .map((id) => `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`)
    .join(''),
});

/** Publishes with a disk that fails in the ways that a test sets, to a server that serves it. */
function createServed(t: TestContext) {
  const breaks = { at: 'nothing' };
  const storeDisk = createScriptedStoreDisk((call) =>
    call.startsWith(breaks.at) ? 'EIO' : undefined,
  );
  const publishing = createPublishing(t, goodContent(1), { storeDisk });
  const receiver = new ReleaseReceiver(undefined);
  let received = 0;
  let log: ChangeLog | undefined;
  return {
    ...publishing,
    breaks,
    /** The log that the server has by now. */
    log: () => {
      for (const message of publishing.posted.slice(received)) {
        log = receiver.receive(message)?.changes ?? log;
      }
      received = publishing.posted.length;
      return log ?? assert.fail('there is no log');
    },
    stored: () => ReleaseStore.readLog(publishing.stateDir)?.log ?? assert.fail(),
  };
}

const said = (log: ChangeLog) => log.ids.map((id, index) => `${kindAt(log, index)} ${id}`);

test('what is served has the log that is stored with it, edit by edit', async (t) => {
  const { loop, save, log, stored } = createServed(t);
  await loop.rebuild(EVERYTHING);
  assert.deepEqual(log(), stored());
  assert.deepEqual(said(log()), []);
  const { id } = log();
  await loop.rebuild(save(sampleReview('review-4', '2026-10-05')));
  await loop.rebuild(save(sampleReview('review-1', '2026-10-03', {}, 'Something else.')));
  await loop.rebuild(save(removalOf('review-2')));
  assert.deepEqual(said(log()), [
    'added review-4',
    'edited review-1',
    'removed review-2',
    'removed gone-1',
  ]);
  assert.deepEqual([log(), log().id], [stored(), id]);
  // Nothing of a review changes.
  await loop.rebuild(save(businessOf(2)));
  assert.equal(log().end.position, 4);
  assert.deepEqual(log(), stored());
});

test('what cannot be stored is served with a log in memory, which goes on, until it is stored', async (t) => {
  const { loop, save, log, stored, breaks } = createServed(t);
  await loop.rebuild(EVERYTHING);
  const kept = log();
  breaks.at = 'BEGIN';
  const takeDown = (...ids: readonly string[]) =>
    assert.rejects(loop.rebuild(save(removalOf(...ids))), StoreFault);
  await takeDown('gone-1', 'review-2');
  const memory = log();
  assert.notEqual(memory.id, kept.id);
  assert.deepEqual([memory.isKept, said(memory)], [false, []]);
  assert.ok(memory.floor.time > kept.floor.time);
  await takeDown('gone-1', 'review-2', 'review-3');
  assert.deepEqual([log().id, said(log())], [memory.id, ['removed review-3']]);
  breaks.at = 'nothing';
  await loop.rebuild(NOTHING);
  assert.deepEqual(log(), stored());
  assert.equal(log().id, kept.id);
  // The date of the first one was changed.
  const removed = ['gone-1', 'review-2', 'review-3'].map((id) => `removed ${id}`);
  assert.deepEqual(said(log()).toSorted(), removed);
});

test('a thread that begins goes on with what the server has of the log', async (t) => {
  const first = createServed(t);
  await first.loop.rebuild(EVERYTHING);
  await first.loop.rebuild(first.save(sampleReview('review-4', '2026-10-05')));
  const log = first.log();
  await first.loop.close();
  const { loop, posted, save } = createPublishing(t, first.contentDir, {
    folder: first.folder,
    log: servedLogOf(log),
  });
  await loop.rebuild(EVERYTHING);
  assert.ok(!posted.some(({ type }) => type === 'changes' || type === 'data'));
  await loop.rebuild(save(sampleReview('review-5', '2026-10-06')));
  const [data] = posted.filter((message) => message.type === 'data');
  const { growth } = data?.changes ?? {};
  assert.deepEqual([growth?.id, growth?.after], [log.id, log.end.position]);
  assert.deepEqual(
    growth?.rows.map(({ id }) => id),
    ['review-5'],
  );
});
