import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { renderOpenApi } from '#artifacts/openapi.ts';
import { createContentFolder } from '../support/content-folder.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { AWKWARD_CONTENT, BASE_URL, datasetOf } from './sample-datasets.ts';

const run = promisify(execFile);
const redocly = join(REPOSITORY, 'node_modules/@redocly/cli/bin/cli.js');
const spectral = join(REPOSITORY, 'node_modules/@stoplight/spectral-cli/dist/index.js');

const DESCRIPTIONS = [
  ['all that may be known, in public', datasetOf(AWKWARD_CONTENT, BASE_URL)],
  ['the least that may be known, on localhost', datasetOf({}, 'http://localhost:8787')],
] as const;

for (const [what, dataset] of DESCRIPTIONS) {
  test(`Redocly’s recommended rules find nothing: ${what}`, async (t) => {
    const folder = createContentFolder(t, {
      'openapi.json': renderOpenApi(dataset),
      'redocly.yaml': 'extends: [recommended]\ntelemetry: off\n',
    });
    const { stdout } = await run(
      process.execPath,
      [redocly, 'lint', '--format', 'json', 'openapi.json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const { totals, problems } = JSON.parse(stdout);
    assert.deepEqual(problems, []);
    assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
  });

  test(`Spectral’s OpenAPI rules find nothing: ${what}`, async (t) => {
    const folder = createContentFolder(t, {
      'openapi.json': renderOpenApi(dataset),
      '.spectral.yaml': 'extends: ["spectral:oas"]\n',
    });
    const options = [
      '--quiet',
      '--format',
      'json',
      '--fail-severity',
      'hint',
      '--ruleset',
      '.spectral.yaml',
    ];
    const { stdout } = await run(process.execPath, [spectral, 'lint', ...options, 'openapi.json'], {
      cwd: folder,
    });
    assert.deepEqual(JSON.parse(stdout), []);
  });
}
