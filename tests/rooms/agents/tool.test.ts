import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { factsOf } from '#agents/release-facts.ts';
import { defineTool, jsonSchemaOf } from '#agents/tool.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const double = defineTool({
  name: 'double',
  title: 'Twice a number',
  summary: 'Doubles a number.',
  Input: z.strictObject({ number: z.number('must be a number').default(21) }),
  Output: z.looseObject({ double: z.number().describe('Twice as much.'), etag: z.string() }),
  describe: ({ business }) => ({
    more: `Here at ${business}.`,
    words: { number: 'What is doubled; default 21.' },
  }),
  answer: ({ number }, { etag }) => ({
    ok: true,
    json: JSON.stringify({ double: 2 * number, etag }),
  }),
});

test('a tool is described for a release, in words and schemas of what it takes and answers', async () => {
  assert.deepEqual(double.describe(await factsOf(source)), {
    description: `Doubles a number. Here at ${AWKWARD.business.name}.`,
    inputSchema: {
      type: 'object',
      properties: { number: { type: 'number', description: 'What is doubled; default 21.' } },
    },
    outputSchema: {
      type: 'object',
      properties: {
        double: { type: 'number', description: 'Twice as much.' },
        etag: { type: 'string' },
      },
      required: ['double', 'etag'],
    },
  });
});

test('a call is answered from its arguments and its source, or says what is wrong', async () => {
  const json = JSON.stringify({ double: 42, etag: source.etag });
  assert.deepEqual(await double.call(undefined, source), { ok: true, json });
  assert.deepEqual(await double.call({ number: 'x' }, source), {
    ok: false,
    message:
      'double was not called. Correct the arguments and call it again:\n- number must be a number (got "x")',
  });
});

test('schemas hold types, choices and words, and nothing else', () => {
  const schema = z.strictObject({
    day: z.iso.date().optional(),
    size: z.int().min(1).max(5).default(3).meta({ example: 4 }),
    kinds: z.array(z.enum(['a', 'b'])).min(1),
    name: z.string().min(1).max(9).regex(/x/).optional(),
  });
  assert.deepEqual(jsonSchemaOf(schema, { day: 'A day, YYYY-MM-DD.' }), {
    type: 'object',
    properties: {
      day: { type: 'string', description: 'A day, YYYY-MM-DD.' },
      size: { type: 'integer' },
      kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      name: { type: 'string' },
    },
    required: ['kinds'],
  });
});
