import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { inputSchemaOf, outputSchemaOf } from '#agents/json-schema.ts';

const Part = z.strictObject({ size: z.int().default(3).meta({ example: 4 }) }).meta({ id: 'Part' });

test('what may be sent is closed, and what has a default may be left out', () => {
  assert.deepEqual(inputSchemaOf(z.strictObject({ size: z.string().default('s') })), {
    type: 'object',
    properties: { size: { type: 'string', default: 's' } },
    additionalProperties: false,
  });
});

test('what is answered is open, as later versions may add members', () => {
  assert.deepEqual(outputSchemaOf(z.strictObject({ size: z.string().default('s') })), {
    type: 'object',
    properties: { size: { type: 'string', default: 's' } },
    required: ['size'],
  });
});

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
