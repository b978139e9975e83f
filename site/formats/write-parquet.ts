import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Review } from '#dataset/review.ts';
import type { FormatSource } from './formats.ts';
import { ASPECT_COLUMNS, CLAUSE_COLUMNS, parquetColumnsOf } from './review-columns.ts';
import type { ColumnType, Field } from './table-column.ts';

/** Rows are kept until their group is written, so groups have bounds: rows, and characters. */
export const MAX_GROUP_ROWS = 2500;
export const MAX_GROUP_LENGTH = 16 * 1024 * 1024;

/** Writes reviews in groups of rows, compressed with Zstandard; each record can be rebuilt from its row. */
export function writeParquet(
  { baseUrl, head, names, reviews }: FormatSource,
  write: (bytes: Uint8Array) => void,
): void {
  const columns = parquetColumnsOf(names);
  const { business, dateModified } = head;
  const { name, license } = business;
  // The file may be found without its address.
  const facts = { name, url: `${baseUrl}/reviews.parquet`, license, dateModified };
  const writer = new ByteWriter();
  const handOn = () => {
    write(writer.getBytes().slice());
    writer.index = 0;
  };
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'reviews', num_children: columns.length }, ...columns.flatMap(elementsOf)],
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    kvMetadata: Object.entries(facts).flatMap(([key, value]) => (value ? [{ key, value }] : [])),
  });
  for (const group of groupsOf(reviews())) {
    const columnData = columns.map(({ name, type, read }) => ({
      name,
      data: group.map((review) => typed(type, read(review))),
    }));
    // Both calls return nothing, as the writer does not wait for anything.
    void file.write({ columnData, rowGroupSize: group.length });
    handOn();
  }
  void file.finish();
  handOn();
}

function* groupsOf(reviews: Iterable<Review>): Iterable<readonly Review[]> {
  let group: Review[] = [];
  let length = 0;
  for (const review of reviews) {
    group.push(review);
    length += review.reviewBody.length + (review.ownerReply?.text.length ?? 0);
    if (group.length < MAX_GROUP_ROWS && length < MAX_GROUP_LENGTH) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}

const STRING = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const;

/** Column types and their equivalents in Parquet (LogicalTypes.md). */
const TYPES: Readonly<Record<Exclude<ColumnType, 'list' | 'json'>, Omit<SchemaElement, 'name'>>> = {
  text: STRING,
  url: STRING,
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
};

/** A list has three levels, so that no list, an empty one and its items differ. */
function elementsOf({ name, type, required }: Field): readonly SchemaElement[] {
  const element: SchemaElement = { name, repetition_type: required ? 'REQUIRED' : 'OPTIONAL' };
  if (type !== 'list' && type !== 'json') return [{ ...element, ...TYPES[type] }];
  return [
    { ...element, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...(type === 'list' ? [{ ...ITEM, ...STRING }] : clauseOf(name)),
  ];
}

const ITEM = { name: 'element', repetition_type: 'REQUIRED' } as const;

/** The members of an aspect, or of a statement about a person, as in records. */
function clauseOf(list: string): readonly SchemaElement[] {
  const columns = list === 'aspects' ? ASPECT_COLUMNS : CLAUSE_COLUMNS;
  return [
    { ...ITEM, num_children: columns.length + 2 },
    { name: 'id', repetition_type: 'REQUIRED', ...STRING },
    ...columns.flatMap(elementsOf),
    { name: 'quotable', repetition_type: 'OPTIONAL', type: 'BOOLEAN' },
  ];
}

const DAY_MILLISECONDS = 86_400_000;

function typed(type: ColumnType, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'date') return Date.parse(value) / DAY_MILLISECONDS;
  return type === 'instant' ? microsecondsOf(value) : value;
}

/** Converts an instant of RFC 3339 §5.6 to microseconds since 1970; finer digits are dropped. */
function microsecondsOf(instant: string): bigint {
  const [, digits = ''] = /\.\d{3}(\d{1,3})/.exec(instant) ?? [];
  return BigInt(Date.parse(instant)) * 1000n + BigInt(digits.padEnd(3, '0'));
}
