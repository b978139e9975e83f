import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Review } from '#dataset/review.ts';
import type { FormatSource } from './formats.ts';
import { ASPECTS, flatColumnsOf, type ReviewColumn } from './review-columns.ts';
import type { Cell, ColumnType } from './table-column.ts';

/** Rows are held until their group is written, so that groups have bounds: in rows, and in characters of texts. */
export const MAX_GROUP_ROWS = 2500;
export const MAX_GROUP_LENGTH = 16 * 1024 * 1024;

/** Writes reviews in groups of rows, compressed with Zstandard; each record can be rebuilt from its row. */
export function writeParquet(
  { baseUrl, head, names, reviews }: FormatSource,
  write: (bytes: Uint8Array) => void,
): void {
  const columns = flatColumnsOf(names);
  const file = new ParquetWriter({
    writer: new PieceWriter(write),
    schema: [
      { name: 'reviews', num_children: columns.length + 1 },
      ...columns.flatMap(elementsOf),
      ...ASPECT_ELEMENTS,
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    kvMetadata: describe(baseUrl, head),
  });
  for (const group of groupsOf(reviews())) {
    const columnData = columns.map(
      ({ name, type, read }): ColumnSource => ({
        name,
        data: group.map((review) => typed(type, read(review))),
      }),
    );
    columnData.push({ name: ASPECTS.name, data: group.map(({ aspects }) => aspects) });
    // Both calls return nothing, as nobody has to be waited for when a piece is handed on.
    void file.write({ columnData, rowGroupSize: group.length });
  }
  void file.finish();
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

/** Hands on what was written after each group. */
class PieceWriter extends ByteWriter {
  readonly #write: (bytes: Uint8Array) => void;

  constructor(write: (bytes: Uint8Array) => void) {
    super();
    this.#write = write;
  }

  flush(): void {
    this.#write(this.getBytes().slice());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

/** What the data are and may be used for, as the file may be found without its address. */
function describe(
  baseUrl: string,
  { business, dateModified }: FormatSource['head'],
): { key: string; value: string }[] {
  const { name, license } = business;
  const facts = { name, url: `${baseUrl}/reviews.parquet`, license, dateModified };
  return Object.entries(facts).flatMap(([key, value]) => (value ? [{ key, value }] : []));
}

const STRING = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const;
const INTEGER = { type: 'INT32' } as const;
const DOUBLE = { type: 'DOUBLE' } as const;

/** Column types in those of Parquet (LogicalTypes.md). */
const TYPES: Readonly<Record<Exclude<ColumnType, 'list'>, Omit<SchemaElement, 'name'>>> = {
  text: STRING,
  url: STRING,
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  number: DOUBLE,
  integer: INTEGER,
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
};

function elementsOf({ name, type, required }: ReviewColumn): readonly SchemaElement[] {
  const repetition_type = required ? 'REQUIRED' : 'OPTIONAL';
  if (type !== 'list') return [{ name, repetition_type, ...TYPES[type] }];
  return listOf({ name, repetition_type }, [
    { name: 'element', repetition_type: 'REQUIRED', ...STRING },
  ]);
}

/** A list as three levels, so that none, an empty one and its items differ. */
function listOf(
  list: Pick<SchemaElement, 'name' | 'repetition_type'>,
  element: readonly SchemaElement[],
): readonly SchemaElement[] {
  return [
    { ...list, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];
}

/** The members of an aspect as a record has them. */
const ASPECT_ELEMENTS = listOf({ name: ASPECTS.name, repetition_type: 'OPTIONAL' }, [
  { name: 'element', repetition_type: 'REQUIRED', num_children: 9 },
  { name: 'id', repetition_type: 'REQUIRED', ...STRING },
  { name: 'about', repetition_type: 'REQUIRED', ...STRING },
  { name: 'sentiment', repetition_type: 'REQUIRED', ...STRING },
  { name: 'score', repetition_type: 'REQUIRED', ...DOUBLE },
  { name: 'confidence', repetition_type: 'REQUIRED', ...DOUBLE },
  { name: 'quote', repetition_type: 'REQUIRED', ...STRING },
  { name: 'start', repetition_type: 'REQUIRED', ...INTEGER },
  { name: 'end', repetition_type: 'REQUIRED', ...INTEGER },
  { name: 'quotable', repetition_type: 'OPTIONAL', type: 'BOOLEAN' },
]);

const DAY_MILLISECONDS = 86_400_000;

function typed(type: ColumnType, value: Cell): Cell | bigint {
  if (typeof value !== 'string') return value;
  if (type === 'date') return Date.parse(value) / DAY_MILLISECONDS;
  return type === 'instant' ? microsecondsOf(value) : value;
}

const INSTANT = /^([^.]+?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/i;

/** Microseconds since 1970 of an instant of RFC 3339 §5.6; what is finer is left out. */
function microsecondsOf(instant: string): bigint {
  const [, second = '', fraction = '', offset = ''] = INSTANT.exec(instant) ?? [];
  const micros = BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return BigInt(Date.parse(`${second}${offset}`)) * 1000n + micros;
}
