import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { toChangeLog } from '#search/changes/kept-log.ts';
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
  const receiver = new ReleaseReceiver();
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
    stored: () => toChangeLog(ReleaseStore.readLog(publishing.stateDir) ?? assert.fail()),
  };
}

const said = (log: ChangeLog) =>
  log.ids.flatMap((id, index) => (id ? `${log.kinds[index]} ${id}` : []));

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
  assert.equal(log().ids.length, 4);
  assert.deepEqual(log(), stored());
});

test('what cannot be stored is served with the log as well, which is stored later', async (t) => {
  const { loop, save, log, stored, breaks } = createServed(t);
  await loop.rebuild(EVERYTHING);
  const { id } = log();
  breaks.at = 'BEGIN';
  const takeDown = (...ids: readonly string[]) =>
    assert.rejects(loop.rebuild(save(removalOf(...ids))), StoreFault);
  await takeDown('gone-1', 'review-2');
  await takeDown('gone-1', 'review-2', 'review-3');
  // The date of the first one was changed.
  const removed = ['removed gone-1', 'removed review-2', 'removed review-3'];
  assert.deepEqual([log().id, said(log()).toSorted()], [id, removed]);
  assert.deepEqual(said(stored()), []);
  breaks.at = 'nothing';
  await loop.rebuild(NOTHING);
  assert.deepEqual(log(), stored());
});

test('an edit that cannot be stored is not in the log, nor twice once it can', async (t) => {
  const { loop, save, log, stored, breaks } = createServed(t);
  await loop.rebuild(EVERYTHING);
  breaks.at = 'COMMIT';
  const edit = save(sampleReview('review-4', '2026-10-05'));
  await assert.rejects(loop.rebuild(edit), StoreFault);
  assert.deepEqual([said(log()), said(stored())], [[], []]);
  breaks.at = 'nothing';
  await loop.rebuild(NOTHING);
  assert.deepEqual(said(log()), ['added review-4']);
  assert.deepEqual(log(), stored());
});

test('a thread that begins goes on with the log that is stored, or the one that it is given', async (t) => {
  const first = createServed(t);
  await first.loop.rebuild(EVERYTHING);
  await first.loop.rebuild(first.save(sampleReview('review-4', '2026-10-05')));
  const [log, { manifest, files, corpus, dataset, names }] = [first.log(), first.newest()];
  await first.loop.close();
  const { folder, contentDir, stateDir } = first;
  const kept = ReleaseStore.readLog(stateDir) ?? assert.fail();
  const release = { manifest, files, dataset };
  const other = { ...kept, id: 'ponmlkjihgfedcba' };
  for (const [id, served, review] of [
    [log.id, undefined, 'review-5'],
    [other.id, { from: 'memory', release, corpus, names, log: other } as const, 'review-6'],
  ] as const) {
    const { loop, posted, save } = createPublishing(t, contentDir, {
      folder,
      ...(served && { served }),
    });
    if (!served) {
      await loop.rebuild(EVERYTHING);
      assert.ok(!posted.some(({ type }) => type === 'data'));
    }
    await loop.rebuild(save(sampleReview(review, '2026-10-06')));
    const [data] = posted.filter((message) => message.type === 'data');
    const { changes } = data ?? assert.fail();
    assert.deepEqual([changes.id, changes.ids.at(-1)], [id, review]);
    assert.deepEqual([said(changes)[0], changes.floor], ['added review-4', log.floor]);
    await loop.close();
    assert.deepEqual(changes, toChangeLog(ReleaseStore.readLog(stateDir) ?? assert.fail()));
  }
});
