import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { countAspects } from './aspects/aspects.ts';
import { countEntities } from './entities.ts';
import { INSIGHTS_SCHEMA_PATH, type InsightsDocument } from './insights-document.ts';
import { describeAccuracy, describeMethod } from './methodology.ts';
import { type NotedReview, rememberNoted } from './noted-review.ts';
import { countSentiments, judgmentsOf, type Opinion } from './opinion-counts.ts';
import { ENOUGH_TO_SCORE, scoreOf } from './score.ts';
import { summarize } from './summary.ts';

/**
 * The room: the meaning of reviews, by pure functions, so equal datasets give equal insights.
 * `annotation/` reads one review and gives its mentions and sentiment, which the dataset contains;
 * noted-review.ts reads it once more for everything else, and remembers that. A document
 * (insights-document.ts) is a fold of all these readings: sentiment, aspects/ and entities, each
 * with quotes/.
 */
export function deriveInsights(
  dataset: Dataset,
  noter = rememberNoted()(dataset),
): InsightsDocument {
  const { baseUrl, business, aggregateRating, reviews, questions } = dataset;
  const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
  const noted = reviews.map(noter.noteReview);
  const judgments = judgmentsOf(noted);
  const aspects = countAspects(dataset, noted, noter);
  return {
    $schema: baseUrl + INSIGHTS_SCHEMA_PATH,
    schemaVersion: '1.3.0',
    dateModified: dataset.dateModified,
    business: { id: business.id, name: business.name },
    period: earliest !== null && latest !== null ? { from: earliest, to: latest } : null,
    reviewCount: reviews.length,
    textReviewCount,
    methodology: describeMethod({
      textReviewCount,
      analysedReviewCount: judgments.length,
      notAnalysed: languagesNotAnalyzed(noted),
    }),
    sentiment: sentimentOf(judgments),
    accuracy: describeAccuracy(dataset.trade),
    aspects,
    entities: countEntities(dataset, noted, noter),
    topics: [],
    faq: questions.map(({ id, question, answer, evidence, dateModified }) => ({
      id,
      question,
      answer,
      evidence,
      dateModified,
    })),
    summary: summarize(dataset, aspects, noted),
  };
}

/** Counts reviews by their sentiment as a whole. */
function sentimentOf(judgments: readonly Opinion[]): InsightsDocument['sentiment'] {
  const { positive, neutral, negative, mixed } = countSentiments(judgments);
  const isEnough = positive + negative >= ENOUGH_TO_SCORE;
  const score = isEnough ? scoreOf(positive - negative, judgments.length) : null;
  return { positive, neutral, negative, mixed, score };
}

/** Returns the languages of the texts that could not be analyzed, the most frequent first. */
function languagesNotAnalyzed(
  noted: readonly NotedReview[],
): InsightsDocument['methodology']['coverage']['notAnalysed'] {
  const notAnalysed = new Counts<string>();
  for (const { label, review } of noted) {
    if (!label && review.reviewBody !== '') notAnalysed.add(review.inLanguage);
  }
  return [...notAnalysed]
    .map(([inLanguage, reviewCount]) => ({ inLanguage, reviewCount }))
    .sort((a, b) => b.reviewCount - a.reviewCount || (a.inLanguage < b.inLanguage ? -1 : 1));
}
