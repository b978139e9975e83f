/** The tables in the card for people, and the notes below them, by title. */
export type CardTable = {
  readonly rows: readonly ReadonlyMap<string, string>[];
  readonly below: string;
};

/** Reads the tables of MODEL-CARD.md: title, blank line, columns, rule, rows, blank line, notes. */
export function readCardTables(text: string): ReadonlyMap<string, CardTable> {
  const tables = text.matchAll(
    /^(\S.*)\n\n {2}(.+)\n {2}([─ ]+)\n((?: {2}.*\n)+)((?:\n {2}.*)*)/gm,
  );
  return new Map(
    [...tables].map(([, title = '', head = '', rule = '', body = '', below = '']) => {
      const spans = [...rule.matchAll(/─+/g)].map(({ index, 0: { length } }) => [
        index,
        index + length,
      ]);
      const cut = (line: string) => spans.map(([from, to]) => line.slice(from, to).trim());
      const columns = cut(head);
      const rows = body
        .trimEnd()
        .split('\n')
        .map((line) => new Map(cut(line.slice(2)).map((cell, at) => [columns[at] ?? '', cell])));
      return [title, { rows, below }];
    }),
  );
}
