import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { goodContent } from '../../journeys/publish/good-content.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { replaceFiles } from '../../support/edit-content.ts';
import { createPublishing } from '../../support/publishing.ts';
import { sampleReview } from '../../support/sample-content.ts';

const EVERYTHING: Dirty = { paths: new Set(), everything: true };
const ONE =
  '1 review was deleted without an entry in removed.yaml; mirrors keep it: add its id (review-2)';

/** Good content without some of its files, and with others. */
function contentWithout(gone: Files, others: Files = {}): Files {
  const kept = Object.entries(goodContent(1)).filter(([path]) => gone[path] === undefined);
  return { ...Object.fromEntries(kept), ...others };
}

const REVIEW_2 = sampleReview('review-2', '2026-10-02');
const REMOVED = {
  'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n',
};

function createPublished(t: TestContext) {
  const contentDir = createContentFolder(t, goodContent(1));
  const folder = createFolder(t);
  const start = () => createPublishing({ contentDir, folder });
  return { contentDir, start, put: (files: Files) => replaceFiles(contentDir, files) };
}

for (const [what, files, told] of [
  ['a review that is deleted', contentWithout(REVIEW_2), [ONE]],
  ['a review that is deleted and removed', contentWithout(REVIEW_2, REMOVED), []],
  ['a review that is removed and not deleted', contentWithout({}, REMOVED), []],
  [
    'a review that is withheld',
    contentWithout(
      {},
      sampleReview('review-2', '2026-10-02', {
        verification: '{ status: withheld, reason: spam, date: 2026-10-06 }',
      }),
    ),
    [],
  ],
  [
    'a review of which everything but its id is another',
    contentWithout(REVIEW_2, sampleReview('review-2', '2026-10-04', {}, 'Edited.')),
    [],
  ],
] as const) {
  test(`${what} is warned of ${told.length === 0 ? 'never' : 'once'}`, async (t) => {
    const { start, put } = createPublished(t);
    const { loop, warnings } = start();
    const isOfDeleted = (line: string) => line.includes('deleted without');
    await loop.rebuild(EVERYTHING);
    await loop.rebuild({ paths: put(files), everything: false });
    assert.deepEqual(warnings.filter(isOfDeleted), told);
    const edited = { ...files, ...sampleReview('review-9', '2026-10-09') };
    await loop.rebuild({ paths: put(edited), everything: false });
    assert.deepEqual(warnings.filter(isOfDeleted), told);
    await loop.close();
  });
}

test('a review that was deleted while nobody watched is warned of at the start, once', async (t) => {
  const { contentDir, start } = createPublished(t);
  const [path = ''] = Object.keys(REVIEW_2);
  for (const told of [[], [ONE], []]) {
    const { loop, warnings } = start();
    await loop.rebuild(EVERYTHING);
    assert.deepEqual(warnings, told);
    await loop.close();
    rmSync(join(contentDir, path), { force: true });
  }
});

test('of many deleted reviews the log names twenty', async (t) => {
  const ids = Array.from({ length: 21 }, (_, index) => `gone-${index + 10}`);
  const gone = Object.assign({}, ...ids.map((id) => sampleReview(id, '2026-10-02')));
  const contentDir = createContentFolder(t, { ...goodContent(1), ...gone });
  const { loop, warnings } = createPublishing({ contentDir, folder: createFolder(t) });
  await loop.rebuild(EVERYTHING);
  const paths = replaceFiles(contentDir, goodContent(1));
  await loop.rebuild({ paths, everything: false });
  const [line = ''] = warnings;
  assert.match(
    line,
    /^21 reviews were deleted without an entry in removed\.yaml; mirrors keep them:/,
  );
  assert.equal(line.match(/gone-\d/g)?.length, 20);
  assert.ok(line.endsWith(' ...)'));
  await loop.close();
});
