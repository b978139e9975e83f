import { allocate } from '#search/bytes.ts';
import type { DocumentLists, SearchIndexData, TextData } from './index-data.ts';
import type { IndexedDocuments, IndexedTexts, PlaceLists } from './index-documents.ts';

/** Joins the index of all documents, newest first, from consecutive parts. */
export function buildSearchIndex(parts: readonly IndexedDocuments[]): SearchIndexData {
  const { keys: names, ...lists } = joinLists(parts.map(({ facets }) => facets));
  return {
    facets: { names, ...lists },
    body: joinTexts(parts.map(({ body }) => body)),
    title: joinTexts(parts.map(({ title }) => title)),
    author: joinTexts(parts.map(({ author }) => author)),
  };
}

function joinTexts(parts: readonly IndexedTexts[]): TextData {
  const { keys, ...lists } = joinLists(parts.map((part) => part.words));
  const words = `\n${keys.join('\n')}\n`;
  const wordStarts = sharedNumbers(keys.length + 1);
  wordStarts[0] = 1;
  keys.forEach(({ length }, word) => {
    wordStarts[word + 1] = (wordStarts[word] ?? 0) + length + 1;
  });
  const lengths = parts.flatMap((part) => part.lengths);
  const starts = sharedNumbers(lengths.length + 1);
  lengths.forEach((length, document) => {
    starts[document + 1] = (starts[document] ?? 0) + length;
  });
  const firsts = [0];
  for (const part of parts) firsts.push((firsts.at(-1) ?? 0) + part.lengths.length);
  const pieces = parts.map(({ bytes }) => bytes);
  return { pieces, firsts, starts, words, wordStarts, ...lists };
}

/** The documents with each word, or each facet, as consecutive lists. */
function joinLists(
  parts: readonly PlaceLists[],
): DocumentLists & { readonly keys: readonly string[] } {
  const lists = new Map<string, { length: number; end: number }>();
  const listsOf = parts.map(({ keys, ends }) =>
    keys.map((key, at) => {
      const list = lists.get(key) ?? { length: 0, end: 0 };
      if (list.length === 0) lists.set(key, list);
      list.length += (ends[at] ?? 0) - (ends[at - 1] ?? 0);
      return list;
    }),
  );
  const keys = [...lists.keys()];
  const listStarts = sharedNumbers(keys.length + 1);
  let before = 0;
  for (const [at, list] of [...lists.values()].entries()) {
    list.end = listStarts[at] = before;
    before += list.length;
  }
  listStarts[keys.length] = before;
  const documents = sharedNumbers(before);
  let first = 0;
  for (const [part, { count, ends, places }] of parts.entries()) {
    let at = 0;
    listsOf[part]?.forEach((list, key) => {
      for (; at < (ends[key] ?? 0); at++) documents[list.end++] = first + (places[at] ?? 0);
    });
    first += count;
  }
  return { keys, listStarts, documents };
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(allocate(length * Uint32Array.BYTES_PER_ELEMENT));
}
