import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import type { Quote } from './insights-document.ts';
import { type Mention, ownMentions } from './mention.ts';
import type { MentionNotes, NotesOf } from './notes/notes.ts';
import { type Opinion, quarterOf, type Sentiment } from './opinion-counts.ts';

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
  readonly aspects: readonly string[];
  readonly phrases: readonly string[];
} & Readonly<Record<EntityKind, readonly string[]>>;

/** The kinds of what reviews mention by its name: a review holds the ids of each. */
export type EntityKind = 'people' | 'services' | 'places';

/** A mention that counts, and what was noted of it. */
export type Said = Opinion & {
  readonly mention: Mention;
  readonly notes: MentionNotes;
  /** On which side it may be quoted; undefined where it takes none, or editors do not want it. */
  readonly side: Quote['sentiment'] | undefined;
  /** How surely it is praise or blame, less where the stars say otherwise, from 0 to 1. */
  readonly sureness: number;
};

/** Mentions that contradict the stars are more often misread. */
const AGAINST_STARS = 0.7;

/** Puts reviews and their notes together: the same object of a review while its notes are the same. */
export const createNotedReader = memoize((notesOf: NotesOf) =>
  memoize((review: Review): NotedReview => {
    const { id, reviewRating, sentiment, datePublished, aspects = [] } = review;
    const { phrases, mentions } = notesOf(review);
    const stars = reviewRating.ratingValue;
    const said: Said[] = [];
    const from: NotedReview = {
      review,
      id,
      stars,
      label: sentiment?.label,
      quarter: quarterOf(datePublished),
      said,
      aspects: [...new Set(ownMentions(review).map((own) => own.id))],
      phrases,
      people: review.mentionedTechnicianIds,
      services: review.mentionedServices,
      places: review.mentionedServiceAreas,
    };
    for (const [index, mention] of aspects.entries()) {
      if (mention.about === 'other') continue;
      const sureness = Math.abs(mention.score) * (isAgainst(mention, stars) ? AGAINST_STARS : 1);
      const notes = mentions[index] ?? {};
      const { sentiment } = mention;
      said.push({ from, mention, sentiment, side: sideOf(mention), notes, sureness });
    }
    return from;
  }),
);

function sideOf({ sentiment, quotable }: Mention): Said['side'] {
  if (quotable === false) return undefined;
  return sentiment === 'positive' || sentiment === 'negative' ? sentiment : undefined;
}

/** Whether a mention contradicts the stars. */
export function isAgainst({ sentiment }: Pick<Mention, 'sentiment'>, stars: number): boolean {
  return sentiment === 'negative' ? stars >= 4 : stars <= 2;
}
