import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { renderJsonSchema } from '#views/json-schemas.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

/** It refuses keywords that it does not know. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);

for (const [path, document] of [
  ['/schema/reviews.json', '/reviews.json'],
  ['/schema/insights.json', '/insights.json'],
] as const) {
  test(`${document} is valid by its schema`, () => {
    const isValid = ajv.compile(parse(renderJsonSchema(path, BASE_URL)));
    for (const dataset of [AWKWARD, datasetOf()]) {
      const published = parse(renderArtifact(document, dataset));
      assert.ok(isValid(published), JSON.stringify(isValid.errors));
    }
  });
}
