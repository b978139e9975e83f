import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { renderOpenApi } from '#openapi/openapi.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD_CONTENT, BASE_URL, datasetOf } from '../artifacts/sample-datasets.ts';

const run = promisify(execFile);
const redocly = join(REPOSITORY, 'node_modules/@redocly/cli/bin/cli.js');

/** What Redocly recommends where it is strict, and what other linters ask for besides. */
const RULES = `
extends: [recommended-strict]
telemetry: off
rules:
  info-contact: error
  no-duplicated-tag-names: error
  no-invalid-parameter-examples: error
  no-schema-type-mismatch: error
  operation-description: error
  operation-tag-defined: error
  parameter-description: error
  rule/info-description:
    subject: { type: Info, property: description }
    assertions: { defined: true }
  rule/operation-tags:
    subject: { type: Operation, property: tags }
    assertions: { defined: true, minLength: 1 }
`;

/** The problems that Redocly finds in a description. */
async function lint(test: Lifetime, description: Uint8Array | string) {
  const files = { 'openapi.json': description, 'redocly.yaml': RULES };
  const cwd = createContentFolder(test, files);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [redocly, 'lint', '--format', 'json', 'openapi.json'];
  // It ends with 1 where it finds anything.
  const { stdout } = await run(process.execPath, args, { cwd, env }).catch(
    (error: { stdout: string }) => error,
  );
  const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(stdout);
  return problems;
}

for (const [what, dataset] of [
  ['all that may be known, in public', datasetOf(AWKWARD_CONTENT, BASE_URL)],
  ['the least that may be known, on localhost', datasetOf({}, 'http://localhost:8787')],
] as const) {
  test(`Redocly finds nothing: ${what}`, async (t) => {
    assert.deepEqual(await lint(t, renderOpenApi(dataset)), []);
  });
}

test('Redocly finds faults of every kind', async (t) => {
  const description = JSON.parse(Buffer.from(renderOpenApi(datasetOf())).toString());
  const { info, tags, paths, components } = description;
  const search = paths['/api/reviews/search'].get;
  const since = paths['/api/reviews/since/{date}'].get;
  const [file, feed] = [paths['/reviews.json'].get, paths['/api/feed.json'].get];
  delete info.contact;
  info.description = undefined;
  tags.push({ ...tags[0], description: '<script>' });
  search.operationId = 'get reviews';
  search.tags = [];
  search.parameters.push({ ...search.parameters[0], description: undefined });
  search.responses['400'].content['application/json'].example = { status: 'four hundred' };
  since.parameters.shift();
  since.tags = ['others'];
  file.operationId = feed.operationId;
  file.unknown = true;
  delete feed.summary;
  delete feed.description;
  feed.responses = { 404: feed.responses['503'] };
  Object.assign(components.schemas.Review.properties, {
    one: { type: 'integer', example: 'one' },
    two: { type: 'integer', enum: ['two', 'two'] },
    three: { type: 'strin' },
    four: { type: 'string', items: { type: 'string' } },
    five: { $ref: '#/components/schemas/Nowhere' },
  });
  components.schemas.Review.required.push('nothing');
  components.schemas.Unused = { type: 'string' };
  paths['/asked?for'] = { get: { ...search, operationId: 'asked' } };
  paths['/slashed/'] = { get: { ...search, operationId: 'slashed' } };

  const found = new Set((await lint(t, JSON.stringify(description))).map(({ ruleId }) => ruleId));
  assert.deepEqual([...found].sort(), [
    'info-contact',
    'no-duplicated-enum-values',
    'no-duplicated-tag-names',
    'no-enum-type-mismatch',
    'no-invalid-media-type-examples',
    'no-invalid-schema-examples',
    'no-path-trailing-slash',
    'no-required-schema-properties-undefined',
    'no-schema-type-mismatch',
    'no-unresolved-refs',
    'no-unsafe-markdown',
    'no-unused-components',
    'operation-2xx-response',
    'operation-description',
    'operation-operationId-unique',
    'operation-operationId-url-safe',
    'operation-parameters-unique',
    'operation-summary',
    'operation-tag-defined',
    'parameter-description',
    'path-not-include-query',
    'path-parameters-defined',
    'rule/info-description',
    'rule/operation-tags',
    'struct',
  ]);
});
