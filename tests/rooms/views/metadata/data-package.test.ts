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
    .object({ required: z.boolean().optional(), enum: z.array(z.string()).optional() })
    .optional(),
  missingValues: z.array(z.string()).optional(),
});
type Field = z.infer<typeof Field>;
const Resource = z.object({
  path: z.string(),
  schema: z
    .object({
      fields: z.array(Field),
      primaryKey: z.array(z.string()),
      missingValues: z.array(z.string()),
    })
    .optional(),
});
const DataPackage = z.object({ resources: z.array(Resource) });

const described = DataPackage.parse(JSON.parse(await makeDescription('/datapackage.json')));

/** What a reader of the package takes for wrong in a cell. */
function faultIn(cell: string, field: Field, missing: readonly string[]): string | undefined {
  const { type, format, constraints } = field;
  if ((field.missingValues ?? missing).includes(cell))
    return constraints?.required ? 'has no value' : undefined;
  const text = cellText(cell);
  if (constraints?.enum && !constraints.enum.includes(text)) return 'is none of the values';
  if (format === 'uri') return URL.canParse(text) ? undefined : 'is no address';
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? undefined : 'is no date';
  if (type === 'datetime') return Number.isNaN(Date.parse(text)) ? 'is no instant' : undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? undefined : 'is no number';
  if (type === 'integer') return /^-?\d+$/.test(text) ? undefined : 'is no integer';
  return type === 'list' && itemsOf(text).includes('') ? 'has an empty item' : undefined;
}

test('every cell of reviews.csv is what its column says, and every row has a key of its own', () => {
  const { schema } = described.resources.find(({ path }) => path === 'reviews.csv') ?? {};
  const { fields, primaryKey, missingValues } = schema ?? assert.fail();
  const csv = makeFormats(AWKWARD).get('/reviews.csv') ?? assert.fail();
  const [header = [], ...rows]: string[][] = parse(csv);
  assert.deepEqual(
    header,
    fields.map(({ name }) => name),
  );
  const faults = rows.flatMap((row) =>
    fields.flatMap((field, index) => {
      const fault = faultIn(row[index] ?? assert.fail(field.name), field, missingValues);
      return fault === undefined ? [] : [`${field.name} ${fault}: ${row[index]}`];
    }),
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(primaryKey, ['id']);
  assert.equal(new Set(rows.map(([id]) => id)).size, rows.length);
});
