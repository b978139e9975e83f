import { shortenText } from '#agents/answers/answer-size.ts';
import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Range } from '#dataset/text/unfold.ts';
import { ownMentions } from '#insights/mention.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { textsOfTerms } from '#search/question/terms.ts';
import { excerptOf, findName, findPhrase } from './match-excerpt.ts';

/** Optional additions. */
export const INCLUDABLE = ['reply', 'text'] as const;
type Includable = (typeof INCLUDABLE)[number];

/** Enough to choose a review and to cite it. */
export function citationOf(review: Review) {
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

/** Makes the brief form of reviews: with an excerpt or, on request, the full text and the reply. */
export function createBriefs(
  names: EntityNames,
  query: FilterQuery,
  include: readonly Includable[] = [],
): (review: Review) => object {
  const find = createFinderOfMatches(names, query);
  return (review) => {
    const { reviewBody, ownerReply } = review;
    const text = include.includes('text')
      ? { text: shortenText(reviewBody) }
      : { excerpt: excerptOf(reviewBody, find(review)) };
    return {
      ...citationOf(review),
      ...(reviewBody !== '' && text),
      ...(include.includes('reply') && replyOf(ownerReply)),
    };
  };
}

/** The owner’s reply in answers. */
export function replyOf(reply: Review['ownerReply']) {
  if (!reply) return undefined;
  const { text, datePublished: date } = reply;
  return { reply: { text: shortenText(text), ...(date !== undefined && { date }) } };
}

/**
 * Finds the match in a review: the phrase, or else the first of the words, or else the statement
 * about the aspect, or else the person, service or place by one of its names.
 */
function createFinderOfMatches(
  { technicians, services, serviceAreas, aspects }: EntityNames,
  query: FilterQuery,
): (review: Review) => Range | undefined {
  const { query: phrase, words, aspect, sentiment } = query;
  if (phrase !== undefined) return ({ reviewBody }) => findPhrase(reviewBody, phrase);
  if (words !== undefined) {
    const sought = textsOfTerms(words);
    return ({ reviewBody }) => findName(reviewBody, sought);
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
  return ({ reviewBody }) => findName(reviewBody, called);
}
