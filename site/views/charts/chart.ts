import { RatingSum } from '#dataset/counts.ts';
import { type Interval, intervalOf } from '#insights/mean-interval.ts';
import type { Counts } from '#search/facet-counts.ts';
import { addressOfList, type ListQuery } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { Catalogue } from '#words/words.ts';
import type { Pen } from './pen.ts';

/** Reviews in figures, in words, and drawn. */
export type Chart = Table & {
  /** In pixels. */
  readonly height: number;
  /** Draws the rows, of which there is at least one. */
  readonly draw: (pen: Pen) => string;
};

/** The figures of a chart: a file has the values of its fields; a page has cells, counts with links to the reviews. */
export type Table = {
  readonly fields: readonly string[];
  readonly labels: readonly string[];
  readonly rows: readonly {
    readonly values: readonly (string | number)[];
    readonly cells: readonly { readonly text: string; readonly href: string | undefined }[];
    /** The cells in words, a line each. */
    readonly title: string;
  }[];
};

/** The reviews that filters find, counted, and the words of a chart of them. */
export type Asked = Catalogue & {
  readonly release: ReviewSource;
  readonly counts: Counts;
  readonly filters: ListQuery;
};

/** A column: of the file where it has a field, of the page where it has a label. */
export type Column<Item> = {
  readonly field: string;
  readonly label: string;
  readonly read: (item: Item) => string | number;
  /** Its numbers in words. */
  readonly show?: (value: number) => string;
  /** Filters that find the reviews that it counts. */
  readonly own?: (item: Item) => ListQuery;
};

export const column = <Item>(
  field: string,
  label: string,
  read: Column<Item>['read'],
  more: Pick<Column<Item>, 'show' | 'own'> = {},
): Column<Item> => ({ field, label, read, ...more });

export function tabulate<Item>(
  items: readonly Item[],
  columns: readonly Column<NoInfer<Item>>[],
  { filters, formats }: Pick<Asked, 'filters' | 'formats'>,
): Table {
  const [shown, stored] = [
    columns.filter(({ label }) => label),
    columns.filter(({ field }) => field),
  ];
  const rows = items.map((item) => {
    const cells = shown.map(({ read, show = formats.number, own }) => {
      const value = read(item);
      const href = own && value !== 0 ? addressOfList({ ...filters, ...own(item) }) : undefined;
      return { text: typeof value === 'number' ? show(value) : formats.name(value), href };
    });
    const title = cells.map(({ text }, at) => `${shown[at]?.label}: ${text}`).join('\n');
    return { values: stored.map(({ read }) => read(item)), cells, title };
  });
  return {
    fields: stored.map(({ field }) => field),
    labels: shown.map(({ label }) => label),
    rows,
  };
}

/** The ratings of reviews. */
export type Rated = {
  readonly count: number;
  readonly mean: number;
  readonly interval: Interval;
};

/** The ratings of the reviews with some facets, of which no review has two. */
export function ratingsOf(counts: Counts, facets: readonly string[]): Rated {
  const sum = new RatingSum();
  for (const facet of facets) sum.join(counts.of(facet));
  const [low, high] = intervalOf(sum) ?? [1, 5];
  return { count: sum.count, mean: sum.mean ?? 1, interval: [round(low, 2), round(high, 2)] };
}

/** Rounds to some decimals. */
export const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

export const ratedColumns = <Item extends Rated>(
  { t, formats }: Asked,
  own: (item: Item) => ListQuery,
): Column<Item>[] => [
  column('reviews', t('rating.reviews'), ({ count }) => count, { own }),
  column('average', t('rating.mean'), ({ mean }) => mean, { show: formats.mean }),
  column('interval_low', '', ({ interval: [low] }) => low),
  column('interval_high', '', ({ interval: [, high] }) => high),
  column('', t('charts.interval'), ({ interval: [low, high] }) =>
    t('charts.span', { from: formats.mean(low), to: formats.mean(high) }),
  ),
];
