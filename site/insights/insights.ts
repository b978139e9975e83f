import type { Dataset } from '#dataset/dataset.ts';
import { createEntityCounter } from './entities.ts';
import type { InsightsDocument } from './insights-document.ts';
import { summarise } from './summarise.ts';

/** What the published reviews mean, counted: pure, and the same for the same dataset. */
export function deriveInsights(dataset: Dataset): InsightsDocument {
  return createInsightsMaker()(dataset);
}

/** Derives insights of one dataset after another, looking only at reviews that came or went. */
export function createInsightsMaker(): typeof deriveInsights {
  const countEntities = createEntityCounter();
  return (dataset) => {
    const { business, aggregateRating, reviews, questions } = dataset;
    const { earliest, latest } = aggregateRating;
    return {
      schemaVersion: '1.0.0',
      dateModified: dataset.dateModified,
      business: { id: business.id, name: business.name },
      period: earliest !== null && latest !== null ? { from: earliest, to: latest } : null,
      reviewCount: reviews.length,
      textReviewCount: aggregateRating.reviewCount,
      methodology: METHODOLOGY,
      entities: countEntities(dataset),
      faq: questions.map(({ id, question, answer, evidence, dateModified }) => ({
        id,
        question,
        answer,
        evidence,
        dateModified,
      })),
      summary: summarise(dataset),
    };
  };
}

const METHODOLOGY = {
  name: 'Mentions and means',
  version: '1.0.0',
  description:
    'A review mentions a technician, a service or a place where its title or text holds the name or an alias as whole words, whatever the case and accents, the longest match first; an editor’s list in the review wins. Means are arithmetic, rounded half up to two decimals. Answers and findings are written by editors and name the reviews they rest on. Every figure can be recomputed from reviews.json.',
  limitations:
    'Misspelt names and pronouns are not recognised as mentions. The published reviews are those whose authors were verified as customers; the collection member of reviews.json tells how many were received, withheld and removed, and why.',
};
