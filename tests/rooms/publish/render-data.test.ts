import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import type { EncodedFile } from '#release/release.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { DataRenderer, lacksCodings } from '../../../sidecar/publish/render-data.ts';
import { type Files, filesOf } from '../../support/content-files.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const LATER = new Date('2026-11-20T09:00:00Z');
const LONG_TEXT = 'A sentence that goes on and on. '.repeat(2_000);
const LONG_REVIEWS: Files = Object.assign(
  {},
  ...[1, 2, 3, 4, 5].map((id) => sampleReview(`long-${id}`, '2026-11-01', {}, LONG_TEXT)),
);

function datasetOf(more: Files = {}): Dataset {
  return createDataset(checkContent(filesOf({ ...SAMPLE_CONTENT, ...more })).content, BASE_URL);
}

/** A dataset that has nothing to do with what was rendered before. */
const anew = (dataset: Dataset) => ({ dataset, edit: 'everything' }) as const;

function fileAt(files: readonly EncodedFile[], path: string): EncodedFile {
  const file = files.find(({ entry }) => entry.path === path);
  assert.ok(file, path);
  return file;
}

test('a file that did not change is the same object and keeps its date, also over a restart', async () => {
  const renderer = new DataRenderer([]);
  const before = await renderer.render(anew(datasetOf()), NOW);
  const entries = before.files.map(({ entry }) => entry);
  const again = await new DataRenderer(entries).render(anew(datasetOf()), LATER);
  assert.deepEqual(
    again.files.map(({ entry }) => entry),
    entries,
  );
  const after = await renderer.render(anew(datasetOf(sampleReview('new-1', '2026-11-01'))), LATER);
  const openApi = fileAt(after.files, '/openapi.json');
  assert.equal(openApi, fileAt(before.files, '/openapi.json'));
  assert.equal(openApi.entry.lastModified, NOW.toISOString());
  assert.equal(fileAt(after.files, '/feed.xml').entry.lastModified, LATER.toISOString());
});

test('a large file is published at once, and its compressed variants follow', async () => {
  const dataset = datasetOf(LONG_REVIEWS);
  const renderer = new DataRenderer([]);
  const { files } = await renderer.render(anew(dataset), NOW);
  const file = fileAt(files, '/reviews.json');
  assert.deepEqual(Object.keys(file.bodies), ['identity']);
  assert.equal(lacksCodings(file), true);

  const whole = await renderer.addCodings(file);
  const encoded = await encodeVariants(file.bodies.identity);
  for (const coding of ['br', 'zstd', 'gzip'] as const) {
    assert.equal(whole.entry.variants[coding]?.etag, encoded[coding]?.etag);
  }
  assert.equal(whole.entry.lastModified, file.entry.lastModified);
  assert.equal(lacksCodings(whole), false);
  const again = fileAt((await renderer.render(anew(dataset), LATER)).files, '/reviews.json');
  assert.equal(again.entry, whole.entry);
  assert.deepEqual(Object.keys(again.bodies), ['identity'], 'the others are kept elsewhere');
});

test('files that another process has encoded are taken over where they are the same', async () => {
  const dataset = datasetOf(LONG_REVIEWS);
  const earlier = new DataRenderer([]);
  const { files } = await earlier.render(anew(dataset), NOW);
  const whole = await earlier.addCodings(fileAt(files, '/reviews.json'));

  const renderer = new DataRenderer(files.map(({ entry }) => entry));
  await renderer.render(anew(dataset), LATER);
  renderer.adopt([whole]);
  const entryOf = async (of: Dataset) =>
    fileAt((await renderer.render(anew(of), LATER)).files, '/reviews.json').entry;
  assert.equal(await entryOf(dataset), whole.entry);
  assert.notEqual(await entryOf(datasetOf()), whole.entry);
  renderer.adopt([whole]);
  assert.notEqual(await entryOf(datasetOf()), whole.entry);
});

/** What is served, in the pieces that another thread has laid it out in. */
const laidOut = (dataset: Dataset) => readCorpus(renderReviews(dataset).body);

test('the first rendering shares what is served of reviews that are the same', async () => {
  const served = laidOut(datasetOf(LONG_REVIEWS));
  const edited = { ...LONG_REVIEWS, ...sampleReview('new-1', '2020-11-01') };
  for (const [content, lost] of [
    [LONG_REVIEWS, 0],
    [edited, 1],
  ] as const) {
    const dataset = datasetOf(content);
    const renderer = new DataRenderer([]);
    const { files, corpus } = await renderer.render(anew(dataset), NOW, served);
    const { body } = corpus;
    assert.ok(joinPieces(body).equals(renderReviewsJson(dataset)));
    assert.deepEqual(corpus.starts, readCorpus(body).starts);
    assert.equal(fileAt(files, '/reviews.json').bodies.identity, body);
    const blocks = served.body.slice(1, -1);
    assert.ok(blocks.length > 1);
    assert.equal(blocks.filter((block) => !body.includes(block)).length, lost);
  }
  // In one piece, as from a folder, it is not shared.
  const whole = readCorpus([joinPieces(served.body)]);
  const dataset = datasetOf(edited);
  const { corpus } = await new DataRenderer([]).render(anew(dataset), NOW, whole);
  assert.ok(joinPieces(corpus.body).equals(renderReviewsJson(dataset)));
  assert.deepEqual(corpus.starts, readCorpus(corpus.body).starts);
});
