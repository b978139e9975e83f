import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally } from '#dataset/list-edit.ts';
import { AspectCounter } from './aspect-counter.ts';
import { EntityCounter } from './entities.ts';
import type { InsightsDocument } from './insights-document.ts';
import { describeMethod } from './methodology.ts';
import { MODEL_CARD } from './polarity/model-card.ts';
import { SentimentTally } from './sentiment-tally.ts';
import { summarise } from './summarise.ts';
import { TopicFinder } from './topics/find-topics.ts';

/** What the published reviews mean, counted: pure, and the same for the same dataset. */
export function deriveInsights(dataset: Dataset): InsightsDocument {
  return new Insights().update(dataset, addAll(dataset.reviews));
}

/** Derives insights of one dataset after another, looking only at reviews that were edited. */
export class Insights {
  readonly #sentiments = new SentimentTally();
  readonly #aspects = new AspectCounter();
  readonly #entities = new EntityCounter();
  readonly #topics = new TopicFinder();

  /** `edit` is that of the reviews since the dataset before, of which the first has none. */
  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument {
    const { business, aggregateRating, reviews, questions } = dataset;
    const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
    applyToTally(this.#sentiments, edit);
    const aspects = this.#aspects.update(dataset, edit);
    return {
      schemaVersion: '1.0.0',
      dateModified: dataset.dateModified,
      business: { id: business.id, name: business.name },
      period: earliest !== null && latest !== null ? { from: earliest, to: latest } : null,
      reviewCount: reviews.length,
      textReviewCount,
      methodology: describeMethod(MODEL_CARD, { textReviewCount, ...this.#sentiments.coverage() }),
      sentiment: this.#sentiments.sentiment(),
      aspects,
      entities: this.#entities.update(dataset, edit),
      topics: this.#topics.update(dataset, edit),
      faq: questions.map(({ id, question, answer, evidence, dateModified }) => ({
        id,
        question,
        answer,
        evidence,
        dateModified,
      })),
      summary: summarise(dataset, aspects),
    };
  }
}
