import { shortenText } from '#agents/answers/answer-size.ts';
import type { ReadReview } from '#agents/answers/kept-reviews.ts';
import type { Review } from '#dataset/review.ts';
import type { Range } from '#dataset/text/unfold.ts';
import { ownMentions } from '#insights/mention.ts';
import { callings, createFinder, type EntityNames } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { excerptOf, findName, findPhrase } from './match-excerpt.ts';

/** What a brief form has for every question: enough to choose a review and to cite it. */
type Citation = {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly author: string;
  readonly title?: string;
  /** Full names. */
  readonly people?: readonly string[];
  /** Where it was first published. */
  readonly source: string;
  /** The tie of the author to the business, where there is one: readers of the site see it too. */
  readonly relationship?: Review['relationship'];
  readonly hasReply: boolean;
  readonly url: string;
};

/** What it has for one. */
type Match = {
  /** Of a review with a text. */
  readonly excerpt?: string;
  /** The whole text, in place of the excerpt; the beginning of one that would fill the answer. */
  readonly text?: string;
  readonly reply?: { readonly text: string; readonly date: string };
};

/** What may be asked for beside. */
export const INCLUDABLE = ['reply', 'text'] as const;
type Includable = (typeof INCLUDABLE)[number];

/** The part of the brief form of a review that is the same for every question. */
export function citationOf(review: ReadReview): Citation {
  const { name, mentionedTechnicians: people, relationship } = review;
  return {
    id: review.id,
    date: review.datePublished,
    rating: review.reviewRating.ratingValue,
    author: review.author.name,
    ...(name !== undefined && { title: name }),
    ...(people.length > 0 && { people }),
    source: review.publisher.name,
    ...(relationship !== undefined && { relationship }),
    hasReply: review.ownerReply !== undefined,
    url: review.url,
  };
}

/** Makes what the brief form of a review has for a question. */
export function createMatcher(
  names: EntityNames,
  query: FilterQuery,
  include: readonly Includable[] = [],
): (review: ReadReview) => Match {
  const find = createFinderOfMatches(names, query);
  return (review) => {
    const { reviewBody, ownerReply } = review;
    const text = include.includes('text')
      ? { text: shortenText(reviewBody) }
      : { excerpt: excerptOf(reviewBody, find(review)) };
    const isReplied = ownerReply && include.includes('reply');
    return {
      ...(reviewBody !== '' && text),
      ...(isReplied && {
        reply: { text: shortenText(ownerReply.text), date: ownerReply.datePublished },
      }),
    };
  };
}

/**
 * Finds what a review was found for: the phrase, or else what it says of the aspect, or else the person,
 * service or place by one of its names.
 */
function createFinderOfMatches(
  { technicians, services, serviceAreas, aspects }: EntityNames,
  query: FilterQuery,
): (review: ReadReview) => Range | undefined {
  const { query: phrase, aspect, sentiment } = query;
  if (phrase !== undefined)
    return ({ reviewBody, folded }) => findPhrase(reviewBody, phrase, folded);
  const id = aspect === undefined ? undefined : createFinder(aspects)(aspect)?.id;
  if (id !== undefined) {
    return (review) =>
      ownMentions(review).find(
        (one) => one.id === id && (sentiment === undefined || one.sentiment === sentiment),
      );
  }
  const { mentions_technician, mentions_service, service_area } = query;
  const entities = [
    mentions_technician !== undefined && createFinder(technicians)(mentions_technician),
    mentions_service !== undefined && createFinder(services)(mentions_service),
    service_area !== undefined && createFinder(serviceAreas)(service_area),
  ];
  const called = entities.flatMap((entity) => (entity ? callings(entity) : []));
  return ({ reviewBody, folded }) => findName(reviewBody, called, folded);
}
