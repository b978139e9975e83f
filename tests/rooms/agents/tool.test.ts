import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listIssues, readArguments } from '#agents/arguments.ts';
import { defineTool, jsonSchemaOf } from '#agents/tool.ts';
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
    json: JSON.stringify({ double: 2 * number, etag }),
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

test('a call is answered from its arguments and its source, or says what is wrong', async () => {
  const json = JSON.stringify({ double: 42, etag: source.etag });
  assert.deepEqual(await double.call(undefined, source), { ok: true, json });
  assert.deepEqual(await double.call({ number: 'x' }, source), {
    ok: false,
    message:
      'double was not called. Correct the arguments and call it again:\n- number must be a number (got "x")',
  });
});

const Part = z.strictObject({ size: z.int().default(3).meta({ example: 4 }) }).meta({ id: 'Part' });

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
  assert.deepEqual(jsonSchemaOf(Part, 'output'), part);
  assert.deepEqual(jsonSchemaOf(z.strictObject({ a: Part, b: Part }), 'output'), {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Part' }, b: { $ref: '#/$defs/Part' } },
    required: ['a', 'b'],
    $defs: { Part: part },
  });
});

test('what is no object is refused', () => {
  for (const schema of [z.string(), z.union([Part, z.object({})]), z.array(Part)]) {
    assert.throws(() => jsonSchemaOf(schema, 'output'), /is an object/);
  }
});

const Schema = z.strictObject({
  id: z.string(),
  size: z.int('must be a whole number').max(5, 'must be at most 5').default(3),
});

function issuesOf(given: unknown): string[] {
  const result = readArguments('weigh', Schema, given);
  assert.ok(!result.ok);
  return listIssues('', result.issues).split('\n- ').slice(1);
}

test('no arguments are the same as an empty object, and what is none is refused', () => {
  assert.deepEqual(readArguments('rest', z.strictObject({}), undefined), { ok: true, value: {} });
  assert.deepEqual(issuesOf(undefined), ['id is required']);
  for (const given of [null, [], 'id', 7]) {
    assert.deepEqual(issuesOf(given), ['arguments must be an object']);
  }
});

test('an unknown name is told even where it means something to JavaScript', () => {
  const given = JSON.parse('{"id":"x","__proto__":1}');
  const issue = '"__proto__" is not an argument of weigh; there are id, size';
  assert.deepEqual(issuesOf(given), [issue]);
});

test('long names are shortened, and 20 issues are enough', () => {
  const [, issue = ''] = issuesOf({ ['x'.repeat(5000)]: 1 });
  assert.ok(issue.startsWith(`"${'x'.repeat(60)}" is not`), issue);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`name-${index}`, 1]));
  assert.equal(issuesOf(many).length, 20);
});
