import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Issue, issuesOf, MAX_ISSUES } from '#search/issue.ts';

const Asked = z.strictObject({
  limit: z.int('must be a whole number').max(9, 'must be at most 9').optional(),
  names: z.array(z.string('must be text')).optional(),
});

function issuesFor(input: Record<string, unknown>): Issue[] {
  const { error } = Asked.safeParse(input);
  return issuesOf(error ?? assert.fail('the input is refused'), input);
}

test('a sentence names the parameter, the rule and what was given', () => {
  assert.deepEqual(issuesFor({ limit: 12 }), [
    { path: ['limit'], code: 'too_big', message: 'limit must be at most 9 (got 12)' },
  ]);
  assert.deepEqual(issuesFor({ limit: 'a"b' }), [
    {
      path: ['limit'],
      code: 'invalid_type',
      message: 'limit must be a whole number (got "a\\"b")',
    },
  ]);
});

test('a place inside a parameter is named, with what was given there', () => {
  assert.deepEqual(issuesFor({ names: ['a', 5] }), [
    { path: ['names', '1'], code: 'invalid_type', message: 'names.1 must be text (got 5)' },
  ]);
});

test('an issue of the whole has no path', () => {
  const [issue] = issuesFor({ more: 1 });
  assert.deepEqual(issue?.path, []);
  assert.match(issue?.message ?? '', /more/);
});

test('a long value is cut', () => {
  const [issue] = issuesFor({ limit: 'x'.repeat(5000) });
  assert.equal(issue?.message, `limit must be a whole number (got "${'x'.repeat(76)}...)`);
});

test('of very many issues the first are told', () => {
  const issues = issuesFor({ names: Array.from({ length: 1000 }, () => 5) });
  assert.equal(issues.length, MAX_ISSUES);
  assert.deepEqual(issues.at(-1)?.path, ['names', '19']);
});

test('every issue is one that answers may hold', () => {
  for (const issue of issuesFor({ limit: 12, names: 5, more: 1 })) {
    assert.deepEqual(Issue.parse(issue), issue);
  }
});
