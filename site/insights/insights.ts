import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { countAspects } from './aspects/aspects.ts';
import { countEntities } from './entities.ts';
import { INSIGHTS_SCHEMA_PATH, type InsightsDocument } from './insights-document.ts';
import { describeMethod } from './methodology.ts';
import { createNotedReader, type NotedReview } from './noted-review.ts';
import { type NotesOf, rememberNotes } from './notes/notes.ts';
import { countSentiments, judgementsOf, type Opinion } from './opinion-counts.ts';
import { scoreOf } from './score.ts';
import { summarise } from './summary.ts';
import { findTopics } from './topics/topics.ts';

/**
 * The room: what reviews mean, pure and the same for the same dataset. `annotation/` reads one review
 * and gives its mentions and sentiment, which the dataset holds; `notes/` reads it once more for what
 * is asked of it besides, and remembers that. A document (insights-document.ts) is a fold of all
 * reviews with their notes: sentiment, aspects/, entities, topics/, each with quotes/.
 */
export function deriveInsights(
  dataset: Dataset,
  notesOf: NotesOf = rememberNotes()(dataset),
): InsightsDocument {
  const { baseUrl, business, aggregateRating, reviews, questions } = dataset;
  const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
  const noted = reviews.map(createNotedReader(notesOf));
  const judgements = judgementsOf(noted);
  const aspects = countAspects(dataset, noted, notesOf);
  return {
    $schema: baseUrl + INSIGHTS_SCHEMA_PATH,
    schemaVersion: '1.2.0',
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
    aspects,
    entities: countEntities(dataset, noted, notesOf),
    topics: findTopics(dataset, judgements, notesOf),
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
  const score = scoreOf(positive - negative, judgements.length);
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
