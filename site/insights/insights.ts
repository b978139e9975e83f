import type { Dataset } from '#dataset/dataset.ts';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
import { createAspectCounter } from './aspect-counter.ts';
import { createEntityCounter } from './entities.ts';
import type { InsightsDocument } from './insights-document.ts';
import { describeMethod } from './methodology.ts';
import { MODEL_CARD } from './polarity/model-card.ts';
import { SentimentTally } from './sentiment-tally.ts';
import { summarise } from './summarise.ts';
import { createTopicFinder } from './topics/find-topics.ts';

/** What the published reviews mean, counted: pure, and the same for the same dataset. */
export function deriveInsights(dataset: Dataset): InsightsDocument {
  return createInsightsMaker()(dataset);
}

/** Derives insights of one dataset after another, looking only at reviews that came or went. */
export function createInsightsMaker(): typeof deriveInsights {
  const sentiments = new SentimentTally();
  const countSentiments = createTallyKeeper(sentiments);
  const countAspects = createAspectCounter();
  const countEntities = createEntityCounter();
  const findTopics = createTopicFinder();
  return (dataset) => {
    const { business, aggregateRating, reviews, questions } = dataset;
    const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
    countSentiments(reviews);
    const aspects = countAspects(dataset);
    return {
      schemaVersion: '1.0.0',
      dateModified: dataset.dateModified,
      business: { id: business.id, name: business.name },
      period: earliest !== null && latest !== null ? { from: earliest, to: latest } : null,
      reviewCount: reviews.length,
      textReviewCount,
      methodology: describeMethod(MODEL_CARD, { textReviewCount, ...sentiments.coverage() }),
      sentiment: sentiments.sentiment(),
      aspects,
      entities: countEntities(dataset),
      topics: findTopics(dataset),
      faq: questions.map(({ id, question, answer, evidence, dateModified }) => ({
        id,
        question,
        answer,
        evidence,
        dateModified,
      })),
      summary: summarise(dataset, aspects),
    };
  };
}
