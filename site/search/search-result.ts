import { type Corpus, reviewBytes } from './corpus/corpus.ts';
import type { SearchQuery } from './question/search-query.ts';
import type { SearchAnswer } from './run-search.ts';

/** The serialized answer, assembled from the reviews as published. */
export function renderSearchResult(
  corpus: Corpus,
  query: SearchQuery,
  found: SearchAnswer,
): Uint8Array {
  const reviews = found.positions.flatMap((position) => [COMMA, reviewBytes(corpus, position)]);
  const head = JSON.stringify(searchResultHead(query, found));
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"reviews":[`),
    ...reviews.slice(1),
    Buffer.from(']}'),
  ]);
}

/** The members of the answer before its reviews. */
export function searchResultHead(query: SearchQuery, found: SearchAnswer) {
  const { limit, sort, after, ...filters } = query;
  const { total, positions, next, hints = [] } = found;
  return {
    total,
    count: positions.length,
    limit,
    filters,
    next,
    ...(hints.length > 0 && { hints: hints.map(({ text }) => text) }),
  };
}

const COMMA = Buffer.from(',');
