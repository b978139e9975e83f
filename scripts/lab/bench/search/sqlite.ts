import { fold } from '#dataset/text/fold.ts';
import type { Sort } from '#search/question/order.ts';
import type { PageQuery } from '#search/search.ts';
import { createSqliteTables, type SqliteTables } from './sqlite-tables.ts';
import type { OpenSubject } from './subject.ts';

export const openSqlite: OpenSubject = (documents) => {
  const tables = createSqliteTables(documents);
  const { bytes, size, prepare, close } = tables;
  return {
    bytes,
    search: (query) => {
      const { sort = 'newest', limit } = query;
      const all = composeQuery(query, tables);
      const count = prepare(`SELECT count(*) AS total ${all.from}`).get(...all.values);
      const total = Number(count?.total);
      // Along an order, a page costs limit × size / total; by gathering and sorting hits, total.
      const walks = sort !== 'newest' && total ** 2 > limit * size;
      const { id, from, values } = composeQuery(query, tables, walks ? 'walk' : 'gather');
      const order = sort === 'newest' ? id : ORDERS[sort].by;
      const page = prepare(`SELECT ${id} AS id ${from} ORDER BY ${order} LIMIT ?`);
      const rows = page.all(...values, limit);
      return { total, positions: rows.map((row) => Number(row.id)) };
    },
    close: async () => close(),
  };
};

type OtherOrder = { readonly index: string; readonly key: string; readonly by: string };

const ORDERS: Readonly<Record<Exclude<Sort, 'newest'>, OtherOrder>> = {
  oldest: { index: 'by_date', key: 'review.date', by: 'review.date, review.name' },
  highest: { index: 'by_stars_down', key: '-review.rating', by: '-review.rating, review.id' },
  lowest: { index: 'by_rating', key: 'review.rating', by: 'review.rating, review.id' },
};

/** FTS5 finds no fragment below three letters by its index. */
const SHORTEST_INDEXED = 3;

/** Of reviews, so many bear a common facet that looking each up is faster than a list of them. */
const COMMON_SHARE = 1 / 50;

type Composed = {
  /** The column with the positions. */
  readonly id: string;
  readonly from: string;
  readonly values: readonly (string | number)[];
};

/** The reviews that a query finds, or with a way of listing them those from its page on. */
export function composeQuery(
  query: Omit<PageQuery, 'limit'>,
  { size, timesOf }: Pick<SqliteTables, 'size' | 'timesOf'>,
  page?: 'walk' | 'gather',
): Composed {
  const { rating, min_rating, max_rating, since, until, sort = 'newest', after } = query;
  const text = fold(query.query ?? '');
  const order = page !== undefined && sort !== 'newest' ? ORDERS[sort] : undefined;
  const walked = page === 'walk' ? order : undefined;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, ...bound: readonly (string | number)[]) => {
    conditions.push(condition);
    values.push(...bound);
  };
  // The rarest first, as a planner that knew them would.
  const facets = (query.facets ?? []).toSorted((a, b) => timesOf(a) - timesOf(b));
  const isRated = (rating ?? min_rating ?? max_rating) !== undefined;
  const isMatched = walked === undefined && [...text].length >= SHORTEST_INDEXED;
  const [rarest] = facets;
  const needsReview = isRated || order !== undefined;
  let id = 'review.id';
  let tables = 'review';
  if (walked !== undefined) {
    tables = `review INDEXED BY ${walked.index}`;
  } else if (isMatched) {
    id = 'fragment.rowid';
    tables = `fragment${needsReview ? ' JOIN review ON review.id = fragment.rowid' : ''}`;
    where('fragment MATCH ?', `"${text.replaceAll('"', '""')}"`);
  } else if (rarest !== undefined) {
    id = 'facet.id';
    tables = `facet${needsReview ? ' CROSS JOIN review ON review.id = facet.id' : ''}`;
    where('facet.name = ?', rarest);
    facets.shift();
  }
  if (text !== '' && !isMatched) {
    tables += ` CROSS JOIN body ON body.id = ${id}`;
    where('instr(body.body, ?) > 0', text);
  }
  if (rating !== undefined) where('review.rating = ?', rating);
  // In the words of the index that is walked along.
  if (walked?.key === '-review.rating') {
    if (min_rating !== undefined) where('-review.rating <= ?', -min_rating);
    if (max_rating !== undefined) where('-review.rating >= ?', -max_rating);
  } else {
    if (min_rating !== undefined) where('review.rating >= ?', min_rating);
    if (max_rating !== undefined) where('review.rating <= ?', max_rating);
  }
  if (walked !== undefined) {
    if (since !== undefined) where('review.date >= ?', since);
    if (until !== undefined) where('review.date <= ?', until);
  } else {
    if (until !== undefined) where(`${id} >= ${FIRST_UNTIL}`, until);
    if (since !== undefined) where(`${id} <= ${LAST_SINCE}`, since);
  }
  for (const facet of facets) {
    const isCommon = timesOf(facet) > size * COMMON_SHARE;
    // The plus keeps SQLite from asking the full-text index about one review after the other.
    if (isCommon)
      where(`EXISTS (SELECT 1 FROM facet AS f WHERE f.name = ? AND f.id = ${id})`, facet);
    else where(`+${id} IN (SELECT f.id FROM facet AS f WHERE f.name = ?)`, facet);
  }
  if (page !== undefined && after !== undefined) {
    const { key, date, id: name } = after;
    if (order === undefined) where(`${id} > ${LAST_BEFORE}`, date, name, date);
    else if (typeof key === 'string') where(`(${order.key}, review.name) > (?, ?)`, key, name);
    else {
      const stars = sort === 'highest' ? -key : key;
      where(`(${order.key}, review.id) > (?, ${LAST_BEFORE})`, stars, date, name, date);
    }
  }
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { id, from: `FROM ${tables} ${filter}`, values };
}

const ONE_DAY = 'FROM review AS r WHERE r.date =';
const FIRST_UNTIL = `(SELECT min(r.id) ${ONE_DAY} (SELECT max(date) FROM review WHERE date <= ?))`;
const LAST_SINCE = `(SELECT max(r.id) ${ONE_DAY} (SELECT min(date) FROM review WHERE date >= ?))`;
const LAST_BEFORE = `coalesce((SELECT max(r.id) ${ONE_DAY} ? AND r.name <= ?),
  (SELECT max(r.id) ${ONE_DAY} (SELECT min(date) FROM review WHERE date > ?)), -1)`;
