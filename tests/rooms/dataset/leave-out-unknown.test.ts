import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedList } from '#dataset/aspect-lists.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { createContentChecker } from '#dataset/load-content.ts';
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
  const { content, warnings } = createContentChecker()(filesOf(FILES));
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

test('a review that names nothing unknown stays the same object, from check to check', () => {
  const check = createContentChecker();
  const files = filesOf(FILES);
  const first = check(files).content.reviews;
  const second = check([...files, ...filesOf({ 'faq.yaml': '' })]).content.reviews;
  assert.equal(first[0], second[0]);
  assert.equal(first[1], second[1]);
});

test('once the file is there, nothing is left out', () => {
  const check = createContentChecker();
  const files = filesOf({ ...FILES, 'summary.md': SUMMARY.replace('compasion', 'compassion') });
  check(files);
  const { content, warnings } = check([...files, ...filesOf({ 'aspects.yaml': 'use: law' })]);
  assert.deepEqual(warnings, []);
  assert.deepEqual(content.reviews[0]?.aspects, { staff: 'positive', compassion: 'positive' });
  assert.equal(content.summary?.strengths.length, 2);
});
