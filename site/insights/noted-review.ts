import { keyOfVocabulary, vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { keyOfGazetteers } from '#dataset/text/mentions.ts';
import type { Quote } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import { createMentionNoter, type MentionNotes, NO_NOTES } from './note-mentions.ts';
import { type Opinion, quarterOf, type Sentiment } from './opinion-counts.ts';
import { createQuoteReader, type ReadQuote } from './quotes/read-quote.ts';

/** A review with its notes, as it is counted: what is asked of it again and again. */
export type NotedReview = {
  readonly review: Review;
  readonly id: string;
  readonly stars: number;
  /** How it is judged as a whole; undefined where its text is not analyzed. */
  readonly label: Sentiment | undefined;
  readonly quarter: string;
  /** All that it says of the business, and of which aspects. */
  readonly said: readonly Said[];
  /** All that it says of people of the business. */
  readonly saidOfPeople: readonly Said[];
  readonly aspects: readonly string[];
} & Readonly<Record<EntityKind, readonly string[]>>;

/** The kinds of what reviews mention by its name: a review holds the ids of each. */
export type EntityKind = 'people' | 'services' | 'places';

/** A mention that counts, and what was noted of it. */
export type Said = Opinion & {
  readonly mention: Omit<Mention, 'about'>;
  readonly notes: MentionNotes;
  /** On which side it may be quoted; undefined where it takes none, or editors do not want it. */
  readonly side: Quote['sentiment'] | undefined;
  /** How surely it is praise or blame, less where the stars say otherwise, from 0 to 1. */
  readonly sureness: number;
};

/** Mentions that contradict the stars are more often misread. */
const AGAINST_STARS = 0.7;

/** Reads the reviews of one dataset as they are counted, and quotes what they say. */
export type Noter = {
  readonly noteReview: (review: Review) => NotedReview;
  readonly readQuote: ReadQuote;
};

/** Remembers what it has read of reviews, until anything else that it depends on is another. */
export function rememberNoted(): (dataset: Dataset) => Noter {
  return memoizeLast(
    (dataset) => `${keyOfGazetteers(dataset)} ${keyOfVocabulary(vocabularyOf(dataset))}`,
    (dataset) => {
      const noteMention = createMentionNoter(dataset);
      const noteReview = memoize((review: Review): NotedReview => {
        const { id, reviewRating, sentiment, datePublished, people = [] } = review;
        const own = ownMentions(review);
        const said: Said[] = [];
        const saidOfPeople: Said[] = [];
        const from: NotedReview = {
          review,
          id,
          stars: reviewRating.ratingValue,
          label: sentiment?.label,
          quarter: quarterOf(datePublished),
          said,
          saidOfPeople,
          aspects: [...new Set(own.map((mention) => mention.id))],
          people: review.mentionedTechnicianIds,
          services: review.mentionedServices,
          places: review.mentionedServiceAreas,
        };
        said.push(...own.map((mention) => sayingOf(mention, from, noteMention(mention, review))));
        saidOfPeople.push(...people.map((mention) => sayingOf(mention, from, NO_NOTES)));
        return from;
      });
      return { noteReview, readQuote: createQuoteReader(dataset) };
    },
  );
}

function sayingOf(mention: Said['mention'], from: NotedReview, notes: MentionNotes): Said {
  const sureness = Math.abs(mention.score) * (isAgainst(mention, from.stars) ? AGAINST_STARS : 1);
  return { from, mention, sentiment: mention.sentiment, side: sideOf(mention), notes, sureness };
}

function sideOf({ sentiment, quotable }: Said['mention']): Said['side'] {
  if (quotable === false) return undefined;
  return sentiment === 'positive' || sentiment === 'negative' ? sentiment : undefined;
}

/** Whether a mention contradicts the stars. */
export function isAgainst({ sentiment }: Pick<Mention, 'sentiment'>, stars: number): boolean {
  return sentiment === 'negative' ? stars >= 4 : stars <= 2;
}
