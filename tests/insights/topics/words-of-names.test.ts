import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfNames } from '#insights/topics/words-of-names.ts';
import { datasetOf, TECHNICIANS } from '../../artifacts/sample-datasets.ts';

test('the words are those of the business, of names and of nicknames, but no titles', () => {
  const [maria] = TECHNICIANS;
  const aliases = ['Attorney López', 'Mimi Jones'];
  const technicians = maria ? [{ ...maria, aliases }] : [];
  assert.deepEqual([...wordsOfNames(datasetOf({ technicians }))].sort(), [
    'harbor',
    'jone',
    'jones',
    'law',
    'lopez',
    'maria',
    'mimi',
  ]);
});
