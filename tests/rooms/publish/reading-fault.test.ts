import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readContent } from '#dataset/read/read-content.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { ReadingFault } from '../../../sidecar/publish/describe-fault.ts';
import { EditorsContent } from '../../../sidecar/publish/editors-content.ts';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { CheckoutReader } from '../../../sidecar/publish/watch/git.ts';
import { createContentFolder, saveFiles } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';
import { goodContent, REVIEW, sampleReview } from '../../support/sample-content.ts';
import { createFailingDisk, refuseAt } from '../dataset/failing-disk.ts';
import { createPublishing, EVERYTHING, NOTHING } from './publishing.ts';

/** Content in a working tree of git. */
function createTree(t: TestContext) {
  const tree = createContentFolder(t, { '.git/HEAD': '' });
  const contentDir = join(tree, 'content');
  saveFiles(contentDir, goodContent(1));
  const edit = (): Dirty => {
    const files = { ...goodContent(2), ...sampleReview('review-4', '2026-10-04') };
    saveFiles(contentDir, files);
    rmSync(join(contentDir, 'faq.yaml'));
    return { paths: new Set([...Object.keys(files), 'faq.yaml']), everything: false };
  };
  const keyOf = () => releaseKeyOf(readContent(contentDir).files, BASE_URL);
  return { contentDir, edit, keyOf };
}

/** What the system failed with, where that is what an act was rejected with. */
async function faultOf(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ReadingFault, String(error));
    return error.cause;
  }
}

test('a reading that fails, at whatever call, is made up for by the next, of whatever that is', async (t) => {
  let nth = 0;
  for (let isWhole = false; !isWhole; ) {
    const { contentDir, edit, keyOf } = createTree(t);
    const { disk, failure, hasFailed } = createFailingDisk(++nth, 'EIO');
    const reader = new CheckoutReader(contentDir, () => {}, disk);
    const content = new EditorsContent(contentDir, BASE_URL, disk);
    const read = async (dirty: Dirty) => {
      const hadFailed = hasFailed();
      const fault = await faultOf(() => reader.read(dirty, (some) => content.refresh(some)));
      assert.equal(fault, hasFailed() && !hadFailed ? failure : undefined);
      if (fault) assert.ok(await reader.read(NOTHING, (some) => content.refresh(some)));
      const checked = content.check();
      assert.ok(checked.content);
      assert.deepEqual(checked.key, keyOf());
    };
    await read(EVERYTHING);
    await read(edit());
    isWhole = !hasFailed();
  }
  assert.ok(nth > 50);
});

test('a review is taken down, also on disk, although the disk does not work where another one lies', async (t) => {
  const { contentDir, keyOf } = createTree(t);
  let isDamaged = false;
  const disk = refuseAt('EIO', { readFileSync: REVIEW }, () => isDamaged);
  const { loop, newest, loadKept, save } = createPublishing(t, contentDir, { disk });
  await loop.rebuild(EVERYTHING);
  isDamaged = true;
  const removals = '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n';
  const dirty = save({ [REVIEW]: goodContent(2)[REVIEW] ?? '', 'removed.yaml': removals });
  const fault = await faultOf(() => loop.rebuild(dirty));
  assert.ok(fault instanceof Error && fault.message === 'EIO');
  assert.deepEqual(newest().facts.removed, ['review-2']);
  assert.deepEqual(loadKept().manifest.removed, ['review-2']);
  isDamaged = false;
  await loop.rebuild(NOTHING);
  assert.deepEqual(newest().facts.key, keyOf());
});
