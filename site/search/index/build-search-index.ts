import { fold } from '#dataset/text/fold.ts';
import type { SearchDocument } from '../search.ts';
import { buildPostings, rowLength } from './document-sets.ts';
import { dateNumber, type FacetData, RATING_STEPS, type SearchIndexData } from './index-data.ts';
import { buildTextIndex } from './text/build-text-index.ts';
import { TermCollector } from './text/tokenize.ts';
import { listTexts } from './titles.ts';

/**
 * Builds the index of documents, newest first and then by id. They are read once and not kept, so that
 * an iterator may make them. Many documents take seconds: call it in a worker thread.
 */
export function buildSearchIndex(documents: Iterable<SearchDocument>): SearchIndexData {
  const collector = new TermCollector();
  const facets = new FacetCollector();
  const dates: number[] = [];
  const halfStars: number[] = [];
  const ids: string[] = [];
  const titles: string[] = [];
  for (const { id, title, body, rating, date, facets: borne } of documents) {
    const position = ids.length;
    checkOrder(position, { id, date }, ids.at(-1), dates.at(-1));
    checkRating(position, rating);
    dates.push(dateNumber(date));
    halfStars.push(rating * 2);
    ids.push(id);
    titles.push(fold(title));
    facets.add(borne);
    collector.collect(fold(body));
  }
  return {
    size: ids.length,
    text: buildTextIndex(collector),
    dates: Uint32Array.from(dates),
    halfStars: Uint8Array.from(halfStars),
    ratings: buildRatingRows(halfStars),
    facets: facets.build(),
    ids: listTexts(ids, 'latin1'),
    titles: listTexts(titles, 'utf16le'),
  };
}

function checkOrder(
  position: number,
  { id, date }: { readonly id: string; readonly date: string },
  idBefore: string | undefined,
  dateBefore: number | undefined,
): void {
  const number = dateNumber(date);
  if (dateBefore === undefined || number < dateBefore) return;
  const isInOrder = number === dateBefore && (idBefore ?? '') < id;
  if (isInOrder) return;
  throw new RangeError(
    `Document ${position} comes before the one that precedes it; sort newest first, then by id.`,
  );
}

function checkRating(position: number, rating: number): void {
  const step = (rating - 1) * 2;
  if (Number.isInteger(step) && step >= 0 && step < RATING_STEPS) return;
  throw new RangeError(`Document ${position} has the rating ${rating}, not 1 to 5.`);
}

function buildRatingRows(halfStars: readonly number[]): Int32Array<ArrayBuffer> {
  const length = rowLength(halfStars.length);
  const rows = new Int32Array(3 * RATING_STEPS * length);
  const add = (row: number, document: number) => {
    const word = row * length + (document >>> 5);
    rows[word] = (rows[word] ?? 0) | (1 << (document & 31));
  };
  for (const [document, stars] of halfStars.entries()) {
    const step = stars - 2;
    add(step, document);
    for (let other = 0; other < RATING_STEPS; other++) {
      if (other <= step) add(RATING_STEPS + other, document);
      if (other >= step) add(2 * RATING_STEPS + other, document);
    }
  }
  return rows;
}

/** Gathers the facets of documents, as numbers. */
class FacetCollector {
  readonly #numberOf = new Map<string, number>();
  readonly #starts: number[] = [0];
  #numbers = new Uint32Array(1 << 12);

  /** Adds the next document. */
  add(facets: readonly string[]): void {
    let end = this.#starts.at(-1) ?? 0;
    while (end + facets.length > this.#numbers.length) {
      const longer = new Uint32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    for (const name of facets) {
      const number = this.#numberOf.get(name) ?? this.#numberOf.size;
      this.#numberOf.set(name, number);
      this.#numbers[end++] = number;
    }
    this.#starts.push(end);
  }

  build(): FacetData {
    const names = [...this.#numberOf.keys()];
    const starts = Uint32Array.from(this.#starts);
    const used = this.#numbers.subarray(0, starts.at(-1));
    // Few businesses have more: half the memory, and faster to count.
    const numbers = names.length <= 0x10000 ? Uint16Array.from(used) : used.slice();
    const postings = buildPostings(names.length, Number.POSITIVE_INFINITY, (visit) => {
      for (let document = 0; document + 1 < starts.length; document++) {
        const end = starts[document + 1] ?? 0;
        for (let at = starts[document] ?? 0; at < end; at++) visit(numbers[at] ?? 0, document);
      }
    });
    return { names, postings, starts, numbers };
  }
}
