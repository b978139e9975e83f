import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readAspectFile } from '../../../../scripts/lab/labelled/aspect-file.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const ASPECTS = ['food', 'staff'].map((id) => ({ id, name: id, description: id, terms: [id] }));

function read(t: TestContext, content: string) {
  const folder = createContentFolder(t, { 'a.tsv': content });
  return readAspectFile(join(folder, 'a.tsv'), ASPECTS);
}

test('A line says what a text says of an aspect, or that it speaks of none', (t) => {
  const lines = read(
    t,
    'text\taspect\tlabel\nGood food\tfood\t1\nSo so\tstaff\tmixed\na\t-\t-\nb\t\tneutral\nc\t\t\nd\t-\n',
  );
  assert.deepEqual(lines, [
    { text: 'Good food', says: { aspect: 'food', label: 'positive' } },
    { text: 'So so', says: { aspect: 'staff', label: 'mixed' } },
    { text: 'a' },
    { text: 'b' },
    { text: 'c' },
    { text: 'd' },
  ]);
});

test('An aspect that the list lacks is refused with its line and those that there are', (t) => {
  assert.throws(
    () => read(t, 'a\tfood\t1\nb\tstaf\t1\n'),
    /a\.tsv:2:1 error names the aspect "staf", which the list of aspects lacks \(did you mean "staff"\?\); it has food, staff$/,
  );
});

test('A line with one tab, and an unknown label, are refused', (t) => {
  assert.throws(() => read(t, 'a\tfood\n'), /a\.tsv:1:1 error has too few tabs/);
  assert.throws(() => read(t, 'a\tfood\tgreat\n'), /a\.tsv:1:1 error has the label "great"/);
  assert.throws(() => read(t, 'a\t-\tgreat\n'), /a\.tsv:1:1 error has the label "great"/);
  assert.throws(() => read(t, 'a\tfood\t\n'), /a\.tsv:1:1 error has the label ""/);
});
