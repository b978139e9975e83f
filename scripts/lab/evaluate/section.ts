/** A figure from 0 to 1 and the number of items behind it; null if there are none. */
export type Share = { readonly n: number; readonly value: number | null };
export type Shares = Readonly<Record<string, Share>>;

/** Results on a set of data: tables for people, and figures for the model card. */
export type Section = { readonly tables: readonly Table[]; readonly figures: readonly Figure[] };
type Figure = { readonly dataset: string; readonly metric: string } & Share;

type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  /** A share of nothing is null. */
  readonly rows: readonly (readonly Cell[])[];
  readonly notes?: readonly string[];
};
type Cell = string | number | null;

export function listFigures(dataset: string, shares: Shares): readonly Figure[] {
  return Object.entries(shares).map(([metric, share]) => ({ dataset, metric, ...share }));
}

/** A row of a table: a name, other cells, and shares, which are figures if their data has a name. */
type Measured = {
  readonly name: string;
  readonly cells?: readonly Cell[];
  readonly dataset?: string | undefined;
  readonly shares: Shares;
};

/** Returns a table of shares, and the figures that are in it. */
export function describeShares(
  title: string,
  columns: readonly string[],
  notes: readonly string[],
  measured: readonly Measured[],
): Section {
  const rows = measured.map(({ name, cells = [], shares }) => [
    ...[name, ...cells],
    ...formatShares(shares),
  ]);
  const figures = measured.flatMap(({ dataset, shares }) =>
    dataset === undefined ? [] : listFigures(dataset, shares),
  );
  return { tables: [{ title, columns, rows, notes }], figures };
}

export function formatShares(shares: Shares): readonly Cell[] {
  return Object.values(shares).map(({ value }) =>
    value === null ? null : `${(100 * value).toFixed(1)} %`,
  );
}

/** Returns tables as text in even columns; numbers are aligned to the right. */
export function formatTables(sections: readonly Pick<Section, 'tables'>[]): string {
  return sections.flatMap(({ tables }) => tables.map(formatTable)).join('\n');
}

function formatTable({ title, columns, rows, notes = [] }: Table): string {
  const texts = rows.map((row) => columns.map((_, index) => formatCell(row[index])));
  const isNumber = columns.map((_, index) => rows.some((row) => typeof row[index] === 'number'));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...texts.map((row) => row[index]?.length ?? 0)),
  );
  const pad = (cell: string, index: number) =>
    isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0);
  const table = [columns, widths.map((width) => '─'.repeat(width)), ...texts]
    .map((cells) => `  ${cells.map(pad).join('  ').trimEnd()}`)
    .join('\n');
  const noted = notes.map((note) => `  Note: ${note}`).join('\n');
  return `${[title, table, noted].filter(Boolean).join('\n\n')}\n`;
}

function formatCell(cell: Cell | undefined): string {
  return cell?.toLocaleString('en-US') ?? '–';
}
