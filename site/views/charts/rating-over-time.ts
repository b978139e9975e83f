import {
  type Asked,
  type Chart,
  column,
  type Rated,
  ratedColumns,
  ratingsOf,
  tabulate,
} from './chart.ts';
import { joinPeriods, type Period } from './join-periods.ts';
import type { Pen } from './pen.ts';

/** The plot is between the words of ticks and those of the last dot, as shares of the width. */
const [LEFT, RIGHT] = [0.1, 0.88];
/** The width of charts on a phone, and of a digit, in pixels. */
const [NARROW, DIGIT] = [272, 7.5];
/** The lines of one star and of no review, the heights of a star and of most reviews, and all. */
const [DOTS, COLUMNS, STAR, MOST, HEIGHT] = [224, 324, 45, 56, 348];

/** The average of each period with its interval, above the number of its reviews. */
export function ratingOverTime(asked: Asked): Chart {
  const { counts, t } = asked;
  const periods = joinPeriods(counts, asked).map((period) => {
    return { ...period, ...ratingsOf(counts, period.facets) };
  });
  const table = tabulate(
    periods,
    [
      column('', t('charts.period'), ({ name }) => name),
      column('period_start', '', ({ dates }) => dates.since),
      column('period_end', '', ({ dates }) => dates.until),
      ...ratedColumns<Period & Rated>(asked, ({ dates }) => dates),
    ],
    asked,
  );
  const titles = table.rows.map(({ title }) => title);
  return { ...table, height: HEIGHT, draw: (pen) => drawPeriods(periods, titles, asked, pen) };
}

/** Draws periods over whole years. */
function drawPeriods(
  periods: readonly (Period & Rated)[],
  titles: readonly string[],
  { t, formats }: Asked,
  pen: Pen,
): string {
  const first = Math.floor(periods[0]?.from ?? 0);
  const years = Math.max(1, Math.ceil(periods.at(-1)?.to ?? 0) - first);
  const at = (time: number) => LEFT + ((RIGHT - LEFT) * (time - first)) / years;
  const centers = periods.map(({ from, to }) => at((from + to) / 2));
  const half = Math.min(0.02, ...periods.map(({ from, to }) => 0.3 * (at(to) - at(from))));
  const closest = Math.min(1, ...centers.map((x, index) => x - (centers[index - 1] ?? -1)));
  const counts = periods.map(({ count }) => count);
  const most = Math.max(...counts);
  const hasRoom = closest * NARROW > formats.number(most).length * DIGIT;
  const yOf = (stars: number) => DOTS - STAR * (stars - 1);
  const frame = [
    pen.text('note', [0, yOf(5) - 24], t('rating.mean')),
    pen.text('note', [0, COLUMNS - MOST - 24], t('rating.reviews')),
    pen.line('axis', [0, DOTS], [1, DOTS]),
    pen.line('axis', [0, COLUMNS], [1, COLUMNS]),
    ...[1, 2, 3, 4, 5].flatMap((stars) => [
      pen.line('rule', [0, yOf(stars)], [1, yOf(stars)]),
      pen.text('note', [0, yOf(stars) - 4], formats.number(stars)),
    ]),
  ];
  // No two names of years meet.
  const step = Math.ceil((5 * DIGIT * years) / ((RIGHT - LEFT) * NARROW));
  for (let year = first; year < first + years; year++) {
    frame.push(pen.line('axis', [at(year), COLUMNS], [at(year), COLUMNS + 5]));
    if (year % step > 0) continue;
    frame.push(pen.text('note', [at(year + 0.5), COLUMNS + 18], `${year}`, { anchor: 'middle' }));
  }
  const drawn = periods.map(({ from, to, count, mean, interval: [low, high] }, index) => {
    const [x = 0, top] = [centers[index], COLUMNS - (MOST * count) / most];
    const marks = [
      pen.line('axis', [at(from), yOf(mean)], [at(to), yOf(mean)]),
      pen.line('interval', [x, yOf(low)], [x, yOf(high)]),
      pen.dot([x, yOf(mean)]),
      pen.rect('count', [x - half, top], [x + half, COLUMNS]),
    ];
    if (hasRoom || index === counts.indexOf(most)) {
      marks.push(pen.text('of-count', [x, top - 4], formats.number(count), { anchor: 'middle' }));
    }
    if (index === periods.length - 1) {
      marks.push(pen.text('of-count', [at(to), yOf(mean) + 4.5], formats.mean(mean), { dx: 4 }));
    }
    return pen.group(titles[index] ?? '', marks);
  });
  return [...frame, ...drawn].join('');
}
