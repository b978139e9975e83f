import type { FormatOutput, FormatSource } from './formats.ts';
import { columnsOf } from './review-columns.ts';
import { csvLines } from './write-csv.ts';
import { writeParquet } from './write-parquet.ts';
import { writeSqlite } from './write-sqlite.ts';

// Apart from the list of formats, which is all that pages need.

const LINE_FEED = Buffer.from('\n');

type Make = (source: FormatSource, output: FormatOutput) => void;

const MAKERS: Readonly<Record<string, Make>> = {
  '/reviews.ndjson': ({ lines }, { write }) => {
    for (const line of lines()) write(Buffer.concat([line, LINE_FEED]));
  },
  '/reviews.csv': ({ names, reviews }, { write }) => {
    for (const line of csvLines(columnsOf(names), reviews())) write(line);
  },
  '/reviews.parquet': (source, { write }) => writeParquet(source, write),
  '/reviews.sqlite': (source, { openDatabase }) => writeSqlite(source, openDatabase),
};

/**
 * Writes the whole file of the format at a path. Throws the source's errors; the file is then
 * useless.
 */
export function makeFormat(path: string, source: FormatSource, output: FormatOutput): void {
  const make = MAKERS[path];
  if (!make) throw new Error(`There is no format ${path}.`);
  make(source, output);
}
