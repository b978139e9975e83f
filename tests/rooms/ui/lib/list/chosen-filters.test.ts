import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_PARAMETERS, readListQuestion } from '#search/question/list-question.ts';
import { catalogueFor } from '#words/words.ts';

test('every parameter of the list has a name for people', () => {
  const [problem] = readListQuestion('nothing=1').problems;
  const names = problem?.message.split('there are ')[1]?.split(', ') ?? [];
  assert.ok(names.length > 10);
  const { t } = catalogueFor('en');
  assert.deepEqual(LIST_PARAMETERS.toSorted(), names.toSorted());
  for (const field of LIST_PARAMETERS) assert.notEqual(t(`list.fields.${field}`), '');
});
