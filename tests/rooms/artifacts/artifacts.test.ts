import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ArtifactRenderer, renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { byEdits } from '../../support/edits.ts';
import { anyDataset } from './any-dataset.ts';

function createUpdate() {
  const renderer = new ArtifactRenderer();
  return byEdits(
    ({ reviews }: Dataset) => reviews,
    (dataset, edit) => renderer.update(dataset, edit),
  );
}

test('whatever was rendered before, an artifact has the bytes that its dataset gives', () => {
  fc.assert(
    fc.property(fc.array(anyDataset, { minLength: 1, maxLength: 4 }), (datasets) => {
      const update = createUpdate();
      for (const dataset of [...datasets, ...datasets]) {
        const render = update(dataset);
        for (const { path } of CATALOG) {
          assert.deepEqual(render(path), renderArtifact(path, dataset), path);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('both addresses of the description hold the same, rendered once', () => {
  const [dataset] = fc.sample(anyDataset, 1);
  assert.ok(dataset);
  const render = createUpdate()(dataset);
  assert.equal(render('/openapi.json'), render('/.well-known/openapi.json'));
});
