import type { AspectInsight } from '#insights/insights-document.ts';

/** What is told of an aspect that two reviews mention, one for and one against, with changes. */
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
    score: 0,
    mixedReviewCount: 0,
    negativeReviewCount: changes.negative ?? 0,
    interval: [-1, 1],
    averageRating: 3,
    sampleSize: 'ok',
    keywords: [],
    trend: [],
    quotes: [quoteOf('liked', 'positive'), quoteOf('loathed', 'negative')],
    ...changes,
  };
}

function quoteOf(reviewId: string, sentiment: 'positive' | 'negative') {
  return {
    reviewId,
    url: `https://reviews.example/reviews/${reviewId}/`,
    text: 'They were there.',
    start: 0,
    end: 16,
    sentiment,
    confidence: 0.9,
    datePublished: '2026-10-03',
  };
}
