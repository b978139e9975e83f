import { keyOfVocabulary, vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeLast } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { keyOfGazetteers } from '#dataset/text/mentions.ts';
import type { Quote } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import { createMentionNoter, type MentionNotes, NO_NOTES } from './note-mentions.ts';
import { type Opinion, quarterOf, type Sentiment } from './opinion-counts.ts';
import { createQuoteReader, type ReadQuote } from './quotes/quotation.ts';

/** A review with its notes, as it is counted: facts that are needed many times. */
export type NotedReview = {
  readonly review: Review;
  readonly id: string;
  readonly stars: number;
  /** Its sentiment as a whole; undefined if its text is not analyzed. */
  readonly label: Sentiment | undefined;
  readonly quarter: string;
  /** All its statements about the business, with their aspects. */
  readonly statements: readonly Statement[];
  /** All its statements about people of the business. */
  readonly statementsOnPeople: readonly Statement[];
  readonly aspects: readonly string[];
} & Readonly<Record<EntityKind, readonly string[]>>;

/** The kinds of things that reviews mention by name: a review has the ids of each. */
export type EntityKind = 'people' | 'services' | 'places';

/** A mention that counts, and its notes. */
export type Statement = Opinion & {
  readonly mention: Omit<Mention, 'about'>;
  readonly notes: MentionNotes;
  /** The side on which it may be quoted; undefined if it has none, or editors do not want it. */
  readonly side: Quote['sentiment'] | undefined;
  /** The confidence that it is praise or blame, less if the stars contradict it, from 0 to 1. */
  readonly sureness: number;
};

/** Mentions that contradict the stars are more often misread. */
const AGAINST_STARS = 0.7;

/** Reads the reviews of one dataset as they are counted, and quotes them. */
export type Noter = {
  readonly noteReview: (review: Review) => NotedReview;
  readonly readQuote: ReadQuote;
};

/** Remembers its readings of reviews until anything else that they depend on changes. */
export function rememberNoted(): (dataset: Dataset) => Noter {
  return memoizeLast(
    (dataset) => `${keyOfGazetteers(dataset)} ${keyOfVocabulary(vocabularyOf(dataset))}`,
    (dataset) => {
      const noteMention = createMentionNoter(dataset);
      const noteReview = memoize((review: Review): NotedReview => {
        const { id, reviewRating, sentiment, datePublished, people = [] } = review;
        const own = ownMentions(review);
        const statements: Statement[] = [];
        const statementsOnPeople: Statement[] = [];
        const from: NotedReview = {
          review,
          id,
          stars: reviewRating.ratingValue,
          label: sentiment?.label,
          quarter: quarterOf(datePublished),
          statements,
          statementsOnPeople,
          aspects: [...new Set(own.map((mention) => mention.id))],
          people: review.mentionedTechnicianIds,
          services: review.mentionedServices,
          places: review.mentionedServiceAreas,
        };
        statements.push(
          ...own.map((mention) => statementOf(mention, from, noteMention(mention, review))),
        );
        statementsOnPeople.push(...people.map((mention) => statementOf(mention, from, NO_NOTES)));
        return from;
      });
      return { noteReview, readQuote: createQuoteReader(dataset) };
    },
  );
}

function statementOf(
  mention: Statement['mention'],
  from: NotedReview,
  notes: MentionNotes,
): Statement {
  const sureness = Math.abs(mention.score) * (isAgainst(mention, from.stars) ? AGAINST_STARS : 1);
  return { from, mention, sentiment: mention.sentiment, side: sideOf(mention), notes, sureness };
}

function sideOf({ sentiment, quotable }: Statement['mention']): Statement['side'] {
  const isSide = sentiment === 'positive' || sentiment === 'negative';
  return isSide && quotable !== false ? sentiment : undefined;
}

/** True if a mention contradicts the stars. */
export function isAgainst({ sentiment }: Pick<Mention, 'sentiment'>, stars: number): boolean {
  return sentiment === 'negative' ? stars >= 4 : stars <= 2;
}
