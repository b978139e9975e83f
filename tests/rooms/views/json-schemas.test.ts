import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { renderJsonSchema, SCHEMA_PATHS } from '#views/json-schemas.ts';
import { AWKWARD, BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

/** What a validator of others says of a document; it refuses keywords that it does not know. */
function createValidator(path: string) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(parse(renderJsonSchema(path, BASE_URL)));
}

for (const [path, document] of [
  ['/schema/reviews.json', '/reviews.json'],
  ['/schema/insights.json', '/insights.json'],
] as const) {
  test(`${document} names its schema, and is valid by it`, () => {
    assert.ok(SCHEMA_PATHS.includes(path));
    const isValid = createValidator(path);
    for (const dataset of [AWKWARD, datasetOf()]) {
      const published = parse(renderArtifact(document, dataset));
      assert.equal(published.$schema, BASE_URL + path);
      assert.ok(isValid(published), JSON.stringify(isValid.errors));
    }
    const schema = parse(renderJsonSchema(path, BASE_URL));
    assert.equal(schema.$id, BASE_URL + path);
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
  });
}

test('a document that breaks a rule is refused', () => {
  const isValid = createValidator('/schema/reviews.json');
  const broken = (change: (published: ReturnType<typeof parse>) => void) => {
    const published = parse(renderArtifact('/reviews.json', AWKWARD));
    change(published);
    return isValid(published);
  };
  assert.ok(broken(() => {}));
  assert.ok(!broken((published) => published.reviews.push({})));
  assert.ok(!broken((published) => Object.assign(published.reviews[0], { id: 5 })));
  assert.ok(
    !broken((published) => Object.assign(published.reviews[0].reviewRating, { ratingValue: 6 })),
  );
});
