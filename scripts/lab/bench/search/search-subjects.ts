import { fold } from '#dataset/text/fold.ts';
import { Counts } from '#search/facet-counts.ts';
import type { SearchIndex } from '#search/index/search-index.ts';
import type { PageQuery, SearchDocument } from '#search/search.ts';
import { countDocument, createMatcher } from './scan-documents.ts';

/** Answers a question with a page, or with the number of reviews that have each facet. */
export type Subject = (question: PageQuery) => Page | ReadonlyMap<string, number>;
type Page = { readonly total: number; readonly positions: readonly number[] };

export function openOwn(index: SearchIndex): Subject {
  return (question) => {
    if (question.limit === 0) return listFacets(index.count(question));
    const { total, positions } = index.search(question);
    return { total, positions };
  };
}

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
function listFacets({ facets }: Counts) {
  const borne = [...facets].filter(([name]) => !/^(?:rating|year|quarter|month):/.test(name));
  return new Map(borne.map(([name, { count }]) => [name, count]));
}
