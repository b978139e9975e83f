import { styleText } from 'node:util';
import type { Surroundings } from './surroundings.ts';

const GAP = '  ';
/** The column that can be cut keeps at least this. */
const LEAST_WIDTH = 24;

type Columns = { readonly cut: number; readonly state: number };

/** Aligns rows, the headings first. On a terminal one column is cut so that the lines fit. */
export function formatTable(
  rows: readonly (readonly string[])[],
  { cut, state }: Columns,
  { columns, hasColours }: Pick<Surroundings, 'columns' | 'hasColours'>,
): string {
  const last = (rows[0]?.length ?? 0) - 1;
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const whole = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const most = (widths[cut] ?? 0) - Math.max(0, whole - (columns ?? whole));
  const widthOf = (column: number) =>
    column === cut ? Math.max(LEAST_WIDTH, most) : (widths[column] ?? 0);
  const paint = (format: 'bold' | 'yellow' | 'dim', text: string) =>
    hasColours ? styleText(format, text, { validateStream: false }) : text;
  const lines = rows.map((row, index) =>
    row
      .map((cell, column) => {
        const text = shortenMiddle(cell, widthOf(column));
        const aligned = column === last ? text : text.padEnd(widthOf(column));
        if (index === 0) return paint('bold', aligned);
        if (column !== state || cell === 'active') return aligned;
        return paint(cell === 'expired' ? 'dim' : 'yellow', aligned);
      })
      .join(GAP),
  );
  return lines.join('\n');
}

/** Keeps the two ends of a text, which tell one callback from another. */
function shortenMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}
