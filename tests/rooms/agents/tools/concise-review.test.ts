import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conciseReviewAt } from '#agents/tools/concise-review.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';

for (const [title, text, excerpt] of [
  ['no text', '', ''],
  ['280 characters', 'x'.repeat(280), 'x'.repeat(280)],
  ['281 characters', 'x'.repeat(281), `${'x'.repeat(279)}…`],
  ['280 characters of two units', '👩'.repeat(280), '👩'.repeat(280)],
  ['281 characters of two units', '👩'.repeat(281), `${'👩'.repeat(279)}…`],
  ['a character of two units where it is cut', `${'x'.repeat(278)}👩yz`, `${'x'.repeat(278)}👩…`],
  ['quotes and a separator', 'He said: "a\u2028b".', 'He said: "a\u2028b".'],
] as const) {
  test(`the excerpt of ${title} is whole characters`, () => {
    const dataset = datasetOf({ reviews: [storedReview({ reviewBody: text })] });
    const corpus = readCorpus([renderReviewsJson(dataset)]);
    assert.equal(conciseReviewAt(corpus, 0).excerpt, excerpt);
  });
}
