import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { ImportRefusal } from '../../import-refusal.ts';
import { cleanText } from '../clean-text.ts';
import type { Table } from './table.ts';

/** `line` is the place where the row begins, counted from 1. */
type Line = { readonly line: number; readonly cells: readonly string[] };

/** A larger row comes from an unclosed quote. */
const MAX_ROW_CHARACTERS = 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Parses comma-, semicolon-, tab- or bar-separated text (RFC 4180), including quoted line breaks.
 */
export function readCsvTable(name: string, written: string): Table {
  const text = written.replace(/\r\n?/g, '\n');
  // Excel writes the delimiter into a first line of its own.
  const stated = /^sep=(.)\n/.exec(text);
  const records = parseRecords(name, text, stated?.[1] ?? guessDelimiter(text));
  const [header, ...others] = records
    .slice(stated ? 1 : 0)
    .filter(({ cells }) => cells.length > 1 || cells[0]?.trim() !== '');
  if (header === undefined || header.cells.length < 2) {
    throw new ImportRefusal(
      `${name} has no header of at least two columns; its first line must name the columns`,
    );
  }
  if (others.length === 0) {
    throw new ImportRefusal(`${name} has a header but no rows; export the reviews again`);
  }
  const width = header.cells.length;
  return {
    kind: 'CSV',
    header: header.cells.map((cell) => cleanText(cell).text),
    rows: others
      .filter(({ cells }) => cells.length === width)
      .map(({ line, cells }) => ({ place: `line ${line}`, cells })),
    skipped: others
      .filter(({ cells }) => cells.length !== width)
      .map(({ line, cells }) => ({
        place: `line ${line}`,
        reason: `has ${cells.length} cells, but the header has ${width}`,
      })),
    remarks: [],
  };
}

function parseRecords(name: string, text: string, delimiter: string): Line[] {
  const rows: Line[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      // Exports that do not quote properly write 5" within a cell.
      relax_quotes: true,
      max_record_size: MAX_ROW_CHARACTERS,
      on_record: (cells: string[], { lines }) => {
        const lineBreaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
        rows.push({ line: lines - lineBreaks, cells });
        lastLine = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const hasQuote = text.split('\n').slice(lastLine).join('\n').includes('"');
    const fault = hasQuote
      ? `has a quote in the row that begins at line ${lastLine + 1} that is never closed (${error.code}); close or double it`
      : `has a row at line ${lastLine + 1} that is longer than a review can be; pass the export itself`;
    throw new ImportRefusal(`${name} ${fault}`, { cause: error });
  }
  return rows;
}

/** Returns the delimiter that splits the first line into the most cells. */
function guessDelimiter(text: string): string {
  const firstLine = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const [best] = DELIMITERS.map((delimiter) => ({
    delimiter,
    cells: firstLine.split(delimiter).length,
  })).sort((a, b) => b.cells - a.cells);
  return best?.delimiter ?? ',';
}
