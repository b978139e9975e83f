import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { test } from 'node:test';
import { CATALOG } from '#artifacts/catalog.ts';
import { JSON_SCHEMA_TYPE } from '#artifacts/media-types.ts';
import { FORMATS } from '#formats/formats.ts';
import { codeOfError, errorBody } from '#openapi/error-body.ts';
import { renderOpenApi } from '#openapi/openapi.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';
import { inlineComponents } from './description.ts';

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
type Json = ReturnType<typeof parse>;
const description = parse(renderOpenApi(AWKWARD));

test('every file, table, schema and description that is published is described by its media type', () => {
  const { paths }: Json = inlineComponents(description);
  const published: (readonly [string, string])[] = [
    ...[...CATALOG, ...FORMATS].map(({ path, mediaType }) => [path, mediaType] as const),
    ...[...DESCRIPTIONS].map(([path, { mediaType }]) => [path, mediaType] as const),
    ...SCHEMA_PATHS.map((path) => [path, JSON_SCHEMA_TYPE] as const),
  ];
  assert.ok(published.length > 16);
  for (const [path, mediaType] of published) {
    // The description says of itself where else it is.
    if (path === '/openapi.json') continue;
    assert.deepEqual(Object.keys(paths[path].get.responses['200'].content), [mediaType], path);
  }
});

test('an example of an error is written as the service writes it', () => {
  const examples = Object.values<Json>(description.components.responses)
    .map(({ content }) => content?.['application/json']?.example)
    .filter((example) => example?.status !== undefined);
  assert.ok(examples.length > 6);
  for (const example of examples) {
    const { status, issues } = example;
    const code = codeOfError(status, issues);
    const title = STATUS_CODES[status] ?? '';
    assert.deepEqual(example, errorBody(BASE_URL, { ...example, code, title }));
  }
  const { issues } = description.components.responses.BadSearch.content['application/json'].example;
  const { problems = [] } = parseParameters('rating=7', SearchQuery, 'search');
  assert.partialDeepStrictEqual(issues, problems);
});
