import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { aspectFacet, facet } from '#search/question/facets.ts';
import { createResolver } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { type Grouping, readGroupings, type StatsQuery } from '#search/question/stats-query.ts';
import { withoutOwnFilters } from '#search/stats.ts';
import { composeQuery } from '../search/sqlite.ts';
import { createSqliteTables, type SqliteTables } from '../search/sqlite-tables.ts';
import { type Figures, NAMES } from './count-questions.ts';
import type { OpenCounter } from './counters.ts';

const MONTH = 'substr(date, 1, 7)';
const YEAR = 'substr(date, 1, 4)';
const QUARTER = `substr(date, 1, 4) || '-Q' || ((CAST(substr(date, 6, 2) AS INTEGER) + 2) / 3)`;

/** Every GROUP BY has an index in its order that covers it; few hits look their facets up. */
const INDEXES = `
  CREATE INDEX by_month ON review (${MONTH}, rating);
  CREATE INDEX by_year ON review (${YEAR}, rating);
  CREATE INDEX by_quarter ON review (${QUARTER}, rating);
  CREATE INDEX by_review ON facet (id, name, rating);
  PRAGMA temp_store = memory;
  CREATE TEMP TABLE hit (id INTEGER PRIMARY KEY);
`;

export const openSqliteCounter: OpenCounter = (documents) => {
  const tables = createSqliteTables(documents, INDEXES);
  return { count: (question) => ({ figures: countBySql(question, tables) }), close: tables.close };
};

function countBySql({ group_by, ...filters }: StatsQuery, tables: SqliteTables): Figures {
  let kept: string | undefined;
  let hits: number | undefined;
  /** Keeps the reviews of a filter, for all groupings that follow; without any filter there is no need. */
  const keep = (query: FilterQuery) => {
    const key = JSON.stringify(query);
    if (key !== kept) hits = keepHits(query, tables);
    kept = key;
    return hits;
  };
  const byRating = countGroups('rating', filters, keep(filters), tables);
  const total = byRating.reduce((sum, [, count]) => sum + count, 0);
  const halfStars = byRating.reduce((sum, [rating, count]) => sum + Number(rating) * 2 * count, 0);
  const stars = Object.fromEntries(byRating.map(([rating, count]) => [Number(rating), count]));
  const buckets = readGroupings(group_by).flatMap((grouping) =>
    countGroups(grouping, filters, keep(withoutOwnFilters(filters, grouping)), tables).map(
      ([key, count, average]) => [grouping, key, count, average] as const,
    ),
  );
  return {
    total,
    averageRating: total === 0 ? null : averageOf(total, halfStars),
    distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...stars },
    buckets,
  };
}

const resolve = createResolver(NAMES);

/** Puts the reviews of a filter into a table; undefined where they are all. */
function keepHits(query: FilterQuery, tables: SqliteTables): number | undefined {
  const filters = resolve(query);
  if (!filters) throw new Error('The questions name what there is.');
  const { id, from, values } = composeQuery(filters, tables);
  if (values.length === 0) return undefined;
  tables.prepare('DELETE FROM hit').run();
  return Number(tables.prepare(`INSERT INTO hit SELECT ${id} ${from}`).run(...values).changes);
}

type Group = readonly [key: string, count: number, average: number];

/** Below this share of all reviews, facets are looked up by review. */
const FEW_SHARE = 1 / 20;

const FIGURES = 'count(*) AS count, sum(rating * 2) AS halfStars';

function countGroups(
  grouping: Grouping,
  filters: FilterQuery,
  hits: number | undefined,
  { prepare, size }: SqliteTables,
): Group[] {
  const isFew = hits !== undefined && hits < size * FEW_SHARE;
  // The plus keeps SQLite from looking up each hit under each name: it goes along the index of the groups.
  const isHit = hits === undefined ? 'true' : '+id IN (SELECT id FROM hit)';
  const run = (sql: string, names: Iterable<string> = []) =>
    prepare(sql)
      .all(...names)
      .map((row): Group => {
        const count = Number(row.count);
        return [String(row.key), count, averageOf(count, Number(row.halfStars))];
      });
  const column = COLUMNS[grouping];
  if (column !== undefined) {
    const from = isFew ? 'FROM hit CROSS JOIN review USING (id)' : `FROM review WHERE ${isHit}`;
    const groups = run(`SELECT ${column} AS key, ${FIGURES} ${from} GROUP BY 1`);
    // Stars are numbers there, and the highest are first.
    return groups.map(([key, ...figures]): Group => [key.replace('.0', ''), ...figures]).reverse();
  }
  const keys = new Map(facetsOf(grouping, filters));
  const isOfKind =
    keys.size > 0
      ? `name IN (${[...keys].map(() => '?').join()})`
      : `name >= '${grouping}:' AND name < '${grouping};'`;
  const from = isFew
    ? `FROM hit CROSS JOIN facet INDEXED BY by_review USING (id) WHERE ${isOfKind}`
    : `FROM facet WHERE ${isOfKind} AND ${isHit}`;
  const groups = run(`SELECT name AS key, ${FIGURES} ${from} GROUP BY name`, keys.keys());
  return groups
    .map(([name, ...figures]): Group => {
      return [keys.get(name) ?? name.slice(grouping.length + 1), ...figures];
    })
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

const COLUMNS: Partial<Record<Grouping, string>> = {
  rating: 'rating',
  year: YEAR,
  quarter: QUARTER,
  month: MONTH,
};

/** The facets of a grouping and what each is called in the answer; none: all of its kind. */
function facetsOf(grouping: Grouping, { aspect, sentiment }: FilterQuery): [string, string][] {
  switch (grouping) {
    case 'technician':
      return NAMES.technicians.map(({ name }) => [facet('technician', name), name]);
    case 'service':
      return NAMES.services.map(({ id }) => [facet('service', id), id]);
    case 'service_area':
      return NAMES.serviceAreas.map(({ id }) => [facet('service_area', id), id]);
    case 'aspect':
      return NAMES.aspects.map(({ id }) => [
        sentiment === undefined ? facet('aspect', id) : aspectFacet(id, sentiment),
        id,
      ]);
    case 'sentiment':
      return AspectSentiment.options.map((one) => [
        aspect === undefined ? facet('sentiment', one) : aspectFacet(aspect, one),
        one,
      ]);
    default:
      return [];
  }
}

/** In steps of 0.01, half up, as the service rounds. */
function averageOf(count: number, halfStars: number): number {
  return Math.floor((halfStars * 100 + count) / (2 * count)) / 100;
}
