import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATALOG } from '#artifacts/catalog.ts';
import { createArtifactRenderer, renderArtifact } from '#artifacts/render-artifact.ts';
import { anyDataset } from './any-dataset.ts';

test('whatever was rendered before, an artifact has the bytes that its dataset gives', () => {
  fc.assert(
    fc.property(fc.array(anyDataset, { minLength: 1, maxLength: 4 }), (datasets) => {
      const render = createArtifactRenderer();
      for (const dataset of [...datasets, ...datasets]) {
        for (const { path } of CATALOG) {
          assert.deepEqual(render(path, dataset), renderArtifact(path, dataset), path);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('both addresses of the description hold the same, rendered once', () => {
  const [dataset] = fc.sample(anyDataset, 1);
  assert.ok(dataset);
  const render = createArtifactRenderer();
  assert.equal(render('/openapi.json', dataset), render('/.well-known/openapi.json', dataset));
});
