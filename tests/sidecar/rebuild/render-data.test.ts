import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { renderArtifact } from '#artifacts/render-artifact.ts';
import { REPRESENTATIONS, seal } from '#artifacts/seal.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { checkContent } from '#dataset/load-content.ts';
import { readCorpus } from '#query/corpus.ts';
import type { SealedFile } from '#release/sealed-file.ts';
import { DataRenderer, lacksCodings } from '../../../sidecar/rebuild/render-data.ts';
import { type Files, filesOf } from '../../support/content-files.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const LATER = new Date('2026-11-20T09:00:00Z');
const LONG_TEXT = 'A sentence that goes on and on. '.repeat(5_000);
const LONG_REVIEWS = {
  ...sampleReview('long-1', '2026-11-01', {}, LONG_TEXT),
  ...sampleReview('long-2', '2026-11-01', {}, LONG_TEXT),
};

function datasetOf(more: Files = {}): Dataset {
  return createDataset(checkContent(filesOf({ ...SAMPLE_CONTENT, ...more })).content, BASE_URL);
}

function fileAt(files: readonly SealedFile[], path: string): SealedFile {
  const file = files.find(({ entry }) => entry.path === path);
  assert.ok(file, path);
  return file;
}

test('every data file is what the build makes of the same content, in every coding', async () => {
  const dataset = datasetOf();
  const { files, corpus } = await new DataRenderer([]).render(dataset, NOW);
  assert.deepEqual(
    files.map(({ entry }) => entry.path),
    CATALOG.map(({ path }) => path),
  );
  for (const { path } of CATALOG) {
    const { entry, bodies } = fileAt(files, path);
    const sealed = await seal(renderArtifact(path, dataset));
    for (const representation of REPRESENTATIONS) {
      const expected = sealed[representation];
      assert.deepEqual(entry.variants[representation]?.etag, expected?.etag);
      assert.deepEqual(
        bodies[representation] && Buffer.from(bodies[representation]),
        expected && Buffer.from(expected.bytes),
      );
    }
  }
  assert.deepEqual(corpus, readCorpus(fileAt(files, '/reviews.json').bodies.identity));
});

test('a file that did not change is the same object, and keeps its date', async () => {
  const renderer = new DataRenderer([]);
  const before = await renderer.render(datasetOf(), NOW);
  const after = await renderer.render(datasetOf(sampleReview('new-1', '2026-11-01')), LATER);
  const openApi = fileAt(after.files, '/openapi.json');
  assert.equal(openApi, fileAt(before.files, '/openapi.json'));
  assert.equal(openApi.entry.lastModified, NOW.toISOString());
  assert.equal(fileAt(after.files, '/feed.xml').entry.lastModified, LATER.toISOString());
});

test('the first release follows the entries of the one before the process', async () => {
  const dataset = datasetOf();
  const { files } = await new DataRenderer([]).render(dataset, NOW);
  const entries = files.map(({ entry }) => entry);
  const again = await new DataRenderer(entries).render(dataset, LATER);
  assert.deepEqual(
    again.files.map(({ entry }) => entry),
    entries,
  );
});

test('a large file is published at once, and its compressed variants follow', async () => {
  const dataset = datasetOf(LONG_REVIEWS);
  const renderer = new DataRenderer([]);
  const { files } = await renderer.render(dataset, NOW);
  const file = fileAt(files, '/reviews.json');
  assert.deepEqual(Object.keys(file.bodies), ['identity']);
  assert.equal(lacksCodings(file), true);

  const whole = await renderer.addCodings(file);
  const sealed = await seal(file.bodies.identity);
  for (const coding of ['br', 'zstd', 'gzip'] as const) {
    assert.equal(whole.entry.variants[coding]?.etag, sealed[coding]?.etag);
  }
  assert.equal(whole.entry.lastModified, file.entry.lastModified);
  assert.equal(lacksCodings(whole), false);
  assert.equal(fileAt((await renderer.render(dataset, LATER)).files, '/reviews.json'), whole);
});

test('files that another process has sealed are taken over where they are the same', async () => {
  const dataset = datasetOf(LONG_REVIEWS);
  const earlier = new DataRenderer([]);
  const { files } = await earlier.render(dataset, NOW);
  const whole = await earlier.addCodings(fileAt(files, '/reviews.json'));

  const renderer = new DataRenderer(files.map(({ entry }) => entry));
  await renderer.render(dataset, LATER);
  renderer.adopt([whole]);
  assert.equal(fileAt((await renderer.render(dataset, LATER)).files, '/reviews.json'), whole);
  const changed = await renderer.render(datasetOf(), LATER);
  renderer.adopt([whole]);
  assert.notEqual(fileAt(changed.files, '/reviews.json'), whole);
  assert.notEqual(
    fileAt((await renderer.render(datasetOf(), LATER)).files, '/reviews.json'),
    whole,
  );
});
