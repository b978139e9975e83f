import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownOf } from '#views/review-markdown.ts';
import { publishedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

test('a reply is below its heading, which has the day of its last change, if one is known', () => {
  for (const [dates, heading] of [
    [{}, ''],
    [{ datePublished: '2026-10-05' }, ', 2026-10-05'],
    [{ dateModified: '2026-10-08' }, ', 2026-10-08'],
    [{ datePublished: '2026-10-05', dateModified: '2026-10-08' }, ', 2026-10-08'],
  ] as const) {
    const ownerReply = { text: 'Thank you.', ...dates };
    const markdown = markdownOf(publishedReview({ ownerReply }), datasetOf().business);
    assert.ok(
      markdown.includes(`\n## Reply from Harbor Law${heading}\n\n> Thank you.\n`),
      markdown,
    );
  }
});
