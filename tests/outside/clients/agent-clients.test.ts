import assert from 'node:assert/strict';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { installPeer, peerModules } from '../../../scripts/peers/peers.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { runProgram } from '../deploy/run-program.ts';
import { agentCalls } from './agent-calls.ts';
import { startDemonstration } from './demonstration.ts';

/**
 * Clients of the Model Context Protocol as others make them: programs/ has an agent of each, which
 * lists and calls every tool, and prints what its model would be given. No model is asked.
 */
installPeer('mcp-clients', (line) => process.stderr.write(`${line}\n`));

const service = await startDemonstration({ after });
const { tools, calls } = await agentCalls(service);

const Printed = z.object({
  tools: z.array(
    z.object({ name: z.string(), schema: z.looseObject({}), isStrict: z.unknown().optional() }),
  ),
  answers: z.array(
    z.object({
      isError: z.boolean(),
      structured: z.unknown().optional(),
      /** What a model reads. */
      shown: z.unknown(),
    }),
  ),
});

const Given = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
});
/** Some clients make files of links, which models refuse: the run ends. */
const LINK = /"type":"(?:file|resource|resource_link)"/;
const UNKNOWN_TO_OPENAI = /"(?:uniqueItems|default|examples|minLength|maxLength|oneOf|allOf)":/;

/** Runs an agent to its end, with a home of its own. */
function runAgent(lifetime: Lifetime, name: string): z.output<typeof Printed> {
  const cwd = createFolder(lifetime);
  symlinkSync(peerModules('mcp-clients'), join(cwd, 'node_modules'));
  copyFileSync(join(import.meta.dirname, 'programs', `${name}.mjs`), join(cwd, 'agent.mjs'));
  const asked = JSON.stringify(calls.map(({ tool, given }) => ({ name: tool, args: given })));
  const args = ['agent.mjs', `${service.url}/mcp`, asked];
  return Printed.parse(JSON.parse(runProgram(process.execPath, args, { cwd, env: { HOME: cwd } })));
}

/** Every value that can be read as JSON in what a model is shown, however often it is wrapped. */
function valuesIn(shown: unknown): unknown[] {
  if (typeof shown === 'string') {
    try {
      return valuesIn(JSON.parse(shown));
    } catch {
      return [shown];
    }
  }
  const isWrapping = typeof shown === 'object' && shown !== null;
  return [shown, ...(isWrapping ? Object.values(shown).flatMap(valuesIn) : [])];
}

for (const name of ['mcp-remote', 'openai-agents']) {
  test(`${name}: an agent lists and calls every tool, also with nulls, and reads the right answers`, (t) => {
    const printed = runAgent(t, name);
    assert.deepEqual(
      printed.tools.map((tool) => tool.name),
      [...tools.keys()],
    );
    checkSchemas(name, printed.tools);

    for (const [index, { tool, given, expected }] of calls.entries()) {
      const asked = `${tool} ${JSON.stringify(given)}`;
      const answer = printed.answers[index] ?? assert.fail(asked);
      const { structured, shown, isError } = answer;
      assert.equal(isError, expected.isError, `${asked}: ${JSON.stringify(shown)}`);
      if (isError) continue;
      assert.deepEqual(structured, expected.structuredContent, asked);
      const read = valuesIn(shown).map((value) => JSON.stringify(value));
      assert.ok(read.includes(JSON.stringify(structured)), `${asked}: a model reads all of it`);
      assert.doesNotMatch(JSON.stringify(shown), LINK, asked);
    }
  });
}

/** The schemas that a model is given hold what the service says, and whatever the client has added. */
function checkSchemas(name: string, given: z.output<typeof Printed>['tools']): void {
  for (const { name: tool, schema, isStrict } of given) {
    const listed = tools.get(tool) ?? assert.fail(tool);
    const { properties, required = [], additionalProperties } = Given.parse(schema);
    const names = Object.keys(listed.properties);
    assert.deepEqual(Object.keys(properties), names, tool);
    assert.deepEqual(required, name === 'openai-agents' ? names : listed.required, tool);
    if (name !== 'openai-agents') continue;
    // https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
    assert.deepEqual([isStrict, additionalProperties], [true, false], tool);
    assert.doesNotMatch(JSON.stringify(schema), UNKNOWN_TO_OPENAI, tool);
  }
}
