import { aspectFacet, facet, sourceFacet } from '#search/question/facets.ts';
import { listBuckets } from '#search/stats.ts';
import {
  type Asked,
  type Chart,
  column,
  ratedColumns,
  ratingsOf,
  round,
  tabulate,
} from './chart.ts';
import { drawRows, HEAD, type Names, type Row, rowsHeight } from './draw-rows.ts';
import { fitName, type Pen } from './pen.ts';

/** The most rows that are drawn; the table has all. */
const MOST_ROWS = 12;
/** The room above a bar on a phone, in pixels. */
const NAME_WIDTH = 185;

const largestOf = (counts: readonly number[]) => Math.max(1, ...counts);

/** The number of reviews with each number of stars. */
export function ratingsByStars(asked: Asked): Chart {
  const { counts, t, formats } = asked;
  const all = counts.total.count;
  const stars = [5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1]
    .map((value) => ({ value, count: counts.of(facet('rating', value)).count }))
    .filter(({ value, count }) => all > 0 && (count > 0 || Number.isInteger(value)));
  const show = (share: number) => formats.share(share, 1);
  const own = ({ value }: (typeof stars)[number]) =>
    Number.isInteger(value) ? { rating: value } : { min_rating: value, max_rating: value };
  const table = tabulate(
    stars,
    [
      column('stars', t('rating.starsColumn'), ({ value }) => value),
      column('reviews', t('rating.reviews'), ({ count }) => count, { own }),
      column('share', t('rating.share'), ({ count }) => round(count / all, 4), { show }),
    ],
    asked,
  );
  const scale = 0.8 / largestOf(stars.map(({ count }) => count));
  const rows = stars.map(({ value, count }): Row => {
    const words = `${formats.number(count)} · ${formats.share(count, all)}`;
    const bar = { look: 'count', from: 0, to: count * scale, words } as const;
    return { name: `${formats.number(value)} ★`, bars: [bar] };
  });
  const head = (pen: Pen) => [pen.text('note', [0, 13], t('rating.reviews'))];
  return { ...table, ...drawing(rows, table, { at: 0 }, head) };
}

/** The numbers of reviews that praise each aspect and that criticize it; of filters by no aspect. */
export function praisedAspects(asked: Asked): Chart {
  const { release, counts, t, formats } = asked;
  const aspects = listBuckets('aspect', {}, counts, release.names).map((bucket) => {
    const { key, label: name = key, count } = bucket;
    const praise = counts.of(aspectFacet(key, 'positive')).count;
    const criticism = counts.of(aspectFacet(key, 'negative')).count;
    return { aspect: key, name, count, praise, criticism };
  });
  type Aspect = (typeof aspects)[number];
  const own = ({ aspect }: Aspect) => ({ aspect });
  const praising = ({ aspect }: Aspect) => ({ aspect, sentiment: 'positive' }) as const;
  const criticizing = ({ aspect }: Aspect) => ({ aspect, sentiment: 'negative' }) as const;
  const [praised, criticized] = [t('quote.positive'), t('quote.negative')];
  const table = tabulate(
    aspects,
    [
      column('aspect_id', '', ({ aspect }) => aspect),
      column('aspect', t('aspect.name'), ({ name }) => name),
      column('reviews', t('rating.reviews'), ({ count }) => count, { own }),
      column('praise', praised, ({ praise }) => praise, { own: praising }),
      column('criticism', criticized, ({ criticism }) => criticism, { own: criticizing }),
    ],
    asked,
  );
  const shown = aspects.slice(0, MOST_ROWS);
  const left = largestOf(shown.map(({ criticism }) => criticism));
  const right = largestOf(shown.map(({ praise }) => praise));
  // Both heads fit beside the line, and figures at the ends of the longest bars.
  const zero = Math.min(0.75, Math.max(0.3, 0.14 + (0.72 * left) / (left + right)));
  const scale = Math.min((zero - 0.14) / left, (0.86 - zero) / right);
  const rows = shown.map(({ name, praise, criticism }): Row => {
    const bar = (look: 'praise' | 'criticism', count: number, side: number) => {
      return { look, from: zero, to: zero + side * count * scale, words: formats.number(count) };
    };
    return {
      name: formats.name(fitName(name, NAME_WIDTH)),
      bars: [bar('criticism', criticism, -1), bar('praise', praise, 1)],
    };
  });
  const names = { at: zero, ...(zero > 0.5 ? ({ anchor: 'end', dx: -5 } as const) : { dx: 5 }) };
  return {
    ...table,
    ...drawing(rows, table, names, (pen, end) => [
      pen.text('of-criticism', [zero, 13], criticized, { anchor: 'end', dx: -5 }),
      pen.text('of-praise', [zero, 13], praised, { dx: 5 }),
      pen.line('axis', [zero, HEAD], [zero, end]),
    ]),
  };
}

/** The number of reviews from each source, and their average with its interval. */
export function reviewsBySource(asked: Asked): Chart {
  const { release, counts, t, formats } = asked;
  const sources = listBuckets('source', {}, counts, release.names).map(({ key: source }) => {
    return { source, ...ratingsOf(counts, [sourceFacet(source)]) };
  });
  const named = column<{ source: string }>('source', t('review.source'), ({ source }) => source);
  const own = ({ source }: (typeof sources)[number]) => ({ source });
  const table = tabulate(sources, [named, ...ratedColumns(asked, own)], asked);
  const shown = sources.slice(0, MOST_ROWS);
  const scale = 0.4 / largestOf(shown.map(({ count }) => count));
  const [left, right] = [0.6, 0.97];
  const x = (stars: number) => left + ((right - left) * (stars - 1)) / 4;
  const rows = shown.map(({ source, count, mean, interval: [low, high] }): Row => {
    const words = formats.number(count);
    const bar = { look: 'count', from: 0, to: count * scale, words } as const;
    const dot = { at: x(mean), interval: [x(low), x(high)], words: formats.mean(mean) } as const;
    return { name: formats.name(fitName(source, NAME_WIDTH)), bars: [bar], dot };
  });
  return {
    ...table,
    ...drawing(rows, table, { at: 0 }, (pen, end) => [
      pen.text('note', [0, 13], t('rating.reviews')),
      pen.text('note', [left, 13], t('rating.mean')),
      ...[1, 2, 3, 4, 5].flatMap((stars) => [
        pen.line('rule', [x(stars), HEAD], [x(stars), end]),
        pen.text('note', [x(stars), end + 14], formats.number(stars), { anchor: 'middle' }),
      ]),
    ]),
  };
}

/** Rows with what is drawn below them: words and lines. */
function drawing(
  rows: readonly Row[],
  table: Pick<Chart, 'rows'>,
  names: Names,
  frame: (pen: Pen, end: number) => string[],
): Pick<Chart, 'height' | 'draw'> {
  const end = rowsHeight(rows);
  const titles = table.rows.map(({ title }) => title);
  const draw: Chart['draw'] = (pen) =>
    frame(pen, end).join('') + drawRows(rows, titles, names, pen);
  return { height: end + 18, draw };
}
