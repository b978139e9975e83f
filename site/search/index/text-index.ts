import { firstWhere } from '#search/binary-search.ts';
import { finderIn } from '#search/bytes.ts';
import {
  addList,
  addTo,
  type DocumentRow,
  documentsIn,
  holds,
  intersect,
  rowLength,
} from './document-rows.ts';
import { type TextData, WORD } from './index-data.ts';

/** Finds texts and words in one text of each document. */
export class TextIndex {
  readonly #data: TextData;
  #numbers: ReadonlyMap<string, number> | undefined;

  constructor(data: TextData) {
    this.#data = data;
  }

  get #size(): number {
    return this.#data.starts.length - 1;
  }

  /**
   * The documents of a row whose text contains a folded text. If this is one word or a part of one,
   * the dictionary decides. Otherwise its words narrow, and the texts decide: unless whole words
   * are required, its first one may be the end of a longer word, and its last one the start.
   */
  holding(
    text: string,
    among: DocumentRow,
    asked: 'any part' | 'whole words' = 'any part',
  ): DocumentRow {
    const areWhole = asked === 'whole words';
    const words = [...text.matchAll(WORD)];
    const narrowed = among.slice();
    for (const { 0: word, index } of words) {
      const end = index + word.length;
      const isWhole = { start: areWhole || index > 0, end: areWhole || end < text.length };
      intersect(narrowed, this.#withWordLike(word, isWhole));
    }
    return words[0]?.[0] === text ? narrowed : this.#scan(text, narrowed, areWhole);
  }

  /** The documents with any word of a set. */
  withAny(words: Iterable<string>): DocumentRow {
    this.#numbers ??= new Map(
      this.#data.words
        .slice(1, -1)
        .split('\n')
        .map((word, number) => [word, number]),
    );
    const row = new Int32Array(rowLength(this.#size));
    for (const word of words) {
      const number = this.#numbers.get(word);
      if (number !== undefined) addList(row, this.#data, number);
    }
    return row;
  }

  /** Documents with a word that contains a text: its start, its end, or both for a whole word. */
  #withWordLike(
    text: string,
    isWhole: { readonly start: boolean; readonly end: boolean },
  ): DocumentRow {
    const { words, wordStarts } = this.#data;
    const row = new Int32Array(rowLength(this.#size));
    const sought = isWhole.end ? `${text}\n` : text;
    for (let at = words.indexOf(sought); at >= 0; at = words.indexOf(sought, at + 1)) {
      if (isWhole.start && words[at - 1] !== '\n') continue;
      const number = firstWhere(0, wordStarts.length, (one) => (wordStarts[one] ?? 0) > at) - 1;
      addList(row, this.#data, number);
      // A word may contain it twice.
      at = (wordStarts[number + 1] ?? 0) - 2;
    }
    return row;
  }

  /** Searches the texts of a row, those of consecutive documents at once. */
  #scan(text: string, among: DocumentRow, areWhole: boolean): DocumentRow {
    const { starts, firsts, pieces } = this.#data;
    const found = new Int32Array(among.length);
    const sought = new TextEncoder().encode(text);
    let end = 0;
    for (const [piece, bytes] of pieces.entries()) {
      const behind = firsts[piece + 1] ?? 0;
      const base = starts[firsts[piece] ?? 0] ?? 0;
      for (const first of documentsIn(among, firsts[piece], behind)) {
        if (first < end) continue;
        const offset = starts[first] ?? 0;
        end = first + 1;
        while (end < behind && holds(among, end)) end++;
        const stretch = bytes.subarray(offset - base, (starts[end] ?? 0) - base);
        let document = first;
        const next = finderIn(stretch, sought);
        for (let at = next(0); at >= 0; ) {
          if (areWhole && isWithinWord(stretch, at, at + sought.length)) {
            at = next(at + 1);
            continue;
          }
          while ((starts[document + 1] ?? 0) <= offset + at) document++;
          addTo(found, document);
          at = next((starts[document + 1] ?? 0) - offset);
        }
      }
    }
    return found;
  }
}

const DECODER = new TextDecoder();

/** True if a letter or a digit is right before a part of a text in UTF-8, or right behind it. */
function isWithinWord(text: Uint8Array, start: number, end: number): boolean {
  // No character has more bytes.
  const before = DECODER.decode(text.subarray(Math.max(0, start - 4), start));
  const behind = DECODER.decode(text.subarray(end, end + 4));
  return /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(behind);
}
