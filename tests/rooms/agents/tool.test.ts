import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readyJson } from '#agents/ready-json.ts';
import { defineTool } from '#agents/tool.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const double = defineTool({
  name: 'double',
  title: 'Twice a number',
  description: 'Doubles.',
  Input: z.strictObject({ number: z.number('must be a number').default(21) }),
  Output: z.strictObject({ double: z.number(), etag: z.string() }),
  answer: ({ number }, { etag }) => ({
    ok: true,
    json: readyJson(JSON.stringify({ double: 2 * number, etag })),
  }),
});

test('a tool has a description and schemas of what it takes and answers', () => {
  const { call, ...listed } = double;
  assert.deepEqual(listed, {
    name: 'double',
    title: 'Twice a number',
    description: 'Doubles.',
    inputSchema: {
      type: 'object',
      properties: { number: { type: 'number', default: 21 } },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { double: { type: 'number' }, etag: { type: 'string' } },
      required: ['double', 'etag'],
    },
  });
});

test('a call is answered from its arguments and its source', async () => {
  const json = readyJson(JSON.stringify({ double: 42, etag: source.etag }));
  assert.deepEqual(await double.call(undefined, source), { ok: true, json });
});

test('arguments that cannot be read are a failure', async () => {
  assert.deepEqual(await double.call({ number: 'x' }, source), {
    ok: false,
    message:
      'double was not called. Correct the arguments and call it again:\n- number must be a number (got "x")',
  });
});
