import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { cellText, itemsOf } from '../../formats/csv-row.ts';
import { makeDescription, makeFormats } from './make-description.ts';

/** As much of a description as its own promises are held against. */
const Field = z.object({
  name: z.string(),
  type: z.string(),
  format: z.string().optional(),
  constraints: z
    .object({ required: z.boolean().default(false), enum: z.array(z.string()).optional() })
    .default({ required: false }),
  missingValues: z.array(z.string()).default(['']),
});
const Schema = z.object({
  fields: z.array(Field),
  primaryKey: z.tuple([z.literal('id')]),
  missingValues: z.tuple([z.literal('')]),
});
const DataPackage = z.object({
  resources: z.array(z.object({ path: z.string(), schema: z.unknown().optional() })),
});

/** What a reader of the package takes for wrong in a cell. */
function faultIn(cell: string, field: z.infer<typeof Field>): string | undefined {
  const { type, format, constraints, missingValues } = field;
  if (missingValues.includes(cell)) return constraints.required ? 'has no value' : undefined;
  const text = cellText(cell);
  if (constraints.enum && !constraints.enum.includes(text)) return 'is none of the values';
  if (format === 'uri') return URL.canParse(text) ? undefined : 'is no address';
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? undefined : 'is no date';
  if (type === 'datetime') return Number.isNaN(Date.parse(text)) ? 'is no instant' : undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? undefined : 'is no number';
  return type === 'array' && itemsOf(text).includes('') ? 'has an empty item' : undefined;
}

test('every cell of reviews.csv is what its column says, and every row has a key of its own', async () => {
  const { resources } = DataPackage.parse(JSON.parse(await makeDescription('/datapackage.json')));
  const described = resources.find(({ path }) => path === 'reviews.csv');
  const { fields } = Schema.parse(described?.schema);
  const csv = makeFormats(AWKWARD).get('/reviews.csv') ?? assert.fail();
  const [header, ...rows]: string[][] = parse(csv);
  assert.deepEqual(
    header,
    fields.map(({ name }) => name),
  );
  const faults = rows.flatMap((row) =>
    fields.flatMap((field, index) => {
      const fault = faultIn(row[index] ?? assert.fail(field.name), field);
      return fault === undefined ? [] : [`${field.name} ${fault}: ${row[index]}`];
    }),
  );
  assert.deepEqual(faults, []);
  assert.equal(new Set(rows.map(([id]) => id)).size, rows.length);
});
