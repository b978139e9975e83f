import { addressOfFeed, type FeedAddress } from '#search/question/feed-question.ts';
import type { ListQuery } from '#search/question/list-question.ts';

/** The feeds of what a list finds: who follows them wants what is new, whatever the order of the list. */
export function feedsOfList(query: ListQuery): FeedAddress {
  return addressOfFeed({ ...query, sort: 'newest' });
}

/** The feeds for the head of a page; none where they are those of all reviews, which every page has, or without a service. */
export function alternateFeeds(query: ListQuery, title: string, service: string | undefined) {
  const { atom, json } = feedsOfList(query);
  if (service === undefined || atom === addressOfFeed({}).atom) return [];
  return [
    { type: 'application/atom+xml', title: `${title} (Atom)`, href: service + atom },
    { type: 'application/feed+json', title: `${title} (JSON Feed)`, href: service + json },
  ];
}
