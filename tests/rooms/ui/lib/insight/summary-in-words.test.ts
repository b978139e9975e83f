import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import type { AspectInsight } from '#insights/insights-document.ts';
import { summarize } from '#insights/summary.ts';
import { summaryInWords } from '../../../../../site/ui/lib/insight/summary-in-words.ts';
import { siteOf } from '../../../../../site/ui/lib/site.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../../support/reviews.ts';
import { aspectOf } from '../../../insights/aspect-of.ts';

const RATED = [
  storedReview({ id: 'aaaa', rating: 5, datePublished: '2025-05-01' }),
  storedReview({ id: 'bbbb', rating: 5, datePublished: '2026-01-31', reviewBody: '' }),
  storedReview({ id: 'cccc', rating: 4.5, datePublished: '2025-12-24' }),
];

const FEES = {
  ...{ id: 'fees', name: 'Fees', judgingReviewCount: 2, mixedReviewCount: 1 },
  ...{ positiveReviewCount: 1, negativeReviewCount: 2 },
};

async function summaryIn(
  language: string,
  reviews = RATED,
  changes: readonly Partial<AspectInsight>[] = [],
) {
  const dataset = createDataset(contentOf({ reviews }), 'https://reviews.example');
  const aspects = changes.map(aspectOf);
  const site = await siteOf(sourceOf(dataset), language);
  return summaryInWords({ summary: summarize(dataset, aspects, []), aspects }, site);
}

test('the summary of a program says its facts in the language of the page, with the same evidence', async () => {
  const aspects = [{ judgingReviewCount: 2, positiveReviewCount: 2 }, FEES];
  const wordsIn = async (language: string) => {
    const { headline, text, strengths, concerns } =
      (await summaryIn(language, RATED, aspects)) ?? assert.fail();
    const said = [...strengths, ...concerns];
    assert.deepEqual(
      said.map(({ aspect, evidence }) => [aspect, ...evidence]),
      [
        ['staff', 'liked'],
        ['fees', 'loathed'],
      ],
    );
    return [headline, text, ...said.map((finding) => finding.text)];
  };
  assert.deepEqual(await wordsIn('en'), [
    '4.83 out of 5 from 3 verified reviews',
    '3 verified reviews from May 1, 2025 to January 31, 2026 rate Harbor Law 4.83 out of 5 on average: 2 with five stars, 2 with text.',
    '2 of 2 written reviews judge Staff: 2 praise, 0 criticize.',
    '2 of 2 written reviews judge Fees: 1 praises, 2 criticize (1 does both).',
  ]);
  const [headline, , ...findings] = await wordsIn('es');
  assert.deepEqual(
    [headline, ...findings],
    [
      '4,83 de 5 en 3 reseñas verificadas',
      '2 de 2 reseñas con texto opinan sobre Staff: 2 elogian, 0 critican.',
      '2 de 2 reseñas con texto opinan sobre Fees: 1 elogia, 2 critican (1 hace ambas cosas).',
    ],
  );
});
