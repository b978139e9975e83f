import { fold } from '#dataset/text/fold.ts';
import { Counts } from '#search/facet-counts.ts';
import { facet, PERIOD_FACETS } from '#search/question/facets.ts';
import {
  foldText,
  type PageQuery,
  type SearchDocument,
  type SearchFilters,
} from '#search/search.ts';

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

/** Answers a question with a page, or with the number of reviews that have each facet. */
export type Subject = (question: PageQuery) => Page | ReadonlyMap<string, number>;
type Page = { readonly total: number; readonly positions: readonly number[] };

/** Checks each review, whose text is folded beforehand. */
export function openScan(documents: readonly SearchDocument[]): Subject {
  const all = documents.map((document, position) => {
    return { ...document, body: fold(document.body), position };
  });
  return ({ sort, after, limit, ...filters }) => {
    const found = all.filter(createMatcher(filters, (body) => body));
    if (limit === 0) {
      const counts = new Counts();
      for (const document of found) countDocument(counts, document);
      return listFacets(counts);
    }
    const rest = found.filter(
      ({ date, id }) => !after || date < after.date || (date === after.date && id > after.id),
    );
    if (sort === 'lowest') rest.sort((a, b) => a.rating - b.rating);
    return { total: found.length, positions: rest.slice(0, limit).map((one) => one.position) };
  };
}

/** Returns the number of reviews with each facet; stars and periods are counted separately. */
export function listFacets({ facets }: Counts) {
  const borne = [...facets].filter(([name]) => !/^(?:rating|year|quarter|month):/.test(name));
  return new Map(borne.map(([name, { count }]) => [name, count]));
}
