import { aspectFacet, facet, languageFacet } from '#search/question/facets.ts';
import type { PageQuery } from '#search/search.ts';

/** Rare and common words, parts of words, phrases, punctuation, and no text at all. */
const TEXTS =
  'harlowcott|overdue|Case|th|qu|ing|ticul|can’t say|there was a|the articulate family|. the|';

/**
 * Ways to search for a text: for a page, which begins after the place in `after`, or for counts.
 */
const WAYS: readonly Omit<PageQuery, 'query'>[] = [
  { limit: 20, min_rating: 4, since: '2023-01-01', until: '2023-12-31' },
  { limit: 20, facets: [facet('technician', 'María López'), languageFacet('en')] },
  { limit: 20, after: { key: '2022-02-02', date: '2022-02-02', id: 'google-k' } },
  { limit: 20, sort: 'lowest', facets: [facet('has_reply', 'false')] },
  { limit: 0, max_rating: 3, facets: [aspectFacet('outcome', 'negative')] },
  { limit: 0 },
];

/** Those with the limit 0 count the reviews of each facet. */
export const QUESTIONS: readonly PageQuery[] = TEXTS.split('|').flatMap((query) =>
  WAYS.map((way) => ({ ...way, query })),
);
