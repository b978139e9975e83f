/** What a benchmark found: one table, and the ratios that aims are held against. */
export type BenchReport = {
  readonly title: string;
  readonly columns: readonly string[];
  /** A cell is null where its subject could not be measured; `notes` says why. */
  readonly rows: readonly (readonly Cell[])[];
  readonly ratios?: readonly Ratio[];
  readonly notes?: readonly string[];
};

/** A figure of ours against the best peer of the same run, and what we aim for. */
export type Ratio = {
  readonly what: string;
  readonly value: number | null;
  readonly aim: { readonly atLeast: number } | { readonly atMost: number };
};

type Cell = string | number | null;

const NOT_MEASURED = '–';

export function formatReport(report: BenchReport): string {
  const { title, columns, rows, ratios = [], notes = [] } = report;
  const parts = [
    title,
    formatTable(columns, rows),
    ratios.map((ratio) => `  ${formatRatio(ratio)}`).join('\n'),
    notes.map((note) => `  Note: ${note}`).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** True where the figure was measured and meets its aim: what was not measured is not met. */
export function isMet({ value, aim }: Ratio): boolean {
  if (value === null || Number.isNaN(value)) return false;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}

export function verdictOf(ratio: Ratio): string {
  if (ratio.value === null || Number.isNaN(ratio.value)) return 'not measured';
  return isMet(ratio) ? 'met' : 'NOT MET';
}

export function ratioAtMost(
  what: string,
  value: number | null,
  aims: ReadonlyMap<number, number>,
  size: number,
): Ratio[] {
  const atMost = aims.get(size);
  return atMost === undefined ? [] : [{ what, value, aim: { atMost } }];
}

function formatRatio(ratio: Ratio): string {
  const { what, value, aim } = ratio;
  const bound = 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`;
  const verdict = verdictOf(ratio);
  const found = verdict === 'not measured' ? NOT_MEASURED : formatCell(value);
  return `${what}: ${found} (aim ${bound}): ${verdict}`;
}

function formatTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => columns.map((_, index) => formatCell(row[index] ?? null)));
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column), ...texts.map((row) => widthOf(row[index] ?? ''))),
  );
  const isNumeric = columns.map(
    (_, index) =>
      rows.some((row) => typeof row[index] === 'number') &&
      rows.every((row) => typeof row[index] !== 'string'),
  );
  const align = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const gap = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
        return isNumeric[index] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return [columns, rule, ...texts].map((cells) => `  ${align(cells)}`).join('\n');
}

function formatCell(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return NOT_MEASURED;
  if (typeof cell === 'string') return cell;
  const size = Math.abs(cell);
  const digits = Number.isInteger(cell) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return cell.toLocaleString('en-US', { maximumFractionDigits: digits });
}

function widthOf(text: string): number {
  return [...text].length;
}
