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

/** A column of a table. */
export type Field = {
  readonly name: string;
  readonly type: ColumnType;
  /** True if every row has a value; a text may still be empty. */
  readonly required: boolean;
};

/** A column of a table of reviews, as described to readers. */
export type Column = Field & {
  /** A sentence of plain English. */
  readonly description: string;
  /** All possible values, if there are few. */
  readonly values?: readonly string[];
};

/** A value of a row; undefined if it has none. */
export type Cell = string | number | readonly string[] | undefined;

/** A column, and the function that reads its value from the source of a row. */
export type TableColumn<Row, Value = Cell> = Field & { readonly read: (row: Row) => Value };

/** The columns of a table, in their order. */
export type TableColumns<Row> = readonly TableColumn<Row>[];

/** Makes a column in which every row has a value. */
export const column = <Row, Value>(
  name: string,
  type: ColumnType,
  read: (row: Row) => Value,
): TableColumn<Row, Value> => ({ name, type, required: true, read });

/** Makes a column in which some rows have no value. */
export const optional = <Row, Value>(
  name: string,
  type: ColumnType,
  read: (row: Row) => Value,
): TableColumn<Row, Value> => ({ name, type, required: false, read });
