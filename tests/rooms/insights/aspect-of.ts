import type { AspectInsight, Quote } from '#insights/insights-document.ts';

/** An aspect that two reviews mention, one for and one against it, with changes. */
export function aspectOf(changes: Partial<AspectInsight>): AspectInsight {
  return {
    id: 'staff',
    name: 'Staff',
    description: 'Who helps.',
    reviewCount: 5,
    mentionCount: 5,
    positive: 0,
    neutral: 0,
    negative: 0,
    judgingReviewCount: 0,
    positiveReviewCount: 0,
    negativeReviewCount: 0,
    mixedReviewCount: 0,
    score: 0,
    interval: [-1, 1],
    averageRating: 3,
    sampleSize: 'ok',
    keywords: [],
    trend: [],
    quotes: [quoteIn('liked', 'positive'), quoteIn('loathed', 'negative')],
    unquotedCriticism: [],
    ...changes,
  };
}

/** A quote of a whole text. */
function quoteIn(reviewId: string, sentiment: Quote['sentiment']): Quote {
  return {
    ...{ reviewId, url: `https://reviews.example/reviews/${reviewId}/`, sentiment },
    ...{ text: 'They were there.', start: 0, end: 16, clause: { start: 0, end: 16 } },
    ...{ confidence: 0.9, datePublished: '2026-10-03' },
  };
}
