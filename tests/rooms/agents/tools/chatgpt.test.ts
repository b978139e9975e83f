import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchForChatGpt } from '#agents/tools/chatgpt.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

/** Reviews by their id, newest first. */
const TEXTS = {
  maria: 'María López won.',
  bill: 'The bill was a mess, and the bill was late.',
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

test('a question finds the reviews with its words in any form, or with most of them', async () => {
  for (const [query, ids] of Object.entries({
    'Did they call back?': 'wei late',
    'a late bill': 'bill',
    '"me back"': 'wei',
    'Is Maria López any good?': 'maria',
    [`mess ${'zebra '.repeat(160)}`]: 'bill',
    zebra: '',
    '?!': '',
    '👩‍👩‍👧‍👦': '',
  })) {
    const { results } = await callTool(searchForChatGpt, source, { query });
    assert.equal(results.map(({ id }: { readonly id: string }) => id).join(' '), ids, query);
  }
});
