import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { documentOf, type SearchDocument } from '#search/search.ts';
import { WORD } from './index-data.ts';

/** What some documents in a row add to an index. Their places count from the first of them. */
export type IndexedDocuments = {
  readonly count: number;
  readonly facets: WordLists;
  readonly body: IndexedTexts;
  readonly title: IndexedTexts;
  readonly author: IndexedTexts;
};

export type IndexedTexts = {
  /** The folded texts in UTF-8, each with a line feed behind it, and where each begins. */
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
  readonly lists: WordLists;
};

/** Words, or facets, and at which places each is: ascending, each place once. */
export type WordLists = {
  readonly words: readonly string[];
  /** Where the places of each word end in `places`. */
  readonly ends: Uint32Array;
  readonly places: Uint32Array;
};

export function indexDocuments(documents: readonly SearchDocument[]): IndexedDocuments {
  return {
    count: documents.length,
    facets: listPlaces(documents.map(({ facets }) => facets)),
    body: indexTexts(documents.map(({ body }) => body)),
    title: indexTexts(documents.map(({ title }) => title)),
    author: indexTexts(documents.map(({ author }) => author)),
  };
}

/** The same of some reviews in a row, remembered for as long as none of them changes. */
export const indexReviews = memoize(({ reviews }: { readonly reviews: readonly Review[] }) =>
  indexDocuments(reviews.map(documentOf)),
);

function indexTexts(texts: readonly string[]): IndexedTexts {
  const folded = texts.map((text) => fold(text).toWellFormed());
  const starts: number[] = [];
  let length = 0;
  for (const text of folded) {
    starts.push(length);
    length += Buffer.byteLength(text) + 1;
  }
  const bytes = Buffer.from(folded.map((text) => `${text}\n`).join(''));
  return { bytes, starts, lists: listPlaces(folded.map((text) => text.match(WORD) ?? [])) };
}

function listPlaces(all: readonly (readonly string[])[]): WordLists {
  const lists = new Map<string, number[]>();
  for (const [place, words] of all.entries()) {
    for (const word of words) {
      const list = lists.get(word);
      if (!list) lists.set(word, [place]);
      else if (list.at(-1) !== place) list.push(place);
    }
  }
  let end = 0;
  const ends = Uint32Array.from(lists.values(), ({ length }) => (end += length));
  return { words: [...lists.keys()], ends, places: Uint32Array.from([...lists.values()].flat()) };
}
