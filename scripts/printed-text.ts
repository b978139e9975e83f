/** Returns a count such as "1 review" or "2,000 reviews". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns rows as lines, with aligned columns. The last one may be of any length. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  ').trimEnd());
}

/** Returns a text as a word of a shell: in double quotes if possible, which all shells know. */
export function wordOf(text: string): string {
  if (/^[\w./@:=+-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}
