import type { Counts } from '#search/facet-counts.ts';
import { facet, PERIOD_FACETS } from '#search/question/facets.ts';
import { foldText, type SearchDocument, type SearchFilters } from '#search/search.ts';

/**
 * A predicate for documents that a search without words finds: its definition, by which the index is
 * tested. `foldBody` may be the identity if bodies are folded.
 */
export function createMatcher(
  { rating, min_rating, max_rating, since, until, query, facets = [] }: SearchFilters,
  foldBody: (body: string) => string = foldText,
): (document: SearchDocument) => boolean {
  const text = foldText(query ?? '');
  return (document) =>
    (rating === undefined || document.rating === rating) &&
    (min_rating === undefined || document.rating >= min_rating) &&
    (max_rating === undefined || document.rating <= max_rating) &&
    (since === undefined || document.date >= since) &&
    (until === undefined || document.date <= until) &&
    facets.every((facet) => document.facets.includes(facet)) &&
    (text === '' || foldBody(document.body).includes(text));
}

/** Counts a document: the definition of what statistics count. */
export function countDocument(counts: Counts, { rating, date, facets }: SearchDocument): void {
  const periods = PERIOD_FACETS.map((facetOf) => facetOf(date));
  counts.total.add(rating);
  for (const one of [facet('rating', rating), ...periods, ...facets]) counts.add(one, rating);
}
