import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readMams, readTexts } from '../../../../scripts/lab/labeled/labeled.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

const read = (t: TestContext, content: string) =>
  readTexts(join(createContentFolder(t, { 'a.tsv': content }), 'a.tsv'));

test('a line is a text, its label and, where they are given, those of aspects', (t) => {
  const lines = '  Bad.  \t 0 \r\n\nGood\t1\tfood=positive staff=mixed\r\nSo\tneutral\t-\n';
  assert.deepEqual(read(t, lines), [
    { text: 'Bad.', label: 'negative', says: [] },
    {
      text: 'Good',
      label: 'positive',
      says: [
        { aspect: 'food', label: 'positive' },
        { aspect: 'staff', label: 'mixed' },
      ],
    },
    { text: 'So', label: 'neutral', says: [] },
  ]);
});

test('a line without a known label is refused with its place', (t) => {
  for (const [content, fault] of [
    ['Good\t1\nNothing\n', /:2:1 error has the label ""/],
    // Where 0 is neutral, -1 is negative; here 0 is negative.
    ['a\t0\nb\t-1\n', /:2:1 error has the label "-1".* or 0 \(negative\)/],
    ['a\t1\tfood=great\n', /:1:1 error has the label "great"/],
    [
      'Good\tpostive\n',
      /:1:1 error has the label "postive" \(did you mean "positive"\?\); a label is positive, /,
    ],
  ] as const) {
    assert.throws(() => read(t, content), fault);
  }
});

test('a part of MAMS-ACSA has its sentences with the labels of their categories', (t) => {
  const said = '<aspectCategory category="food" polarity="positive"/>';
  const xml = `<sentence>\n<text>Great food.</text><a>${said}</a></sentence>`;
  const folder = createContentFolder(t, { 'acsa_val.xml': xml, 'acsa_train.xml': '<sentences/>' });
  assert.deepEqual(readMams(folder, 'val'), [
    { text: 'Great food.', says: [{ aspect: 'food', label: 'positive' }] },
  ]);
  assert.throws(() => readMams(folder, 'train'), /acsa_train\.xml:1:1 error contains no sentences/);
});
