import { type FORMATS, type FormatOutput, type FormatSource, formatAt } from './formats.ts';
import { columnsOf } from './review-columns.ts';
import { writeCsv } from './write-csv.ts';
import { writeParquet } from './write-parquet.ts';
import { writeSqlite } from './write-sqlite.ts';

// Apart from the list of formats: who names them, as pages do, has no use for what writes them.

type Make = (source: FormatSource, output: FormatOutput) => void;

const MAKERS: Readonly<Record<(typeof FORMATS)[number]['path'], Make>> = {
  '/reviews.ndjson': writeLines,
  '/reviews.csv': ({ names, reviews }, { write }) => writeCsv(columnsOf(names), reviews(), write),
  '/reviews.parquet': (source, { write }) => writeParquet(source, write),
  '/reviews.sqlite': (source, { openDatabase }) => writeSqlite(source, openDatabase),
};

/**
 * Writes the whole file of the format at a path. Throws what the source throws; the file is then of no
 * use.
 */
export function makeFormat(path: string, source: FormatSource, output: FormatOutput): void {
  const format = formatAt(path);
  if (!format) throw new Error(`There is no format ${path}.`);
  MAKERS[format.path](source, output);
}

const LINE_FEED = Buffer.from('\n');

/** Lines are gathered, as each write is a call of the system. */
const PIECE_BYTES = 256 * 1024;

function writeLines({ lines }: FormatSource, { write }: FormatOutput): void {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for (const line of lines()) {
    pieces.push(line, LINE_FEED);
    length += line.length + LINE_FEED.length;
    if (length < PIECE_BYTES) continue;
    write(Buffer.concat(pieces));
    pieces = [];
    length = 0;
  }
  write(Buffer.concat(pieces));
}
