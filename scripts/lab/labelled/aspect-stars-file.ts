import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { didYouMean } from '#dataset/nearest-name.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { readTable, type Table } from '../../import/csv-table.ts';
import { UsageError } from '../../usage-error.ts';
import { readBytes } from './read-rows.ts';

/** A review and the stars, from 1 to 5, that its writer gave on the whole and to single aspects. */
export type StarredReview = {
  readonly text: string;
  readonly rating: number;
  readonly stars: ReadonlyMap<string, number>;
};

const MOST = 5;

/**
 * Reads reviews of a CSV file. `columns` such as `text=content,rating=overall,staff=staff_stars` say
 * which column holds the text, the overall stars, and those of aspects. Ratings above 5 are taken as
 * out of ten; a review without text or rating is left out, and so are aspects without stars or with
 * none. Throws a ContentError or an ImportRefusal about the file, a UsageError about the columns.
 */
export function readStarredReviews(
  file: string,
  columns: string,
  aspects: readonly Aspect[],
): readonly StarredReview[] {
  const table = readTable({ name: file, bytes: readBytes(file) });
  const { text, rating, ...others } = findColumns(columns, table, aspects);
  const reviews = table.rows.flatMap(({ cells }) => {
    const stars = Object.entries(others).flatMap(([aspect, place]) => {
      const given = Number(cells[place]);
      return given >= 1 && given <= MOST ? [[aspect, given] as const] : [];
    });
    const written = cells[text ?? 0]?.trim() ?? '';
    const overall = Number(cells[rating ?? 0]);
    if (written === '' || !(overall >= 1 && overall <= 2 * MOST)) return [];
    const ofFive = overall > MOST ? overall / 2 : overall;
    return [{ text: written, rating: ofFive, stars: new Map(stars) }];
  });
  if (reviews.length > 0) return reviews;
  throw new ContentError([problemAt(file, FILE_START, 'holds no review with a text and a rating')]);
}

/** The place of the column of each name. */
function findColumns(
  columns: string,
  { header }: Table,
  aspects: readonly Aspect[],
): Readonly<Record<string, number>> {
  const known = ['text', 'rating', ...aspects.map(({ id }) => id)];
  const places = new Map(
    columns.split(',').map((pair) => {
      const [name = '', column = ''] = pair.split('=').map((part) => part.trim());
      if (!known.includes(name)) {
        throw new UsageError(
          `--columns names "${name}"${didYouMean(name, known)}; it may name ${known.join(', ')}.`,
        );
      }
      const place = header.indexOf(column);
      if (place >= 0) return [name, place];
      throw new UsageError(
        `The file has no column "${column}"${didYouMean(column, header)}; it has ${header.join(', ')}.`,
      );
    }),
  );
  for (const name of ['text', 'rating']) {
    if (!places.has(name)) throw new UsageError(`--columns lacks ${name}=COLUMN.`);
  }
  return Object.fromEntries(places);
}
