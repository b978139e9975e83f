import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { BASE_URL, NAMED } from '../artifacts/sample-datasets.ts';

const FEES = {
  id: 'fees',
  name: 'Value and fees',
  description: 'What it costs.',
  terms: ['cost', 'expense'],
};
const ASPECTS = [
  FEES,
  { id: 'speed', name: 'Speed', description: 'How long it takes.', terms: ['slow'] },
];

function sourceWith(
  reviews: Parameters<typeof storedReview>[0][],
  aspects = ASPECTS,
  technicians = NAMED.technicians,
) {
  const content = contentOf({
    ...NAMED,
    aspects,
    technicians,
    reviews: reviews.map((changes, index) => storedReview({ id: `review-${index}`, ...changes })),
  });
  return sourceOf(createDataset(content, BASE_URL, createAnnotator()));
}

const source = sourceWith([
  {
    rating: 2,
    name: 'No surprises, they said',
    reviewBody: 'The cost was bad.',
    source: { name: 'Google' },
    aspects: { fees: 'negative' },
    technicians: ['maria-lopez'],
  },
  { rating: 5, reviewBody: 'A bad start, but fine.', inLanguage: 'es-MX' },
  { rating: 4, reviewBody: 'Fine.', datePublished: '2025-02-02' },
]);

async function hintsOn(given: object, from = source): Promise<readonly string[]> {
  const { hints = [] } = await from.search(SearchQuery.parse(given));
  return hints.map(({ text }) => text);
}

/** The hints for a question, a line each. More of them are in tests/contract. */
const HINTS: readonly (readonly [object, ...string[]])[] = [
  [
    { mentions_technician: 'a' },
    'No technician is called "a". Did you mean "María López" or "Wei Zhang"?',
  ],
  // By a job title, as no name is like it.
  [
    { mentions_technician: 'Associates' },
    'No technician is called "Associates". Did you mean "Wei Zhang"?',
  ],
  // A word that is near to a term of an aspect does not mean the aspect.
  ...['coast', 'xpense', 'pace'].map(
    (aspect) =>
      [{ aspect }, `No aspect is called "${aspect}". There are "fees", "speed".`] as const,
  ),
  // Little is found, and the words find more.
  [{ query: 'cost' }],
  // An aspect that a word names, in whose other words more is said.
  [
    { words: 'slow expense', rating: 2 },
    'Reviews that the other filters find, by word: "slow" 0, "expense" 0.',
    'Reviews about the aspect "fees": 1.',
    'Leaving out a filter finds more: without words 1.',
  ],
  // There is one of that name, whom no review mentions.
  [
    { mentions_technician: 'Wei' },
    'Leaving out a filter finds more: without mentions_technician 3.',
  ],
];

test('where little is found, hints say how to find more', async () => {
  for (const [given, ...hints] of HINTS) assert.deepEqual(await hintsOn(given), hints);
});

const OTHERS = [
  ...[{ query: 'surprises' }, { query: 'bad parking' }, { query: 'costs', rating: 5 }],
  ...[{ words: 'bad "but fine" parking' }, { words: 'bad cost', rating: 5 }],
  { aspect: 'fee', sentiment: 'negative', max_rating: 2, mentions_technician: 'Lopes' },
];

test('each question that a hint leads to finds as many reviews as it says', async () => {
  for (const given of [...HINTS.map(([one]) => one), ...OTHERS]) {
    const { hints = [] } = await source.search(SearchQuery.parse(given));
    for (const { ways = [] } of hints) {
      for (const { next, total } of ways) {
        assert.ok(total > 0);
        const found = await source.search(SearchQuery.parse(next));
        assert.equal(found.total, total, JSON.stringify([given, next]));
      }
    }
  }
});
