import type { Pen, Point } from './pen.ts';

/** Something with a name and a bar for each of its counts. All places are shares of the width. */
export type Row = {
  readonly name: string;
  readonly bars: readonly Bar[];
  /** An average with its interval. */
  readonly dot?: { readonly at: number; readonly interval: Point; readonly words: string };
};
/** A count: a bar from an axis, whose words are at its end. */
type Bar = {
  readonly look: 'count' | 'praise' | 'criticism';
  readonly from: number;
  readonly to: number;
  readonly words: string;
};

/** The place at which names above bars begin, or end. */
export type Names = { readonly at: number; readonly anchor?: 'end'; readonly dx?: number };

/** Room for words above the rows; the height of a row. */
export const HEAD = 26;
const ROW = 44;

export const rowsHeight = (rows: readonly Row[]) => HEAD + rows.length * ROW;

/** Draws rows below each other, each with a title. */
export function drawRows(
  rows: readonly Row[],
  titles: readonly string[],
  names: Names,
  pen: Pen,
): string {
  const drawn = rows.map(({ name, bars, dot }, at) => {
    const top = HEAD + at * ROW;
    const y = top + 20;
    const marks = bars.flatMap(({ look, from, to, words }) => [
      pen.rect(look, [Math.min(from, to), y], [Math.max(from, to), y + 14]),
      pen.text(`of-${look}`, [to, y + 11.5], words, look === 'criticism' ? LEFT : RIGHT),
    ]);
    if (dot) {
      marks.push(pen.line('interval', [dot.interval[0], y + 7], [dot.interval[1], y + 7]));
      marks.push(pen.dot([dot.at, y + 7]));
      marks.push(pen.text('of-count', [dot.at, y - 4], dot.words, { anchor: 'middle' }));
    }
    return pen.group(titles[at] ?? '', [
      pen.text('words', [names.at, top + 14], name, names),
      ...marks,
    ]);
  });
  return drawn.join('');
}

const LEFT = { anchor: 'end', dx: -6 } as const;
const RIGHT = { dx: 6 };
