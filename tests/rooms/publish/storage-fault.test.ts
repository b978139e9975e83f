import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ReadingFault } from '../../../sidecar/publish/describe-fault.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import type { Files } from '../../support/content-files.ts';
import { businessOf, goodContent, REVIEW, sampleReview } from '../../support/sample-content.ts';
import { refuseAt } from '../dataset/failing-disk.ts';
import { createScriptedStoreDisk } from '../store/failing-store-disk.ts';
import { wordsBelow } from '../store/find-words.ts';
import { createPublishing, EVERYTHING, NOTHING } from './publishing.ts';

const TAKEN_DOWN = 'review-2';
const REMOVALS = {
  'removed.yaml': `- { id: ${TAKEN_DOWN}, dateRemoved: 2026-11-20, reason: spam }\n`,
};
const SECRET = 'Zaubertrank';
const CONTENT: Files = {
  ...goodContent(1),
  ...sampleReview(TAKEN_DOWN, '2026-10-02', {}, SECRET),
};
/** Publishes with a store that fails in the ways that a test sets. */
function createBreakable(t: TestContext) {
  const breaks = { at: 'nothing', isFull: false, isReadable: true };
  const storeDisk = createScriptedStoreDisk((call) => {
    if (call.startsWith('remove') && call.endsWith('.sqlite')) breaks.isFull = false;
    if (call.startsWith(breaks.at)) return 'EIO';
    return breaks.isFull && /^(INSERT INTO pieces|VACUUM)/.test(call) ? 'ENOSPC' : undefined;
  });
  const disk = refuseAt('EIO', { readFileSync: REVIEW }, () => !breaks.isReadable);
  const publishing = createPublishing(t, CONTENT, { storeDisk, disk });
  const { loop, save, stateDir, reviewsJson, newest } = publishing;
  return {
    ...publishing,
    breaks,
    holdsSecret: () => wordsBelow(stateDir, [SECRET]).length > 0,
    isStored: () => ReleaseStore.readManifest(stateDir)?.ordinal === newest().manifest.ordinal,
    /** Takes a review down while nothing can be stored. */
    oweTakedown: async () => {
      await loop.rebuild(EVERYTHING);
      breaks.at = 'BEGIN';
      await assert.rejects(loop.rebuild(save(REMOVALS)), { code: 'EIO' });
      assert.ok(!reviewsJson().includes(TAKEN_DOWN));
      breaks.at = 'nothing';
    },
  };
}

test('what is owed is stored although the content cannot be read', async (t) => {
  const { loop, breaks, save, posted, isStored, oweTakedown } = createBreakable(t);
  await oweTakedown();
  assert.ok(!isStored());
  breaks.isReadable = false;
  const dirty = save({ [REVIEW]: goodContent(2)[REVIEW] ?? '' });
  await assert.rejects(loop.rebuild(dirty), ReadingFault);
  assert.ok(isStored());
  assert.equal(posted.at(-1)?.type, 'kept');
});

test('a takedown that is owed leaves a full disk although an edit waits for room', async (t) => {
  const { loop, breaks, save, reviewsJson, holdsSecret, oweTakedown } = createBreakable(t);
  await oweTakedown();
  assert.ok(holdsSecret());
  breaks.isFull = true;
  await assert.rejects(loop.rebuild(save(businessOf(2))), { code: 'ENOSPC' });
  assert.ok(!holdsSecret());
  await loop.rebuild(NOTHING);
  assert.ok(reviewsJson().includes('edition-2'));
});

test('what only the server has is stored by the next thread, whatever is wrong with the content', async (t) => {
  const { loop, breaks, save, newest, contentDir, folder, holdsSecret, isStored, oweTakedown } =
    createBreakable(t);
  await oweTakedown();
  breaks.at = 'BEGIN';
  await loop.close();
  assert.ok(holdsSecret());

  save({ [REVIEW]: 'This is no review.' });
  const release = newest();
  const { corpus, names } = release;
  const served = { from: 'memory', release, corpus, names } as const;
  const next = createPublishing(t, contentDir, { folder, served });
  await next.loop.rebuild(EVERYTHING);
  assert.equal(next.posted.at(-1)?.type, 'kept');
  assert.ok(isStored());
  await next.loop.close();
  assert.ok(!holdsSecret());
});
