import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { Review } from '#dataset/review.ts';
import { MAX_GROUP_LENGTH, MAX_GROUP_ROWS } from '#formats/write-parquet.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { formatSourceOf, makeFormat } from './format-source.ts';
import { rebuildReview } from './rebuild-review.ts';

const PATH = '/reviews.parquet';
const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

const write = (reviews: readonly Review[]): ArrayBuffer =>
  new Uint8Array(makeFormat(PATH, formatSourceOf(datasetWith(reviews)))).buffer;
const read = (file: ArrayBuffer) => parquetReadObjects({ file, compressors });
const groupsOf = (file: ArrayBuffer) =>
  parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows));

test('a reader of Parquet rebuilds every record of reviews.json', async () => {
  const rows = await read(write(AWKWARD_REVIEWS));
  assert.deepEqual(rows.map(rebuildReview), AWKWARD_REVIEWS);
  await fc.assert(
    fc.asyncProperty(anyReviews, async (reviews) => {
      assert.deepEqual((await read(write(reviews))).map(rebuildReview), reviews);
    }),
  );
});

test('an instant is one as fine as microseconds, before 1970 as well, beside its text', async () => {
  const dates = [
    '2026-10-03T23:30:00.1234567+02:00',
    '2026-10-03T21:30:00.5004Z',
    '1969-12-31T23:59:59.999999+00:00',
  ];
  const reviews = dates.map((dateCreated, at) => publishedReview({ id: `at-${at}`, dateCreated }));
  const parsers = { timestampFromMicroseconds: (microseconds: bigint) => microseconds };
  const rows = await parquetReadObjects({ file: write(reviews), compressors, parsers });
  const second = BigInt(Date.parse('2026-10-03T21:30:00Z')) * 1000n;
  assert.deepEqual(
    rows.map(({ dateCreated, dateCreatedText }) => [dateCreated, dateCreatedText]),
    [
      [second + 123_456n, dates[0]],
      [second + 500_400n, dates[1]],
      [-1n, dates[2]],
    ],
  );
});

test('groups of rows have a bound in rows, and one in characters', async () => {
  const many = Array.from({ length: MAX_GROUP_ROWS + 1 }, (_, index) =>
    publishedReview({ id: `many-${index}` }),
  );
  assert.deepEqual(groupsOf(write(many)), [MAX_GROUP_ROWS, 1]);
  const length = 64 * 1024;
  const full = MAX_GROUP_LENGTH / length;
  const long = many
    .slice(0, full + 1)
    .map((review) => ({ ...review, reviewBody: 'x'.repeat(length) }));
  const file = write(long);
  assert.deepEqual(groupsOf(file), [full, 1]);
  assert.deepEqual((await read(file)).map(rebuildReview), long);
});
