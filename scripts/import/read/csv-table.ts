import { parse } from 'csv-parse/sync';
import { CommandError } from '../../command.ts';
import { makeTable } from './grid.ts';
import type { Row, Table } from './table.ts';

/** A larger row comes from an unclosed quote. */
const MAX_ROW_CHARACTERS = 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The start of a file, which shows its delimiter. */
const SAMPLE_CHARACTERS = 64 * 1024;

/**
 * Parses comma-, semicolon-, tab- or bar-separated text (RFC 4180), including quoted line breaks.
 */
export function readCsvTable(name: string, written: string): Table[] {
  const text = written.replace(/\r\n?/g, '\n');
  const delimiter = guessDelimiter(text.slice(0, SAMPLE_CHARACTERS));
  const rows: Row[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      // Exports that do not quote properly write 5" within a cell.
      relax_quotes: true,
      max_record_size: MAX_ROW_CHARACTERS,
      on_record: (cells: string[], { lines }) => {
        rows.push({ place: `line ${lastLine + 1}`, cells });
        lastLine = lines;
        return null;
      },
    });
  } catch (cause) {
    throw new CommandError(
      `${name} has a row at line ${lastLine + 1} that is longer than any review, usually because of a quote (") that is never closed; delete the quote or double it, and import again`,
      { cause },
    );
  }
  return makeTable(name, 'CSV', rows);
}

/** Returns the delimiter that splits the most lines into equally many cells. */
function guessDelimiter(text: string): string {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '').split('\n');
  const countAlike = (delimiter: string) => {
    const split = lines.filter((line) => line.includes(delimiter));
    const byWidth = Map.groupBy(split, (line) => line.split(delimiter).length);
    return Math.max(0, ...byWidth.values().map(({ length }) => length));
  };
  return DELIMITERS.toSorted((a, b) => countAlike(b) - countAlike(a))[0] ?? ',';
}
