import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { installPeer, peerFile } from '../../../scripts/peers/peers.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';

/**
 * The official suite of the Model Context Protocol, against the service as it is deployed. Most of
 * its scenarios call tools, prompts and resources of a test server, which no real service has, or
 * want what was deprecated; those are the baselines, and none may be added.
 */
const FIXTURES_2025 = [
  'completion-complete',
  'logging-set-level',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'resources-read-binary',
  'resources-read-text',
  'resources-templates-read',
  'tools-call-audio',
  'tools-call-elicitation',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-sampling',
  'tools-call-simple-text',
  'tools-call-with-logging',
  'tools-call-with-progress',
];

const INPUT_REQUIRED = [
  'basic-elicitation',
  'basic-list-roots',
  'basic-sampling',
  'capability-check',
  'ignore-extra-params',
  'missing-input-response',
  'multi-round',
  'multiple-input-requests',
  'non-tool-request',
  'request-state',
  'result-type',
  'tampered-state',
].map((name) => `input-required-result-${name}`);

/** Not part of 2026-07-28 any more. */
const REMOVED = [
  'logging-set-level',
  'tools-call-elicitation',
  'tools-call-sampling',
  'tools-call-with-logging',
];

/** What every server with sessions has to pass. */
const SESSIONS = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'resources-subscribe',
  'resources-unsubscribe',
];

/** How many scenarios each revision has, which of them cannot pass, and which others there are. */
const REVISIONS = [
  {
    version: '2025-06-18',
    count: 27,
    expected: { count: 19, names: FIXTURES_2025 },
    generic: SESSIONS,
  },
  {
    version: '2025-11-25',
    count: 33,
    expected: {
      count: 22,
      names: [
        ...FIXTURES_2025,
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
        'json-schema-2020-12',
      ],
    },
    generic: [
      ...SESSIONS,
      'server-sse-multiple-streams',
      'server-sse-polling',
      'dns-rebinding-protection',
    ],
  },
  {
    version: '2026-07-28',
    count: 40,
    expected: {
      count: 30,
      names: [
        ...FIXTURES_2025.filter((name) => !REMOVED.includes(name)),
        ...INPUT_REQUIRED,
        'http-custom-header-server-validation',
        'json-schema-2020-12',
        'server-stateless',
      ],
    },
    generic: [
      'tools-list',
      'resources-list',
      'prompts-list',
      'sep-2164-resource-not-found',
      'caching',
      'http-header-validation',
      'server-sse-multiple-streams',
      'dns-rebinding-protection',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
  },
] as const;

/** Only tells how the server does it; there is nothing that could pass. */
const INFORMATIONAL = 'server-sse-polling';

const Baseline = z.strictObject({ server: z.array(z.string()) });

const { url, log } = await startService({ after });

for (const { version, count, expected, generic } of REVISIONS) {
  test(`${version}: the baseline holds exactly the scenarios that cannot pass`, () => {
    const { server } = Baseline.parse(parse(readFileSync(baselineOf(version), 'utf8')));
    assert.deepEqual([...server].sort(), [...expected.names].sort());
    assert.deepEqual([server.length, new Set(server).size], [expected.count, expected.count]);
  });

  test(`${version}: the conformance suite passes but for the baseline`, async (t) => {
    const { code, output, scenarios } = await runConformance(t, `${url}/mcp`, version);
    assert.equal(code, 0, output.slice(-4000));
    assert.equal(scenarios.size, count, 'all scenarios were run');
    for (const name of generic) {
      const checks = scenarios.get(name) ?? [];
      const bad = checks.filter(({ status }) => ['FAILURE', 'WARNING'].includes(status));
      assert.deepEqual(bad, [], name);
      const hasPassed = checks.some(({ status }) => status === 'SUCCESS');
      assert.ok(hasPassed || (checks.length > 0 && name === INFORMATIONAL), `${name} has passed`);
    }
    for (const [name, checks] of scenarios) {
      const wire = checks.find(({ id }) => id === 'wire-schema-valid');
      assert.equal(wire?.status ?? 'SUCCESS', 'SUCCESS', `every message of ${name} is valid`);
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

/** What the official suite has found. */
export type Conformance = {
  readonly code: number | null;
  readonly output: string;
  /** The checks of each scenario that was run, by its name. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
};

/** Where the scenarios stand that cannot pass with a revision, as they need a server of their own. */
export function baselineOf(version: string): string {
  return join(REPOSITORY, `tests/outside/conformance/baseline-${version}.yml`);
}

/**
 * Runs all server scenarios of a protocol revision. The code is 0 where exactly the scenarios of
 * the baseline fail.
 */
export async function runConformance(
  lifetime: Lifetime,
  url: string,
  version: string,
): Promise<Conformance> {
  installPeer('conformance', (line) => process.stderr.write(`${line}\n`));
  const folder = createFolder(lifetime);
  const child = spawn(
    process.execPath,
    [
      peerFile('conformance', 'dist/index.js'),
      'server',
      ...['--url', url],
      ...['--suite', 'all'],
      ...['--spec-version', version],
      ...['--expected-failures', baselineOf(version)],
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
