import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { stringify } from 'yaml';
import { z } from 'zod';
import { installPeer, peerFile } from '../../../scripts/peers/peers.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { startService } from '../../support/service.ts';

/**
 * The official suite of the Model Context Protocol, against the service as it is deployed. Most of
 * its scenarios call tools, prompts and resources of a test server, which no real service has, or
 * want what was deprecated; those fail, and none may be added.
 */
const FIXTURES = [
  ...['completion-complete', 'prompts-get-embedded-resource', 'prompts-get-simple'],
  ...['prompts-get-with-args', 'prompts-get-with-image', 'resources-read-binary'],
  ...['resources-read-text', 'resources-templates-read', 'tools-call-audio'],
  ...['tools-call-embedded-resource', 'tools-call-error', 'tools-call-image'],
  ...['tools-call-mixed-content', 'tools-call-simple-text', 'tools-call-with-progress'],
];

/** Not part of 2026-07-28 any more. */
const REMOVED = [
  'logging-set-level',
  'tools-call-elicitation',
  'tools-call-sampling',
  'tools-call-with-logging',
];

const INPUT_REQUIRED = [
  ...['basic-elicitation', 'basic-list-roots', 'basic-sampling', 'capability-check'],
  ...['ignore-extra-params', 'missing-input-response', 'multi-round', 'multiple-input-requests'],
  ...['non-tool-request', 'request-state', 'result-type', 'tampered-state'],
].map((name) => `input-required-result-${name}`);

/** The number of scenarios of each revision, and those that fail. */
const REVISIONS = [
  ['2025-06-18', 27, [...FIXTURES, ...REMOVED]],
  [
    '2025-11-25',
    33,
    [
      ...[...FIXTURES, ...REMOVED, 'json-schema-2020-12'],
      ...['elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
    ],
  ],
  [
    '2026-07-28',
    40,
    [
      ...[...FIXTURES, ...INPUT_REQUIRED, 'json-schema-2020-12', 'server-stateless'],
      'http-custom-header-server-validation',
    ],
  ],
] as const;

const { url, log } = await startService({ after });

for (const [version, count, failing] of REVISIONS) {
  test(`${version}: the conformance suite passes but for what no real service can`, async (t) => {
    const { code, output, scenarios } = await runConformance(t, version, failing);
    assert.equal(code, 0, output.slice(-4000));
    assert.equal(scenarios.size, count, 'all scenarios were run');
    const expected = new Set<string>(failing);
    for (const [name, checks] of scenarios) {
      const wire = checks.find(({ id }) => id === 'wire-schema-valid');
      assert.equal(wire?.status ?? 'SUCCESS', 'SUCCESS', `every message of ${name} is valid`);
      const isSound = checks.length > 0 && checks.every(({ status }) => status !== 'WARNING');
      assert.ok(isSound || expected.has(name), name);
    }
    // Its other checks count, although a few of them need tools of a test server.
    const stateless = scenarios.get('server-stateless') ?? [];
    for (const { id, status, errorMessage = '' } of stateless) {
      if (status === 'FAILURE') assert.match(errorMessage, /^Not testable/, id);
    }
  });
}

test('the suites make the service log nothing as an error', () => {
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});

const Check = z.object({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  errorMessage: z.string().optional(),
});
type Check = z.infer<typeof Check>;

/**
 * Runs all server scenarios of a protocol revision: the exit code, which is 0 where exactly the
 * expected scenarios fail, and the checks of each scenario that was run, by its name.
 */
async function runConformance(lifetime: Lifetime, version: string, failing: readonly string[]) {
  installPeer('conformance', (line) => process.stderr.write(`${line}\n`));
  const baseline = join(createFolder(lifetime), 'baseline.yml');
  writeFileSync(baseline, stringify({ server: failing }));
  const folder = createFolder(lifetime);
  const child = spawn(
    process.execPath,
    [
      ...[peerFile('conformance', 'dist/index.js'), 'server', '--url', `${url}/mcp`],
      ...['--suite', 'all', '--spec-version', version, '--expected-failures', baseline],
      ...['--output-dir', folder],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, output: (await said).join('\n'), scenarios: readScenarios(folder) };
}

/** Each scenario has a folder that is named after it and the time. */
function readScenarios(folder: string): ReadonlyMap<string, readonly Check[]> {
  return new Map(
    readdirSync(folder).map((name) => {
      const checks: unknown = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name;
      return [scenario, z.array(Check).parse(checks)];
    }),
  );
}
