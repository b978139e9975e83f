import { memoize } from '#dataset/memoize.ts';
import type { Corpus } from './corpus/corpus.ts';

/** The reviews on a page of the archive. */
export const ARCHIVE_PART = 200;

/** A page of the archive with reviews: a month, or a part of it. */
export type ArchivePart = {
  readonly path: string;
  /** YYYY-MM. */
  readonly month: string;
  /** From 1 on; a month that fits on one page has no other. */
  readonly part: number;
  /** The number of pages of the month, of ARCHIVE_PART reviews each. */
  readonly parts: number;
  /** The positions of its reviews: from the first up to the one after the last. */
  readonly from: number;
  readonly to: number;
};

/** The years (YYYY) of publication, newest first, and their months, for their pages. */
export const archiveOf = memoize(({ datePrefixes }: Corpus) => {
  let from = 0;
  const months = [...Map.groupBy(datePrefixes, ({ date }) => date.slice(0, 7))].map(
    ([month, prefixes]) => {
      const begin = from;
      from = prefixes.at(-1)?.count ?? from;
      return { month, from: begin, to: from, parts: Math.ceil((from - begin) / ARCHIVE_PART) };
    },
  );
  return [...Map.groupBy(months, ({ month }) => month.slice(0, 4))].map(([year, months]) => ({
    year,
    count: months.reduce((sum, { from, to }) => sum + to - from, 0),
    months,
  }));
});

/**
 * The path of a page of the archive: a year (YYYY), a month (YYYY-MM, or MM of that year), or a
 * part of it; without arguments, the list of years.
 */
export function pathOfArchive(year?: string, month?: string, part = 1): string {
  if (year === undefined) return '/archive/';
  if (month === undefined) return `/archive/${year}/`;
  const ofMonth = `/archive/${year}/${month.slice(-2)}/`;
  return part === 1 ? ofMonth : `${ofMonth}${part}/`;
}

/** Every page of the archive with reviews, newest first: each review is on one of them. */
export const archivePartsOf = memoize((corpus: Corpus): readonly ArchivePart[] =>
  archiveOf(corpus).flatMap(({ year, months }) =>
    months.flatMap(({ month, from: first, to: end, parts }) =>
      Array.from({ length: parts }, (_, at) => {
        const from = first + at * ARCHIVE_PART;
        const to = Math.min(end, from + ARCHIVE_PART);
        return { path: pathOfArchive(year, month, at + 1), month, part: at + 1, parts, from, to };
      }),
    ),
  ),
);
