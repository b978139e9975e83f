import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchForChatGpt } from '#agents/tools/chatgpt.ts';
import { MAX_WORDS } from '#agents/tools/rank-reviews.ts';
import { getReviewStats } from '#agents/tools/review-stats.ts';
import { searchReviews } from '#agents/tools/reviews.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

/** Reviews by their id, newest first. */
const TEXTS = {
  maria: 'María López won.',
  bill: 'The bill was a mess, and the bill was late.',
  car: 'After the car crash they won the case.',
  wei: 'Wei Zhang called me back about the bill.',
  plain: 'All was well in the end.',
  late: 'They called me, late, and I called them back.',
};
const source = sourceOf(
  datasetOf({
    ...NAMED,
    reviews: Object.entries(TEXTS).map(([id, reviewBody], index) =>
      storedReview({ id, reviewBody, datePublished: `2026-09-0${9 - index}` }),
    ),
  }),
);
const zebras = Array.from({ length: MAX_WORDS }, (_, at) => `zebra${at}`).join(' ');

for (const [title, questions] of Object.entries({
  'a phrase comes before its words, and most of the rare words before fewer': {
    'called me, late': 'late',
    'called back': 'wei late',
    'What do people say about the bill?': 'wei',
    bill: 'bill wei',
    'a late bill': 'bill wei late',
  },
  'people and services are found by any of their names, whatever stands around them': {
    'Is maria any good?': 'maria',
    'Reviews of Ms. Lopez': 'maria',
    'car accidents or a CAR-ACCIDENT': 'car',
  },
  'words of every review find reviews where there are no others, and only so many are looked for': {
    e: 'maria bill car wei plain late',
    zebra: '',
    '?!': '',
    '👩‍👩‍👧‍👦': '',
    [`${zebras} mess`]: '',
    [`mess ${zebras}`]: 'bill',
  },
})) {
  test(title, async () => {
    for (const [query, ids] of Object.entries(questions)) {
      const { results } = await callTool(searchForChatGpt, source, { query });
      assert.equal(results.map(({ id }: { readonly id: string }) => id).join(' '), ids, query);
    }
  });
}

test('too many searches in flight are a failure that says so', async () => {
  const busy = async () => 'busy' as const;
  for (const tool of [searchReviews, getReviewStats, searchForChatGpt]) {
    const given = tool === searchForChatGpt ? { query: 'bill' } : {};
    const failure = await failureOf(tool, { ...source, search: busy, count: busy }, given);
    assert.equal(failure, SEARCH_BUSY);
  }
});
