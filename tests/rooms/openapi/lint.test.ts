import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { renderOpenApi } from '#openapi/openapi.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

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
  no-invalid-schema-examples: error
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

test('Redocly finds nothing: in public, on localhost, of files alone, or beside a service', async (t) => {
  const given = [
    { ...AWKWARD, sidecarUrl: undefined },
    { ...AWKWARD, sidecarUrl: 'https://a.example' },
  ];
  for (const dataset of [AWKWARD, datasetOf({}, 'http://localhost:8787'), ...given]) {
    assert.deepEqual(await lint(t, renderOpenApi(dataset)), []);
  }
});
