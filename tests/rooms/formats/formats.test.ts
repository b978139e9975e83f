import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS, type FormatSource } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { deriveInsights } from '#insights/insights.ts';
import { filesOf } from '../../support/content-files.ts';
import { publishedReview } from '../../support/reviews.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { AWKWARD_REVIEWS, anyReviews, datasetWith } from './awkward-reviews.ts';
import { formatSourceOf, makeFormat } from './format-source.ts';

const { content } = checkContent(filesOf(SAMPLE_CONTENT));
const SAMPLE = createDataset(content, 'https://reviews.example', createAnnotator());
const AWKWARD = formatSourceOf(datasetWith(AWKWARD_REVIEWS));
const PATHS = FORMATS.map(({ path }) => path);

/** Everything that JSON can be at each path; null beside another type is no mixture. */
function typesByPath(values: readonly unknown[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string) => {
    if (value === null) return;
    const type = Array.isArray(value) ? 'array' : typeof value;
    found.set(path, (found.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`);
    else if (typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`);
    }
  };
  for (const value of values) visit(value, '');
  return found;
}

const recordsOf = (bytes: Uint8Array): unknown[] =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('reviews.ndjson holds each record of reviews.json on a line', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const dataset = datasetWith(reviews);
      const text = makeFormat('/reviews.ndjson', formatSourceOf(dataset)).toString();
      assert.equal(text, reviews.map((review) => `${JSON.stringify(review)}\n`).join(''));
    }),
  );
  const whole = JSON.parse(Buffer.from(renderReviewsJson(SAMPLE)).toString());
  const ndjson = makeFormat('/reviews.ndjson', formatSourceOf(SAMPLE));
  assert.deepEqual(recordsOf(ndjson), whole.reviews);
});

test('reviews.ndjson holds lines of any length', () => {
  const reviews = [1, 300_000, 5, 262_000, 262_144].map((length, index) =>
    publishedReview({ id: `long-${index}`, reviewBody: 'x'.repeat(length) }),
  );
  const ndjson = makeFormat('/reviews.ndjson', formatSourceOf(datasetWith(reviews)));
  assert.deepEqual(recordsOf(ndjson), reviews);
});

test('no column of reviews.ndjson mixes types, and none of reviews.json or insights.json', () => {
  const datasets = [datasetWith(AWKWARD_REVIEWS), SAMPLE];
  const sources = datasets.map(formatSourceOf);
  for (const documents of [
    sources.flatMap((source) => recordsOf(makeFormat('/reviews.ndjson', source))),
    datasets.map((dataset) => JSON.parse(Buffer.from(renderReviewsJson(dataset)).toString())),
    datasets.map((dataset) => deriveInsights(dataset)),
  ]) {
    const mixed = [...typesByPath(documents)].filter(([, types]) => types.size > 1);
    assert.deepEqual(mixed, []);
  }
  assert.ok(typesByPath([{ a: ['', {}] }]).get('.a[]')?.size === 2);
});

test('the columns of a format are those of its header, each described once', () => {
  for (const { path, columns } of FORMATS.filter((format) =>
    format.mediaType.startsWith('text/csv'),
  )) {
    const [header]: string[][] = parse(makeFormat(path, AWKWARD));
    const described = columns?.(AWKWARD.names) ?? [];
    assert.deepEqual(
      described.map(({ name }) => name),
      header,
    );
    assert.equal(new Set(header).size, header?.length);
    for (const { description } of described) assert.match(description, /^[A-Z].*\.$/su);
  }
});

test('the same release makes the same bytes, in whatever order its formats are made', () => {
  const makeAll = (paths: readonly string[], source: FormatSource) =>
    new Map(paths.map((path) => [path, makeFormat(path, source).toString('base64')]));
  for (const source of [AWKWARD, formatSourceOf(SAMPLE), formatSourceOf(datasetOf())]) {
    const made = makeAll(PATHS, source);
    const again = makeAll(PATHS.toReversed(), source);
    for (const path of PATHS) assert.equal(again.get(path), made.get(path), path);
  }
});

test('a format ends with the error of its source', () => {
  const stop = new Error('Nobody wants it any more.');
  const stopped: FormatSource = {
    ...AWKWARD,
    lines: function* () {
      yield* [...AWKWARD.lines()].slice(0, 3);
      throw stop;
    },
    reviews: function* () {
      yield* [...AWKWARD.reviews()].slice(0, 3);
      throw stop;
    },
  };
  const ofReviews = FORMATS.filter(({ dependsOn }) => dependsOn === 'reviews');
  for (const { path } of ofReviews) assert.throws(() => makeFormat(path, stopped), stop);
});
