import type { AspectInsight, Quote } from '#insights/insights-document.ts';

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
    positiveReviewCount: 0,
    negativeReviewCount: 0,
    mixedReviewCount: 0,
    score: 0,
    interval: [-1, 1],
    averageRating: 3,
    sampleSize: 'ok',
    keywords: [],
    trend: [],
    quotes: [quoteWith({}), quoteWith({ reviewId: 'loathed', sentiment: 'negative' })],
    unquotedCriticism: [],
    ...changes,
  };
}

/** Praise of a whole sentence, with changes. */
export function quoteWith(changes: Partial<Quote>): Quote {
  const reviewId = changes.reviewId ?? 'liked';
  return {
    reviewId,
    url: `https://reviews.example/reviews/${reviewId}/`,
    text: 'They were there.',
    start: 0,
    end: 16,
    clause: { start: 0, end: 16 },
    sentiment: 'positive',
    confidence: 0.9,
    datePublished: '2026-10-03',
    ...changes,
  };
}
