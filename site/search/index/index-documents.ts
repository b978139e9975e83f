import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { allocate } from '#search/bytes.ts';
import { documentOf, foldText, type SearchDocument } from '#search/search.ts';
import { WORD } from './index-data.ts';

/** The part of an index that some consecutive documents add. */
export type IndexedDocuments = {
  readonly facets: PlaceLists;
  readonly body: IndexedTexts;
  readonly title: IndexedTexts;
  readonly author: IndexedTexts;
};

export type IndexedTexts = {
  /** The folded texts in UTF-8, each followed by a line feed, in shared memory; their lengths. */
  readonly bytes: Uint8Array;
  readonly lengths: readonly number[];
  readonly words: PlaceLists;
};

/** The places, among some documents, of each word or facet. */
export type PlaceLists = {
  /** The number of documents. */
  readonly count: number;
  readonly keys: readonly string[];
  /** The end of the places of each key in `places`; they ascend, each once. */
  readonly ends: Uint32Array;
  readonly places: Uint32Array;
};

export function indexDocuments(documents: readonly SearchDocument[]): IndexedDocuments {
  return {
    facets: listPlaces(documents.map(({ facets }) => facets)),
    body: indexTexts(documents.map(({ body }) => body)),
    title: indexTexts(documents.map(({ title }) => title)),
    author: indexTexts(documents.map(({ author }) => author)),
  };
}

/** Indexes a list of consecutive reviews, and remembers the result for as long as the list is used. */
export const indexReviews = memoize(({ reviews }: { readonly reviews: readonly Review[] }) =>
  indexDocuments(reviews.map(documentOf)),
);

const ENCODER = new TextEncoder();

function indexTexts(texts: readonly string[]): IndexedTexts {
  const lines = texts.map((text) => `${foldText(text)}\n`);
  const encoded = lines.map((line) => ENCODER.encode(line));
  const lengths = encoded.map(({ length }) => length);
  const bytes = new Uint8Array(allocate(lengths.reduce((sum, one) => sum + one, 0)));
  let end = 0;
  for (const line of encoded) {
    bytes.set(line, end);
    end += line.length;
  }
  return {
    bytes,
    lengths,
    words: listPlaces(lines.map((line) => line.match(WORD) ?? [])),
  };
}

function listPlaces(all: readonly (readonly string[])[]): PlaceLists {
  const lists = new Map<string, number[]>();
  for (const [place, keys] of all.entries()) {
    for (const key of keys) {
      const list = lists.get(key);
      if (!list) lists.set(key, [place]);
      else if (list.at(-1) !== place) list.push(place);
    }
  }
  let end = 0;
  const ends = Uint32Array.from(lists.values(), ({ length }) => (end += length));
  const places = Uint32Array.from([...lists.values()].flat());
  return { count: all.length, keys: [...lists.keys()], ends, places };
}
