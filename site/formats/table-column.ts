/**
 * The type of a column's values, which are text in CSV. `instant` is a date-time of RFC 3339 with
 * its offset, `list` a list of texts, and `json` nested values, which CSV does not contain.
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

/** A column of a table, as described to readers. */
export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  /** A sentence of plain English. */
  readonly description: string;
  /** True if every row has a value; a text may still be empty. */
  readonly required: boolean;
  /** All possible values, if there are few. */
  readonly values?: readonly string[];
};

/** A value of a row; undefined if it has none. */
export type Cell = string | number | readonly string[] | undefined;

/** A column, and the function that reads its value from the source of a row. */
export type TableColumn<Row, Value = Cell> = Column & { readonly read: (row: Row) => Value };

/** The columns of a table, in their order. */
export type TableColumns<Row> = readonly TableColumn<Row>[];

/**
 * Makes columns of a table whose descriptions are given by name: `column` makes one in which every
 * row has a value, `optional` one in which some rows have none.
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
