import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { type ArtifactPath, CATALOG } from '#artifacts/catalog.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createPublishedSource, type SourceParts } from '#release/published-source.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { publishedParts } from '../../support/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const parts = publishedParts(AWKWARD);
const source = createPublishedSource(parts);
/** A file as whoever reads it over HTTP has it. */
function published(path: ArtifactPath, dataset: Dataset = AWKWARD) {
  return JSON.parse(Buffer.from(renderArtifact(path, dataset)).toString('utf8'));
}

/** Parts that count how often each data file is asked for. */
function counting(dataset: Dataset) {
  const own = publishedParts(dataset);
  const asked: string[] = [];
  const data: SourceParts['data'] = (path) => {
    asked.push(path);
    return own.data(path);
  };
  return { counted: { ...own, data }, asked };
}

test('the head is that of reviews.json, whatever the reviews are', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const { reviews, ...rest } = published('/reviews.json', dataset);
      const head = await createPublishedSource(publishedParts(dataset)).head();
      const { dateModified, business, aggregateRating, collection, count } = rest;
      const expected = { dateModified, business, aggregateRating, collection, count };
      assert.partialDeepStrictEqual(head, expected);
      assert.equal(head.count, reviews.length);
    }),
    { numRuns: 10 },
  );
});

test('a review is found by its id as it is published', async () => {
  const { reviews } = published('/reviews.json');
  for (const review of reviews) assert.deepEqual(await source.review(review.id), review);
  for (const id of ['nobody', '', '__proto__', 'gone-2']) {
    assert.equal(await source.review(id), undefined);
  }
});

test('the newest reviews come first, and no more than there are', async () => {
  const { reviews } = published('/reviews.json');
  for (const count of [0, 1, 3, reviews.length, reviews.length + 1]) {
    assert.deepEqual(await source.newest(count), reviews.slice(0, count));
  }
});

test('every review has its neighbours in time, and at either end one of them', async () => {
  const { reviews } = published('/reviews.json');
  for (const [position, { id }] of reviews.entries()) {
    const newer = reviews[position - 1];
    const older = reviews[position + 1];
    assert.deepEqual(await source.neighbours(id), { newer, older });
  }
  assert.equal((await source.neighbours(reviews[0].id))?.newer, undefined);
  assert.equal((await source.neighbours(reviews.at(-1).id))?.older, undefined);
  assert.equal(await source.neighbours('nobody'), undefined);
  assert.equal(await source.neighbours('gone-2'), undefined);
});

test('a review that was taken down has a tombstone', async () => {
  for (const removal of AWKWARD.removed) {
    assert.deepEqual(await source.removal(removal.id), removal);
  }
  assert.deepEqual(source.removed, published('/api/feed.json')._removed);
  for (const id of ['everything', 'nobody', '__proto__']) {
    assert.equal(await source.removal(id), undefined);
  }
});

test('every data file is given as it is published', async () => {
  for (const { path, mediaType } of CATALOG) {
    const file = await source.file(path);
    assert.ok(file && joinPieces(file.body).equals(renderArtifact(path, AWKWARD)), path);
    assert.equal(file.mediaType, mediaType);
  }
  assert.equal((await source.file('/reviews.json'))?.etag, source.etag);
  assert.equal(await source.file('/nothing'), undefined);
});

test('nothing is read twice, and insights only when they are asked for', async () => {
  const { counted, asked } = counting(AWKWARD);
  const own = createPublishedSource(counted);
  assert.equal(await own.head(), await own.head());
  assert.deepEqual(asked, []);
  assert.equal(await own.insights(), await own.insights());
  assert.deepEqual(asked, ['/insights.json']);
});

test('a review that a page has just shown is not parsed again for its neighbour', async () => {
  const own = createPublishedSource(parts);
  const [first] = await own.newest(1);
  assert.ok(first);
  assert.equal(await own.review(first.id), first);
  const { older } = (await own.neighbours(first.id)) ?? {};
  assert.ok(older);
  assert.equal((await own.neighbours(older.id))?.newer, first);
});

test('a release that lacks what it must hold is told by its path', async () => {
  const without = (missing: string): SourceParts => ({
    ...parts,
    data: (path) => (path === missing ? undefined : parts.data(path)),
  });
  const bare = createPublishedSource(without('/reviews.json'));
  assert.throws(() => bare.etag, /holds no \/reviews\.json/);
  const own = createPublishedSource(without('/insights.json'));
  await assert.rejects(own.insights(), /holds no \/insights\.json/);
});
