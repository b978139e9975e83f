import { readRows, refuseLine } from './labeled.ts';

/** An opinion on the business that a reader marked in a review. */
export type Opinion = {
  /** Of the review. */
  readonly id: string;
  readonly side: 'positive' | 'negative';
  /** The aspects that the reader accepts, the best first. */
  readonly aspects: readonly string[];
  /** It is about the business as a whole, so that it may be found without an aspect. */
  readonly isGeneral: boolean;
  /** The people it praises or criticizes; `?` follows those whom only one of two readers names. */
  readonly people: readonly string[];
  /** Other readers would hardly differ: of two, both marked it. */
  readonly isSure: boolean;
  /** Its exact words in the text or title. */
  readonly words: string;
};

/** An opinion, and the offsets of its words in the text. */
export type Mark = Opinion & { readonly start: number; readonly end: number };

/**
 * Reads rows of id, side, aspect, other acceptable aspects, people, `yes` or `maybe`, words and, if
 * there are two readers, the one that marked it: `first`, `second` or `both`.
 */
export function readOpinions(file: string): readonly Opinion[] {
  return readLines(file).map(({ opinion }) => opinion);
}

/** Finds the opinions of a file in texts. Those in titles are omitted: they are not analyzed. */
export function readMarks(
  file: string,
  texts: readonly { readonly id: string; readonly text: string }[],
): readonly Mark[] {
  const textOf = new Map(texts.map(({ id, text }) => [id, text]));
  return readLines(file).flatMap(({ line, opinion }) => {
    const { id, words } = opinion;
    const text = textOf.get(id) ?? refuseLine(file, line, `no review has the id "${id}"`);
    const start = text.indexOf(words);
    return start < 0 ? [] : [{ ...opinion, start, end: start + words.length }];
  });
}

/** An opinion for each person that one names, as if they were aspects. */
export function namedIn<Named extends Opinion>(opinion: Named): readonly Named[] {
  return opinion.people.map((name) => ({
    ...opinion,
    aspects: [name.replace('?', '')],
    isGeneral: false,
    isSure: opinion.isSure && !name.endsWith('?'),
  }));
}

function readLines(file: string) {
  return readRows(file).flatMap(({ line, cells }) => {
    const [id = '', side = '', aspect = '-', also = '-', people = '-', sure, words = '', by] =
      cells;
    if (side !== 'positive' && side !== 'negative') return [];
    const isSure = sure === 'yes' && (by ?? 'both') === 'both';
    const named = { aspects: listOf(`${aspect},${also}`), people: listOf(people) };
    const opinion: Opinion = { id, side, ...named, isGeneral: aspect === '-', isSure, words };
    return [{ line, opinion }];
  });
}

function listOf(cell: string): readonly string[] {
  return cell.split(',').filter((item) => item !== '-');
}
