import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { baselineOf, runConformance } from '../../support/mcp-conformance.ts';
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
