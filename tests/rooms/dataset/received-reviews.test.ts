import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists/aspect-lists.ts';
import { ContentChecker, checkContent } from '#dataset/check/check-content.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';

const SUMMARY = `---
headline: A
author: B
dateModified: 2026-10-01
strengths:
  - { text: C, aspect: staff, evidence: [review-1] }
  - { text: D, aspect: compasion, evidence: [review-1] }
---
Text.
`;
const FILES = {
  'business.yaml': BUSINESS,
  'reviews/a.md': reviewText({ aspects: '{ staff: positive, compassion: positive }' }),
  'reviews/b.md': reviewText({ id: 'review-2', aspects: '{ staff: negative }' }),
  'summary.md': SUMMARY,
};
const LACKS = 'there is no aspects.yaml, and the list general, which is used then, lacks it';

test('without aspects.yaml the general list holds, and what it lacks is left out with a warning', () => {
  const { content, warnings } = checkContent(filesOf(FILES));
  assert.deepEqual({ aspects: content.aspects, others: content.others }, shippedList('general'));
  assert.deepEqual(
    warnings.map((problem) => formatProblem(problem)),
    [
      `reviews/a.md:8:41 warning aspects: "compassion" is left out: ${LACKS}`,
      `summary.md:7:24 warning aspect: "compasion" is left out: ${LACKS}`,
    ],
  );
  assert.deepEqual(
    content.reviews.map(({ aspects }) => aspects),
    [{ staff: 'positive' }, { staff: 'negative' }],
  );
  assert.deepEqual(
    content.summary?.strengths.map(({ aspect }) => aspect),
    ['staff'],
  );
});

test('a review that names nothing unknown stays the same object, and is not edited', () => {
  const checker = new ContentChecker();
  checker.update({ removed: [], added: filesOf(FILES) });
  const first = checker.check();
  assert.equal(first.edit.added.length, 2);
  checker.update({ removed: [], added: filesOf({ 'faq.yaml': '' }) });
  const second = checker.check();
  assert.deepEqual(second.edit, { removed: [], added: [] });
  assert.equal(second.content.reviews[0], first.content.reviews[0]);
  assert.equal(second.content.reviews[1], first.content.reviews[1]);
});

test('once the file is there, nothing is left out', () => {
  const checker = new ContentChecker();
  const files = filesOf({ ...FILES, 'summary.md': SUMMARY.replace('compasion', 'compassion') });
  checker.update({ removed: [], added: files });
  checker.check();
  checker.update({ removed: [], added: filesOf({ 'aspects.yaml': 'use: law' }) });
  const { content, warnings, edit } = checker.check();
  assert.deepEqual(warnings, []);
  assert.deepEqual(content.reviews[0]?.aspects, { staff: 'positive', compassion: 'positive' });
  assert.deepEqual(edit.added, content.reviews.slice(0, 1));
  assert.equal(content.summary?.strengths.length, 2);
});
