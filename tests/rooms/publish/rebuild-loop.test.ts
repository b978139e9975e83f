import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Files } from '../../support/content-files.ts';
import { replaceFiles } from '../../support/content-folder.ts';
import { goodContent, sampleReview } from '../../support/sample-content.ts';
import { createPublishing, EVERYTHING } from './publishing.ts';

const ONE =
  'deleted without an entry in removed.yaml, so mirrors keep them: review-2; for each: npm run remove -- ID --reason REASON';
const REVIEW_2 = sampleReview('review-2', '2026-10-02');
const [FILE_2 = ''] = Object.keys(REVIEW_2);
const { [FILE_2]: _, ...WITHOUT } = goodContent(1);
const REMOVED = {
  'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n',
};
const verification = '{ status: withheld, reason: spam, date: 2026-10-06 }';

const GOOD = goodContent(1);

for (const [what, before, after, told] of [
  ['a review that is deleted', GOOD, WITHOUT, [ONE]],
  ['a review that is deleted and removed', GOOD, { ...WITHOUT, ...REMOVED }, []],
  ['a review that is removed and not deleted', GOOD, { ...GOOD, ...REMOVED }, []],
  [
    'a review that is withheld',
    GOOD,
    { ...GOOD, ...sampleReview('review-2', '2026-10-02', { verification }) },
    [],
  ],
  [
    'a review of which everything but its id is another',
    GOOD,
    { ...WITHOUT, ...sampleReview('review-2', '2026-10-04', {}, 'Edited.') },
    [],
  ],
] satisfies [string, Files, Files, string[]][]) {
  test(`${what} is warned of ${told.length === 0 ? 'never' : 'once'}`, async (t) => {
    const { loop, warnings, contentDir } = createPublishing(t, before);
    await loop.rebuild(EVERYTHING);
    for (const edited of [after, { ...after, ...sampleReview('review-9', '2026-10-09') }]) {
      await loop.rebuild({ paths: replaceFiles(contentDir, edited), everything: false });
      const said = warnings.filter((line) => /deleted without/.test(line));
      assert.deepEqual(said, told);
    }
  });
}
