import { shortenText } from '#agents/answers/answer-size.ts';
import type { ReadReview } from '#agents/answers/kept-reviews.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Range } from '#dataset/text/unfold.ts';
import { ownMentions } from '#insights/mention.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { textsOfTerms } from '#search/question/terms.ts';
import { excerptOf, findName, findPhrase } from './match-excerpt.ts';

/** What may be asked for beside. */
export const INCLUDABLE = ['reply', 'text'] as const;
type Includable = (typeof INCLUDABLE)[number];

/** The brief form of a review as it is for every question: enough to choose a review and to cite it. */
export function citationOf(review: ReadReview) {
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

/** Makes what it has for one question: an excerpt or, on request, the whole text and the reply. */
export function createMatcher(
  names: EntityNames,
  query: FilterQuery,
  include: readonly Includable[] = [],
): (review: ReadReview) => object {
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
 * Finds what a review was found for: the phrase, or else the first of the words, or else what it says of
 * the aspect, or else the person, service or place by one of its names.
 */
function createFinderOfMatches(
  { technicians, services, serviceAreas, aspects }: EntityNames,
  query: FilterQuery,
): (review: ReadReview) => Range | undefined {
  const { query: phrase, words, aspect, sentiment } = query;
  if (phrase !== undefined)
    return ({ reviewBody, folded }) => findPhrase(reviewBody, phrase, folded);
  if (words !== undefined) {
    const sought = textsOfTerms(words);
    return ({ reviewBody, folded }) => findName(reviewBody, sought, folded);
  }
  const id = findNamed(aspects, aspect)?.id;
  if (id !== undefined) {
    return (review) =>
      ownMentions(review).find(
        (one) => one.id === id && (sentiment === undefined || one.sentiment === sentiment),
      );
  }
  const { mentions_technician, mentions_service, service_area } = query;
  const entities = [
    findNamed(technicians, mentions_technician),
    findNamed(services, mentions_service),
    findNamed(serviceAreas, service_area),
  ];
  const called = entities
    .flatMap((one) => (one ? [one.name, one.id, ...one.aliases] : []))
    .map(fold);
  return ({ reviewBody, folded }) => findName(reviewBody, called, folded);
}
