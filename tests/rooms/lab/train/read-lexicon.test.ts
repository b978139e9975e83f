import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readLexicon } from '../../../../scripts/lab/train/read-lexicon.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const read = (t: TestContext, law: string, general = 'good\t2\n') =>
  readLexicon(createContentFolder(t, { 'lexicon/law.tsv': law, 'lexicon/general.tsv': general }));

test('terms have valences, and what law practices say of one counts', (t) => {
  const law = 'won * case\t3\nsettlement\t0\ngood\t1\n';
  assert.deepEqual(
    [...read(t, law, 'good\t2\nbad\t-2.5\n')],
    [
      ['won * case', 3],
      ['settlement', 0],
      ['good', 1],
      ['bad', -2.5],
    ],
  );
});

test('a faulty line is named with its file', (t) => {
  for (const line of ['good', 'good\t', '\t2', 'good\tgreat', 'good\t4.5', 'good\t-5', 'a\tNaN']) {
    const lines = `fair\t1\n${line}\n`;
    assert.throws(() => read(t, lines), /law\.tsv:2:1 error is not a term, a tab and a valence/);
    assert.throws(() => read(t, 'fair\t1\n', lines), /general\.tsv:2:1 error is not a term/);
  }
});
