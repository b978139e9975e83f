import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readListQuestion } from '#search/question/list-question.ts';
import { catalogueFor } from '#words/words.ts';

test('every parameter of the list has a name for people', () => {
  const [problem] = readListQuestion('nothing=1').problems;
  const names = problem?.message.split('there are ')[1]?.split(', ') ?? [];
  assert.ok(names.length > 10);
  const { fields } = catalogueFor('en').words.list;
  assert.deepEqual(Object.keys(fields).toSorted(), names.toSorted());
});
