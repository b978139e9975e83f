import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { describeIssue } from '#dataset/read/describe-issue.ts';
import { Slug, StarRating } from '#dataset/schema/scalars.ts';
import { AspectSentiment, StoredVerification } from '#dataset/schema/stored-review.ts';

/** The sentences that a schema has for an input. */
function sentencesOf(schema: z.ZodType, input: unknown): string[] {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const { error } = schema.safeParse(input);
  return (error?.issues ?? [])
    .flatMap((issue) => describeIssue(issue, input, keys))
    .map(({ message }) => message);
}

const one = (schema: z.ZodType) => z.strictObject({ key: schema });
const Term = z.union([
  z.string(),
  z.strictObject({ term: z.string(), weight: z.number().max(10) }),
]);

for (const [what, schema, key, sentence] of [
  ['what is no number', StarRating, Number.NaN, 'key: must be a number from 1 to 5 (got NaN)'],
  ['too large a number', z.number().max(90), 100, 'key: must be at most 90 (got 100)'],
  ['too small a number', z.number().min(-90), -91, 'key: must be at least -90 (got -91)'],
  ['a number that is not above', z.number().positive(), 0, 'key: must be more than 0 (got 0)'],
  ['too long a text', z.string().max(3), 'abcd', 'key: must be at most 3 characters (got "abcd")'],
  ['too short a list', z.array(z.string()).min(2), [], 'key: must be at least 2 entries'],
  [
    'a state that is none',
    StoredVerification,
    { status: 'verifed' },
    'key.status: must be one of verified, pending, withheld (did you mean "verified"?) (got "verifed")',
  ],
  [
    'the branch of a union that was meant',
    Term,
    { term: 'a', weight: 20 },
    'key.weight: must be at most 10 (got 20)',
  ],
  ['no branch of a union', Term, 5, 'key: must be a string or a mapping of keys to values (got 5)'],
  [
    'all that a union allows',
    z.union([AspectSentiment, z.literal('none'), z.array(z.string())]),
    'nome',
    'key: must be one of positive, neutral, negative, mixed, none or a list (did you mean "none"?) (got "nome")',
  ],
  [
    'a key that breaks a rule',
    z.record(Slug, z.string()),
    { 'A b': 'x' },
    'key.A b: the key must be lower-case letters, digits and single hyphens',
  ],
  [
    'a long text, cut',
    z.number(),
    'x'.repeat(100),
    `key: must be a number (got "${'x'.repeat(76)}...)`,
  ],
] as const) {
  test(`says ${what}`, () => assert.deepEqual(sentencesOf(one(schema), { key }), [sentence]));
}
