import { fold } from '#dataset/fold.ts';
import {
  finishSearch,
  type SearchDocument,
  type SearchFilters,
  type SearchHits,
  type SearchSteps,
} from './search.ts';

/** Takes about a millisecond. */
const DOCUMENTS_A_STEP = 200;

/** Finds documents by checking each: the definition of search, and the oracle of the index. */
export function scanDocuments(
  documents: readonly SearchDocument[],
  filters: SearchFilters,
): SearchHits {
  return finishSearch(scanInSteps(documents, filters));
}

/** `scanDocuments`, a few documents at a time. */
export function* scanInSteps(
  documents: readonly SearchDocument[],
  filters: SearchFilters,
): SearchSteps {
  const matches = createMatcher(filters);
  const positions: number[] = [];
  let total = 0;
  for (const [position, document] of documents.entries()) {
    if (position % DOCUMENTS_A_STEP === DOCUMENTS_A_STEP - 1) yield;
    if (!matches(document)) continue;
    if (total < filters.limit) positions.push(position);
    total++;
  }
  return { total, positions };
}

/** A predicate for documents that are found; `foldBody` may be the identity if bodies are folded. */
export function createMatcher(
  filters: SearchFilters,
  foldBody: (body: string) => string = fold,
): (document: SearchDocument) => boolean {
  const { rating, min_rating, since, until, technician, service } = filters;
  const text = fold(filters.query ?? '');
  return (document) =>
    (rating === undefined || document.rating === rating) &&
    (min_rating === undefined || document.rating >= min_rating) &&
    (since === undefined || document.date >= since) &&
    (until === undefined || document.date <= until) &&
    (technician === undefined || document.technicians.includes(technician)) &&
    (service === undefined || document.services.includes(service)) &&
    (text === '' || foldBody(document.body).includes(text));
}
