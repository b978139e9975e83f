import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Aspect } from '#dataset/stored-entities.ts';

const withTerm = (term: string) =>
  Aspect.safeParse({ id: 'fees', name: 'Fees', description: 'What it costs.', terms: [term] });

test('a term of an aspect holds a word, and at most eight', () => {
  assert.ok(withTerm('no win, no fee').success);
  assert.ok(withTerm('one two three four five six seven-eight').success);
  assert.match(withTerm('...').error?.message ?? '', /must hold a word/);
  const long = withTerm('one two three four five six seven eight nine');
  assert.match(long.error?.message ?? '', /must have at most 8 words/);
});
