import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { parseAspectsFile } from '#dataset/read/parse-content-file.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { decodeInput } from '../../import/read/input.ts';
import { readCsvTable } from '../../import/read/table/csv-table.ts';
import type { Table } from '../../import/read/table/table.ts';
import { UsageError } from '../../usage-error.ts';
import {
  type Label,
  type Row,
  readBytes,
  readLabel,
  readRows,
  refuseRow,
  refuseTwoMeanings,
} from './labelled.ts';

/** A text and what it says of one aspect, or that it speaks of none. */
export type AspectLine = {
  readonly text: string;
  readonly says?: { readonly aspect: string; readonly label: Label };
};

const FORM = 'a line is a text, a tab, an aspect (or -), a tab and a label';

/** Reads lines of `text TAB aspect TAB label`; an aspect that is empty or `-` is none. */
export function readAspectFile(file: string, aspects: readonly Aspect[]): readonly AspectLine[] {
  const ids = aspects.map(({ id }) => id);
  const rows = readRows(file);
  refuseTwoMeanings(file, rows);
  return rows.map((row) => readLine(file, row, ids));
}

function readLine(file: string, row: Row, ids: readonly string[]): AspectLine {
  const { cells } = row;
  // A line that names no aspect needs no label, nor the tab before it.
  if (cells.length === 2 && isNothing(cells[1])) return { text: cells[0] ?? '' };
  if (cells.length < 3) refuseRow(file, row, `has too few tabs; ${FORM}`);
  const text = cells.slice(0, -2).join(' ');
  const aspect = cells.at(-2) ?? '';
  const cell = cells.at(-1) ?? '';
  if (isNothing(aspect) && isNothing(cell)) return { text };
  const label = readLabel(file, row, cell);
  if (isNothing(aspect)) return { text };
  if (ids.includes(aspect)) return { text, says: { aspect, label } };
  const message = `names the aspect "${aspect}", which the list of aspects lacks${didYouMean(aspect, ids)}; it has ${ids.join(', ')}`;
  refuseRow(file, row, message);
}

function isNothing(cell: string | undefined): boolean {
  return cell === undefined || cell === '' || cell === '-';
}

/** Reads a file like aspects.yaml, in either form. Throws a ContentError with every problem of it. */
export function readAspects(file: string): AspectList {
  const { located, problems } = parseAspectsFile({ path: file, bytes: readBytes(file) });
  if (problems) throw new ContentError(problems);
  if (located.value.aspects.length > 0) return located.value;
  throw new ContentError([problemAt(file, FILE_START, 'names no aspects')]);
}

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
  const table = readCsvTable(file, decodeInput({ name: file, bytes: readBytes(file) }));
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
