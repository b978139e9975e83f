import { Counts } from '#dataset/counts.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally, type Tally } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import { AspectCounter } from './aspects/aspects.ts';
import { EntityCounter } from './entities.ts';
import { INSIGHTS_SCHEMA_PATH, type InsightsDocument } from './insights-document.ts';
import { describeMethod } from './methodology.ts';
import { SentimentCounts } from './opinion-counts.ts';
import { summarise } from './summary.ts';
import { TopicFinder } from './topics/topics.ts';

/**
 * The room: what reviews mean, pure and the same for the same dataset. `annotation/` reads one review
 * and gives its mentions and sentiment, which the dataset holds; the classes here count them
 * (`Insights` → sentiment, aspects/, entities, topics/, each with quotes/) into insights.json
 * (insights-document.ts). All are tallies: an edit removes and adds its reviews, and the figures equal
 * those counted from nothing.
 */
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
    const { baseUrl, business, aggregateRating, reviews, questions } = dataset;
    const { earliest, latest, reviewCount: textReviewCount } = aggregateRating;
    applyToTally(this.#sentiments, edit);
    const aspects = this.#aspects.update(dataset, edit);
    return {
      $schema: baseUrl + INSIGHTS_SCHEMA_PATH,
      schemaVersion: '1.2.0',
      dateModified: dataset.dateModified,
      business: { id: business.id, name: business.name },
      period: earliest !== null && latest !== null ? { from: earliest, to: latest } : null,
      reviewCount: reviews.length,
      textReviewCount,
      methodology: describeMethod({ textReviewCount, ...this.#sentiments.coverage() }),
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

/** How reviews are judged as a whole, and which could not be. */
class SentimentTally implements Tally<Review> {
  readonly #analysed = new SentimentCounts();
  readonly #notAnalysed = new Counts<string>();

  add({ sentiment, reviewBody, inLanguage }: Review): void {
    if (sentiment) this.#analysed.change(sentiment.label, 1);
    else if (reviewBody !== '') this.#notAnalysed.add(inLanguage);
  }

  remove({ sentiment, reviewBody, inLanguage }: Review): void {
    if (sentiment) this.#analysed.change(sentiment.label, -1);
    else if (reviewBody !== '') this.#notAnalysed.remove(inLanguage);
  }

  sentiment(): InsightsDocument['sentiment'] {
    const { positive, neutral, negative, mixed } = this.#analysed.counts;
    return { positive, neutral, negative, mixed, score: this.#analysed.score };
  }

  coverage(): Omit<InsightsDocument['methodology']['coverage'], 'textReviewCount'> {
    return {
      analysedReviewCount: this.#analysed.total,
      notAnalysed: [...this.#notAnalysed.keys()]
        .map((inLanguage) => ({ inLanguage, reviewCount: this.#notAnalysed.of(inLanguage) }))
        .sort((a, b) => b.reviewCount - a.reviewCount || (a.inLanguage < b.inLanguage ? -1 : 1)),
    };
  }
}
