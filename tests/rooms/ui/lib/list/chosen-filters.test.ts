import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readListQuestion } from '#search/question/list-question.ts';
import { catalogueFor } from '#words/words.ts';
import { FIELDS } from '../../../../../site/ui/lib/list/chosen-filters.ts';

test('every parameter of the list has a name for people', () => {
  const [problem] = readListQuestion('nothing=1').problems;
  const names = problem?.message.split('there are ')[1]?.split(', ') ?? [];
  assert.ok(names.length > 10);
  const { t } = catalogueFor('en');
  assert.deepEqual(FIELDS.toSorted(), names.toSorted());
  for (const field of FIELDS) assert.notEqual(t(`list.fields.${field}`), '');
});
