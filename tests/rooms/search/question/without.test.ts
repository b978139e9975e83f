import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListQuery } from '#search/question/list-question.ts';
import { without } from '#search/question/without.ts';

const QUERY: ListQuery = Object.freeze({
  rating: 5,
  aspect: 'fees',
  has_reply: false,
  sort: 'lowest',
});

test('a question loses what is named, and keeps the rest in its order', () => {
  const rest = without(QUERY, 'aspect', 'sort');
  assert.equal(JSON.stringify(rest), '{"rating":5,"has_reply":false}');
});

test('what a question does not ask is not missing from it', () => {
  assert.deepEqual(without(QUERY, 'since', 'after'), QUERY);
  assert.deepEqual(without<ListQuery>({}, 'query'), {});
});

test('nothing named, the rest is a copy: the question itself is never changed', () => {
  const rest = without(QUERY);
  assert.deepEqual(rest, QUERY);
  assert.notEqual(rest, QUERY);
});
