import { didYouMean } from '#dataset/nearest-name.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import type { Mention } from '#insights/mention.ts';
import { UsageError } from '../usage-error.ts';
import type { AnalysedContent } from './analyse-content.ts';

/** What a review says of the aspect, and by which terms it was found; by none where editors put it. */
export type ListedMention = Mention & {
  readonly reviewId: string;
  readonly datePublished: string;
  readonly rating: number;
  readonly terms: readonly string[];
};

/** All that the published reviews say of an aspect, newest first. */
export type AspectMentions = {
  readonly id: string;
  readonly name: string;
  readonly mentions: readonly ListedMention[];
  /** Mentions of the business by what they say, of somebody else, and reviews with the former. */
  readonly counts: Readonly<Record<Mention['sentiment'] | 'other' | 'reviews', number>>;
};

/** The mentions of the aspect with an id. Throws an error that isUsageError knows where none has it. */
export function listMentions(analysed: AnalysedContent, id: string): AspectMentions {
  const { content, dataset, read } = analysed;
  const aspect = content.aspects.find((one) => one.id === id);
  if (!aspect) {
    const ids = content.aspects.map((one) => one.id);
    const known = ids.length === 0 ? 'There are none.' : `There are ${ids.join(', ')}.`;
    throw new UsageError(`No aspect has the id "${id}"${didYouMean(id, ids)}. ${known}`);
  }
  const stored = new Map(content.reviews.map((review) => [review.id, review]));
  const mentions = dataset.reviews.flatMap((review): ListedMention[] => {
    const own = (review.aspects ?? []).filter((mention) => mention.id === id);
    const text = stored.get(review.id);
    if (own.length === 0 || !text) return [];
    const { id: reviewId, datePublished, reviewRating } = review;
    const termsOf = createTermLookup(read, text, id);
    return own.map((mention) => ({
      ...{ reviewId, datePublished, rating: reviewRating.ratingValue },
      ...mention,
      terms: termsOf(mention),
    }));
  });
  return { id, name: aspect.name, mentions, counts: count(mentions) };
}

/** The terms that were found where a mention stands. */
function createTermLookup(
  read: AnalysedContent['read'],
  review: StoredReview,
  aspect: string,
): (mention: Mention) => readonly string[] {
  const clauses = read(review).flatMap((sentence) => sentence.clauses);
  return ({ start, end }) =>
    clauses
      .filter(({ clause }) => clause.start === start && clause.end === end)
      .flatMap(({ aspects }) => aspects.find(({ id }) => id === aspect)?.terms ?? []);
}

function count(mentions: readonly ListedMention[]): AspectMentions['counts'] {
  const ofBusiness = mentions.filter(({ about }) => about === 'business');
  const says = (sentiment: Mention['sentiment']) =>
    ofBusiness.filter((mention) => mention.sentiment === sentiment).length;
  return {
    reviews: new Set(ofBusiness.map(({ reviewId }) => reviewId)).size,
    positive: says('positive'),
    neutral: says('neutral'),
    negative: says('negative'),
    mixed: says('mixed'),
    other: mentions.length - ofBusiness.length,
  };
}
