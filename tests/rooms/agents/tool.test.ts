import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readyJson } from '#agents/ready-json.ts';
import { defineTool, inputSchemaOf, outputSchemaOf } from '#agents/tool.ts';
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

const Part = z.strictObject({ size: z.int().default(3).meta({ example: 4 }) }).meta({ id: 'Part' });

test('an example is written as JSON Schema has it', () => {
  const { properties } = inputSchemaOf(z.object({ size: z.string().meta({ example: 's' }) }));
  assert.deepEqual(properties, { size: { type: 'string', examples: ['s'] } });
});

test('named schemas stand among the definitions, but the root in its place', () => {
  const part = {
    type: 'object',
    properties: {
      size: {
        type: 'integer',
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 3,
        examples: [4],
      },
    },
    required: ['size'],
  };
  assert.deepEqual(outputSchemaOf(Part), part);
  assert.deepEqual(outputSchemaOf(z.strictObject({ a: Part, b: Part })), {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Part' }, b: { $ref: '#/$defs/Part' } },
    required: ['a', 'b'],
    $defs: { Part: part },
  });
});

test('what is no object is refused', () => {
  for (const schema of [z.string(), z.union([Part, z.object({})]), z.array(Part)]) {
    assert.throws(() => outputSchemaOf(schema), /is an object/);
  }
});
