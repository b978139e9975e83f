import { Counts } from '#dataset/counts.ts';
import type { Tally } from '#dataset/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from './insights-document.ts';
import { SentimentCounts } from './sentiment-counts.ts';

/** How reviews that come and go are judged as a whole, and which could not be. */
export class SentimentTally implements Tally<Review> {
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

  coverage(): Pick<Coverage, 'analysedReviewCount' | 'notAnalysed'> {
    return {
      analysedReviewCount: this.#analysed.total,
      notAnalysed: [...this.#notAnalysed.keys()]
        .map((inLanguage) => ({ inLanguage, reviewCount: this.#notAnalysed.of(inLanguage) }))
        .sort((a, b) => b.reviewCount - a.reviewCount || (a.inLanguage < b.inLanguage ? -1 : 1)),
    };
  }
}

type Coverage = InsightsDocument['methodology']['coverage'];
