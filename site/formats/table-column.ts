/**
 * What a column holds; in CSV as text. `instant` is a date-time of RFC 3339 with its offset, `list` one of
 * texts, and `json` nested values, which no CSV holds.
 */
export type ColumnType =
  | 'text'
  | 'url'
  | 'date'
  | 'instant'
  | 'number'
  | 'integer'
  | 'list'
  | 'json';

/** A column of a table, as it is described to readers. */
export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  /** A sentence of plain English. */
  readonly description: string;
  /** Whether every row has a value; a text may still be empty. */
  readonly required: boolean;
  /** All values that it can have, where they are few. */
  readonly values?: readonly string[];
};

/** A value of a row: undefined where it has none. */
export type Cell = string | number | readonly string[] | undefined;

/** A column, and how its value is read off what a row is made of. */
export type TableColumn<Row, Value = Cell> = Column & { readonly read: (row: Row) => Value };

/** The columns of a table, in their order. */
export type TableColumns<Row> = readonly TableColumn<Row>[];

/**
 * Makes columns of a table whose descriptions are given by name: `column` one in which every row has a
 * value, `optional` one in which some rows have none.
 */
export function describedBy<Name extends string>(descriptions: Readonly<Record<Name, string>>) {
  const makeIf =
    (required: boolean) =>
    <Row, Value>(
      name: Name,
      type: ColumnType,
      read: (row: Row) => Value,
      values?: readonly string[],
    ): TableColumn<Row, Value> => {
      const column = { name, type, description: descriptions[name], required, read };
      return { ...column, ...(values && { values }) };
    };
  return { column: makeIf(true), optional: makeIf(false) };
}
