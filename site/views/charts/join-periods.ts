import type { Counts } from '#search/facet-counts.ts';
import { facet, valuesOf } from '#search/question/facets.ts';
import type { Catalogue } from '#words/words.ts';

/** Quarters or years whose reviews are shown together. */
export type Period = {
  readonly name: string;
  /** The first day, and the last, as filters. */
  readonly dates: { readonly since: string; readonly until: string };
  /** Its beginning and end, in years. */
  readonly from: number;
  readonly to: number;
  /** Its quarters or years with reviews. */
  readonly facets: readonly string[];
};

/** An average of fewer reviews says little. */
const FEWEST = 10;
/** With quarters of more years, or more periods, marks would touch each other on a phone. */
const MOST_YEARS_OF_QUARTERS = 12;
const MOST_PERIODS = 60;

/**
 * The quarters with reviews, or years where there are many, joined in their order until each period has ten
 * reviews. A remainder joins the last period; fewer than ten in all are one.
 */
export function joinPeriods(counts: Counts, { t }: Pick<Catalogue, 't'>, unit: 'quarter' | 'year') {
  const years = valuesOf(counts.facets.keys(), 'year').sort();
  const isLong = Number(years.at(-1)) - Number(years[0]) >= MOST_YEARS_OF_QUARTERS;
  const kind = isLong ? 'year' : unit;
  const units = valuesOf(counts.facets.keys(), kind).sort();
  const share = units.length > MOST_PERIODS ? counts.total.count / MOST_PERIODS : 0;
  const isEnough = (group: readonly string[]) =>
    group.reduce((sum, key) => sum + counts.of(facet(kind, key)).count, 0) >=
    Math.max(FEWEST, share);
  const groups: string[][] = [];
  for (const key of units) {
    const open = groups.at(-1);
    if (open && !isEnough(open)) open.push(key);
    else groups.push([key]);
  }
  const [before = [], last = []] = groups.slice(-2);
  if (groups.length > 1 && !isEnough(last)) groups.splice(-2, 2, [...before, ...last]);
  return groups.map((group): Period => {
    const first = describe(group[0], t);
    const end = describe(group.at(-1), t);
    const isOne = group.length === 1;
    return {
      name: isOne ? first.name : t('charts.span', { from: first.name, to: end.name }),
      dates: { since: first.since, until: end.until },
      from: first.from,
      to: end.to,
      facets: group.map((key) => facet(kind, key)),
    };
  });
}

const FIRST_DAYS = ['01-01', '04-01', '07-01', '10-01'];
const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'];

/** A year such as 2026, or a quarter such as 2026-Q4. */
function describe(key = '', t: Catalogue['t']) {
  const [year = '', quarter] = key.split('-Q');
  const [first, last] = quarter ? [Number(quarter), Number(quarter)] : [1, 4];
  return {
    name: quarter ? t('quarters.name', { quarter, year }) : year,
    since: `${year}-${FIRST_DAYS[first - 1]}`,
    until: `${year}-${LAST_DAYS[last - 1]}`,
    from: Number(year) + (first - 1) / 4,
    to: Number(year) + last / 4,
  };
}
