import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { describeEncodingFault } from '#search/request/encoding-fault.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';

const SORTS = ['newest', 'oldest'];
const Question = z.strictObject({
  name: z.string().optional(),
  stars: z.number('must be a number').multipleOf(0.5, 'must be a whole or half star').optional(),
  count: z.int('must be a whole number').default(20),
  has_reply: z.boolean('must be true or false').optional(),
  sort: z.enum(SORTS).optional(),
  day: z.string().max(10, 'must be at most 10 characters'),
});

const read = (queryString: string) => parseParameters(queryString, Question, 'questions');

test('the schema decides how a value is written', () => {
  for (const [queryString, value] of [
    ['', {}],
    ['name=5', { name: '5' }],
    ['name=true', { name: 'true' }],
    ['name=a,b', { name: 'a,b' }],
    ['stars=4.5&count=3', { stars: 4.5, count: 3 }],
    ['has_reply=true', { has_reply: true }],
    ['has_reply=false', { has_reply: false }],
    ['sort=oldest', { sort: 'oldest' }],
  ] as const) {
    const expected = { value: { count: 20, day: 'today', ...value } };
    assert.deepEqual(read(`day=today&${queryString}`), expected, queryString);
  }
});

test('what is required is missing once, and not where it is malformed already', () => {
  const codesOf = (queryString: string) =>
    read(queryString).problems?.map(({ path, code }) => `${path} ${code}`);
  assert.deepEqual(codesOf(''), ['day missing_value']);
  assert.deepEqual(codesOf('day='), ['day empty_value']);
  assert.deepEqual(codesOf('day=%ff'), ['day malformed_encoding']);
  assert.deepEqual(codesOf('day=x&day=y'), ['day repeated_parameter']);
  assert.deepEqual(codesOf('day=12345678901&day=y'), ['day repeated_parameter', 'day too_long']);
});

test('the bytes that are not percent-encoded UTF-8 are named, and only where there are some', () => {
  const found = (text: string) => /"(.*?)"/.exec(describeEncodingFault(text) ?? '')?.[1];
  for (const [text, bytes] of [
    ['100%', '%'],
    ['a%zz', '%zz'],
    ['%2', '%2'],
    ['%%41', '%'],
    ['%C3%A9%C3', '%C3'],
    ['%C3a', '%C3'],
    ['%C0%AF', '%C0%AF'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['%41%80%80', '%80'],
    ['%F5%80%80%80', '%F5%80%80%80'],
    ['%F0%9F%91', '%F0%9F%91'],
    ['é%41%C3%A9%F0%9F%91%8D', undefined],
  ] as const) {
    assert.equal(found(text), bytes, text);
  }
});

test('a fault is described exactly where decoding fails', () => {
  const piece = fc.oneof(
    fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    fc.constantFrom('%', 'a', 'F', 'é', '%C3%A9', '%f0%9f%91%8d'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let decodes = true;
      try {
        decodeURIComponent(text);
      } catch {
        decodes = false;
      }
      return decodes === (describeEncodingFault(text) === undefined);
    }),
    { numRuns: runs(2000) },
  );
});
