import { describeReplies } from '#dataset/aggregate-rating.ts';
import {
  type Asked,
  type Chart,
  type Column,
  column,
  type Rated,
  ratedColumns,
  ratingsOf,
  round,
  type Table,
  tabulate,
} from './chart.ts';
import { drawTimeline, type Panel, timelineHeight } from './draw-timeline.ts';
import { joinPeriods, type Period } from './join-periods.ts';

const periodColumns = <Item extends Period>({ t }: Asked): Column<Item>[] => [
  column('', t('charts.period'), ({ name }) => name),
  column('period_start', '', ({ dates }) => dates.since),
  column('period_end', '', ({ dates }) => dates.until),
];

/** The average of each period with its interval, above the number of its reviews. */
export function ratingOverTime(asked: Asked): Chart {
  const { counts, t, formats } = asked;
  const periods = joinPeriods(counts, asked, 'quarter').map((period) => {
    return { ...period, ...ratingsOf(counts, period.facets) };
  });
  const means = periods.map(({ mean: value, interval }) => {
    return { value, words: formats.mean(value), interval };
  });
  const columns: Column<(typeof periods)[number]>[] = [
    ...periodColumns(asked),
    ...ratedColumns<Period & Rated>(asked, ({ dates }) => dates),
  ];
  const ticks = [1, 2, 3, 4, 5].map((stars) => [stars, formats.number(stars)] as const);
  const reviews = periods.map(({ count }) => count);
  return chartOver(periods, tabulate(periods, columns, asked), [
    { head: t('rating.mean'), height: 180, range: [1, 5], ticks, marks: means },
    countsPanel(t('rating.reviews'), reviews, asked),
  ]);
}

/** The share of reviews with a reply in each year, above the median of the days that replies took. */
export async function repliesByYear(asked: Asked): Promise<Chart> {
  const { release, counts, filters, t, formats } = asked;
  const asShare = { show: (share: number) => formats.share(share, 1) };
  const withReply = { ...filters, has_reply: true };
  const found = await release.search({ ...withReply, limit: release.corpus.count });
  const reviews = await release.reviews(found.positions);
  const years = joinPeriods(counts, asked, 'year').map((period) => {
    const { since, until } = period.dates;
    const own = reviews.filter(({ datePublished: date }) => date >= since && date <= until);
    const { count } = ratingsOf(counts, period.facets);
    const { reviewsReplied: replies, medianDaysToReply: days } = describeReplies(own);
    return { ...period, count, replies, days, share: replies / count };
  });
  const columns: Column<(typeof years)[number]>[] = [
    ...periodColumns(asked),
    column('reviews', t('rating.reviews'), ({ count }) => count, { own: ({ dates }) => dates }),
    column('replied', t('charts.replies.replied'), ({ replies }) => replies, {
      own: ({ dates }) => ({ ...withReply, ...dates }),
    }),
    column('share_replied', t('charts.replies.share'), ({ share }) => round(share, 4), asShare),
    column('median_days', t('charts.replies.days'), ({ days }) => days ?? ''),
  ];
  const most = Math.max(0, ...years.map(({ share }) => share)) > 0.5 ? 1 : 0.5;
  const ticks = [0, most / 2, most].map((share) => [share, asShare.show(share)] as const);
  const marks = years.map(({ share: value }) => ({ value, words: asShare.show(value) }));
  const days = years.map((year) => year.days);
  return chartOver(years, tabulate(years, columns, asked), [
    { head: t('charts.replies.share'), height: 100, range: [0, most], ticks, marks },
    ...(days.some((known) => known !== null)
      ? [countsPanel(t('charts.replies.days'), days, asked)]
      : []),
  ]);
}

/** Numbers from nothing on, as columns. */
function countsPanel(head: string, values: readonly (number | null)[], { formats }: Asked): Panel {
  const largest = Math.max(1, ...values.map((value) => value ?? 0));
  const marks = values.map((value) =>
    value === null ? undefined : { value, words: formats.number(value) },
  );
  return { head, height: 56, range: [0, largest], ticks: [], marks };
}

function chartOver(periods: readonly Period[], table: Table, panels: readonly Panel[]): Chart {
  const titles = table.rows.map(({ title }) => title);
  const draw: Chart['draw'] = (pen) => drawTimeline(periods, titles, panels, pen);
  return { ...table, height: timelineHeight(panels), draw };
}
