import { addTo, rowLength } from './document-rows.ts';
import {
  type FacetRows,
  type SearchIndexData,
  sharedBytes,
  sharedNumbers,
  type TextData,
} from './index-data.ts';
import type { IndexedDocuments, IndexedTexts, WordLists } from './index-documents.ts';

/** Puts together the index of all documents, newest first. */
export function buildSearchIndex(parts: readonly IndexedDocuments[]): SearchIndexData {
  const firsts: number[] = [];
  let size = 0;
  for (const { count } of parts) {
    firsts.push(size);
    size += count;
  }
  return {
    size,
    facets: joinFacets(
      size,
      firsts,
      parts.map(({ facets }) => facets),
    ),
    body: joinTexts(
      size,
      firsts,
      parts.map(({ body }) => body),
    ),
    title: joinTexts(
      size,
      firsts,
      parts.map(({ title }) => title),
    ),
    author: joinTexts(
      size,
      firsts,
      parts.map(({ author }) => author),
    ),
  };
}

function joinFacets(
  size: number,
  firsts: readonly number[],
  parts: readonly WordLists[],
): FacetRows {
  const numberOf = new Map<string, number>();
  for (const { words } of parts)
    for (const name of words) {
      if (!numberOf.has(name)) numberOf.set(name, numberOf.size);
    }
  const length = rowLength(size);
  const rows = new Int32Array(new SharedArrayBuffer(numberOf.size * length * 4));
  for (const [index, { words, ends, places }] of parts.entries()) {
    const first = firsts[index] ?? 0;
    let at = 0;
    for (const [word, name] of words.entries()) {
      const offset = (numberOf.get(name) ?? 0) * length;
      for (const end = ends[word] ?? 0; at < end; at++)
        addTo(rows, offset * 32 + first + (places[at] ?? 0));
    }
  }
  return { names: [...numberOf.keys()], rows };
}

function joinTexts(
  size: number,
  firsts: readonly number[],
  parts: readonly IndexedTexts[],
): TextData {
  const bytes = sharedBytes(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  const starts = sharedNumbers(size + 1);
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const first = firsts[index] ?? 0;
    bytes.set(part.bytes, end);
    for (const [place, start] of part.starts.entries()) starts[first + place] = end + start;
    end += part.bytes.length;
  }
  starts[size] = end;
  return {
    bytes,
    starts,
    ...joinLists(
      firsts,
      parts.map(({ lists }) => lists),
    ),
  };
}

type Dictionary = Pick<TextData, 'words' | 'wordStarts' | 'listStarts' | 'documents'>;

function joinLists(firsts: readonly number[], parts: readonly WordLists[]): Dictionary {
  const numberOf = new Map<string, number>();
  const counts: number[] = [];
  const numbers = parts.map(({ words, ends }) => {
    let before = 0;
    return Uint32Array.from(words, (word, index) => {
      const number = numberOf.get(word) ?? numberOf.size;
      if (number === numberOf.size) numberOf.set(word, number);
      const end = ends[index] ?? 0;
      counts[number] = (counts[number] ?? 0) + end - before;
      before = end;
      return number;
    });
  });
  const words = [...numberOf.keys()];
  const wordStarts = sharedNumbers(words.length + 1);
  const listStarts = sharedNumbers(words.length + 1);
  wordStarts[0] = 1;
  for (const [number, word] of words.entries()) {
    wordStarts[number + 1] = (wordStarts[number] ?? 0) + word.length + 1;
    listStarts[number + 1] = (listStarts[number] ?? 0) + (counts[number] ?? 0);
  }
  const documents = sharedNumbers(listStarts.at(-1) ?? 0);
  const next = Uint32Array.from(listStarts);
  for (const [index, { ends, places }] of parts.entries()) {
    const first = firsts[index] ?? 0;
    let at = 0;
    for (const [word, number] of (numbers[index] ?? []).entries()) {
      let to = next[number] ?? 0;
      for (const end = ends[word] ?? 0; at < end; at++) documents[to++] = first + (places[at] ?? 0);
      next[number] = to;
    }
  }
  return { words: `\n${words.join('\n')}\n`, wordStarts, listStarts, documents };
}
