import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { countAspects } from './aspects/aspects.ts';
import { countEntities } from './entities.ts';
import { INSIGHTS_SCHEMA_PATH, type InsightsDocument } from './insights-document.ts';
import { describeAccuracy, describeMethod } from './methodology.ts';
import { type NotedReview, rememberNoted } from './noted-review.ts';
import { countSentiments, judgementsOf, type Opinion } from './opinion-counts.ts';
import { ENOUGH_TO_SCORE, scoreOf } from './score.ts';
import { summarise } from './summary.ts';

/**
 * The room: what reviews mean, pure and the same for the same dataset. `annotation/` reads one review
 * and gives its mentions and sentiment, which the dataset holds; noted-review.ts reads it once more for
 * what is asked of it besides, and remembers that. A document (insights-document.ts) is a fold of all
 * reviews so read: sentiment, aspects/ and entities, each with quotes/.
 */
export function deriveInsights(
  dataset: Dataset,
  noter = rememberNoted()(dataset),
): InsightsDocument {
  const { baseUrl, business, aggregateRating, reviews, questions } = dataset;
  const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
  const noted = reviews.map(noter.noteReview);
  const judgements = judgementsOf(noted);
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
      analysedReviewCount: judgements.length,
      notAnalysed: languagesNotAnalysed(noted),
    }),
    sentiment: sentimentOf(judgements),
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
    summary: summarise(dataset, aspects, noted),
  };
}

/** How reviews are judged as a whole. */
function sentimentOf(judgements: readonly Opinion[]): InsightsDocument['sentiment'] {
  const { positive, neutral, negative, mixed } = countSentiments(judgements);
  const isEnough = positive + negative >= ENOUGH_TO_SCORE;
  const score = isEnough ? scoreOf(positive - negative, judgements.length) : null;
  return { positive, neutral, negative, mixed, score };
}

/** The languages of the texts that could not be analyzed, the most frequent first. */
function languagesNotAnalysed(
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
