import type { Column, ColumnType } from '#formats/table-column.ts';

/** Types of columns in Table Schema, for files that have types. */
const TYPES: Readonly<Record<ColumnType, object>> = {
  text: { type: 'string' },
  url: { type: 'string', format: 'uri' },
  date: { type: 'date' },
  instant: { type: 'datetime' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  list: { type: 'array' },
  json: { type: 'array' },
};

/**
 * Describes the columns of a table of reviews (https://datapackage.org/standard/table-schema/). In
 * CSV, which is text, an empty cell is a missing value, except for a text that every row has, such
 * as the text of a mere rating, and an empty list.
 */
export function tableSchemaOf(columns: readonly Column[], isText: boolean): object {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
    fields: columns.map((column) => fieldOf(column, isText)),
    primaryKey: ['id'],
    missingValues: isText ? [''] : [],
  };
}

function fieldOf({ name, type, description, required, values }: Column, isText: boolean): object {
  const isList = isText && type === 'list';
  const constraints = {
    ...(required && !isList && { required: true }),
    ...(values && { enum: values }),
  };
  return {
    name,
    ...(isList ? { type, delimiter: ';', itemType: 'string' } : TYPES[type]),
    description,
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(isText && required && type === 'text' && { missingValues: [] }),
  };
}
