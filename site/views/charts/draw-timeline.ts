import type { Period } from './join-periods.ts';
import type { Pen, Point } from './pen.ts';

/** A chart above others of the same years. */
export type Panel = {
  readonly head: string;
  readonly height: number;
  readonly range: Point;
  /** Values with a line and words. */
  readonly ticks: readonly (readonly [value: number, words: string])[];
  /** A value of each period, drawn as a dot if it has an interval and as a column if it has none. */
  readonly marks: readonly (
    | {
        readonly value: number;
        readonly words: string;
        readonly interval?: Point;
      }
    | undefined
  )[];
};

/** The plot is between the words of ticks and those of the last dot, as shares of the width. */
const [LEFT, RIGHT] = [0.1, 0.88];
/** The width of charts on a phone, and of a digit, in pixels. */
const [NARROW, DIGIT] = [272, 7.5];
/** Above a panel, for its head and the words of its highest mark; below all, for years. */
const [HEAD, FOOT] = [44, 24];

export const timelineHeight = (panels: readonly Panel[]) =>
  panels.reduce((sum, { height }) => sum + HEAD + height, FOOT);

/** Draws panels above each other, over whole years. */
export function drawTimeline(
  periods: readonly Period[],
  titles: readonly string[],
  panels: readonly Panel[],
  pen: Pen,
): string {
  const first = Math.floor(periods[0]?.from ?? 0);
  const years = Math.max(1, Math.ceil(periods.at(-1)?.to ?? 0) - first);
  const at = (time: number) => LEFT + ((RIGHT - LEFT) * (time - first)) / years;
  const centers = periods.map(({ from, to }) => at((from + to) / 2));
  const half = Math.min(0.02, ...periods.map(({ from, to }) => 0.3 * (at(to) - at(from))));
  const closest = Math.min(1, ...centers.map((x, index) => x - (centers[index - 1] ?? -1)));
  const frame: string[] = [];
  const groups = periods.map((): string[] => []);
  let floor = 0;
  for (const { head, height, range, ticks, marks } of panels) {
    floor += HEAD + height;
    const [low, high] = range;
    const y = (value: number) => floor - (height * (value - low)) / (high - low);
    frame.push(pen.text('note', [0, floor - height - 24], head));
    frame.push(pen.line('axis', [0, floor], [1, floor]));
    for (const [value, words] of ticks) {
      frame.push(pen.line('rule', [0, y(value)], [1, y(value)]));
      frame.push(pen.text('note', [0, y(value) - 4], words));
    }
    const longest = Math.max(...marks.map((mark) => mark?.words.length ?? 0)) * DIGIT;
    const values = marks.map((mark) => mark?.value ?? low);
    const named =
      closest * NARROW > longest ? values.keys() : [values.indexOf(Math.max(...values))];
    const isNamed = new Set(named);
    for (const [index, mark] of marks.entries()) {
      const [x, period] = [centers[index] ?? 0, periods[index]];
      if (!mark || !period) continue;
      const { value, words, interval } = mark;
      const [top, start, end] = [y(value), at(period.from), at(period.to)];
      if (interval) {
        groups[index]?.push(
          pen.line('axis', [start, top], [end, top]),
          pen.line('interval', [x, y(interval[0])], [x, y(interval[1])]),
          pen.dot([x, top]),
        );
        if (index < marks.length - 1) continue;
        frame.push(pen.text('of-count', [end, top + 4.5], words, { dx: 4 }));
      } else {
        groups[index]?.push(pen.rect('count', [x - half, top], [x + half, floor]));
        if (!isNamed.has(index)) continue;
        frame.push(pen.text('of-count', [x, top - 4], words, { anchor: 'middle' }));
      }
    }
  }
  // No two names of years meet.
  const step = Math.ceil((5 * DIGIT * years) / ((RIGHT - LEFT) * NARROW));
  for (let year = first; year < first + years; year++) {
    frame.push(pen.line('axis', [at(year), floor], [at(year), floor + 5]));
    if (year % step > 0) continue;
    frame.push(pen.text('note', [at(year + 0.5), floor + 18], `${year}`, { anchor: 'middle' }));
  }
  const drawn = groups.map((marks, index) => pen.group(titles[index] ?? '', marks));
  return [...frame, ...drawn].join('');
}
