import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  readAspectFile,
  readStarredReviews,
} from '../../../../scripts/lab/labelled/aspect-files.ts';
import { findData, readMamsFile } from '../../../../scripts/lab/labelled/find-data.ts';
import { readPolarityFile } from '../../../../scripts/lab/labelled/labelled.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { ASPECTS } from '../evaluate/stand-ins.ts';

function write(t: TestContext, content: string): string {
  return join(createContentFolder(t, { 'a.tsv': content }), 'a.tsv');
}

const readPolarity = (t: TestContext, content: string) => readPolarityFile(write(t, content));
const readAspects = (t: TestContext, content: string) => readAspectFile(write(t, content), ASPECTS);

test('a line is a text and a label, in every spelling and case; what spreadsheets add is passed over', (t) => {
  const spellings = ['Positive', 'POS', '1', '+1', 'negative', 'Neg', '0', 'neutral', 'neu'];
  const labels = readPolarity(t, spellings.map((label) => `x\t${label}\n`).join(''));
  assert.equal(labels.map(({ label }) => label[2]).join(''), 'ssssggguu');
  assert.equal(readPolarity(t, 'x\t-1')[0]?.label, 'negative');
  const content =
    '\ufeffText\tLabel\r\n\r\n  Bad.  \t 0 \r\nGood\tfood\t1\t\r\n"He said ""yes"""\t"1"\r\n"A" or "B"\t1\r\n';
  assert.deepEqual(
    readPolarity(t, content).map(({ text, label }) => [text, label]),
    [
      ['Bad.', 'negative'],
      ['Good food', 'positive'],
      ['He said "yes"', 'positive'],
      ['"A" or "B"', 'positive'],
    ],
  );
});

test('a line says what a text says of an aspect, or that it speaks of none', (t) => {
  const lines = 'text\taspect\tlabel\nGood food\tfood\t1\nSo so\tstaff\tmixed\na\t-\t-\nb\t\t\n';
  assert.deepEqual(readAspects(t, lines), [
    { text: 'Good food', says: { aspect: 'food', label: 'positive' } },
    { text: 'So so', says: { aspect: 'staff', label: 'mixed' } },
    { text: 'a' },
    { text: 'b' },
  ]);
});

for (const [what, read, content, fault] of [
  ['a line without a label', readPolarity, 'Good\t1\nNothing\n', /:2:1 error has no label/],
  [
    'an unknown label',
    readPolarity,
    'Good\tpostive\n',
    /:1:1 error has the label "postive" \(did you mean "positive"\?\); a label is positive, /,
  ],
  [
    '0 beside -1, which may be meant as neutral,',
    readPolarity,
    'a\t-1\nb\t1\nc\t0\n',
    /:3:1 error says 0 where other lines say -1; write neutral or negative instead of 0/,
  ],
  [
    'an aspect that the list lacks',
    readAspects,
    'a\tfood\t1\nb\tstaf\t1\n',
    /:2:1 error names the aspect "staf", .* \(did you mean "staff"\?\); it has food, staff$/,
  ],
  ['a line with one tab', readAspects, 'a\tfood\n', /:1:1 error has too few tabs/],
  ['an unknown label of an aspect', readAspects, 'a\tfood\tgreat\n', /error has the label "great"/],
] as const) {
  test(`${what} is refused with its place`, (t) => {
    assert.throws(() => read(t, content), fault);
  });
}

test('reviews are read with their stars; what is of ten is halved, what is missing left out', (t) => {
  const csv = 'text,all,f,s\ngood,4,5,4\nfine,9,2,\nnice,1.0,1.0,0\n,3,5,5\ngreat,,,5\n';
  const reviews = (columns: string) => readStarredReviews(write(t, csv), columns, ASPECTS);
  assert.deepEqual(
    reviews('text=text,rating=all,food=f,staff=s').map(({ text, rating, stars }) => [
      ...[text, rating, Object.fromEntries(stars)],
    ]),
    [
      ['good', 4, { food: 5, staff: 4 }],
      ['fine', 4.5, { food: 2 }],
      ['nice', 1, { food: 1 }],
    ],
  );
  for (const [columns, fault] of [
    ['text=text,rating=all,foot=f', /names "foot".*food.*staff/],
    ['text=text,rating=overall', /no column "overall".*all/],
    ['text=text,food=f', /lacks rating=COLUMN/],
  ] as const) {
    assert.throws(() => reviews(columns), fault);
  }
});

test('folders of data are known by what they hold, whole', (t) => {
  const files = { 'yelp_labelled.txt': '', 'amazon_cells_labelled.txt': '' };
  const uci = createContentFolder(t, { ...files, 'imdb_labelled.txt': '' });
  const text = 'Great food &amp; rude &amp;lt; waiters.';
  const said = '<aspectCategory category="food" polarity="positive"/>';
  const xml = `<sentence>\n<text>${text}</text><a>${said}</a></sentence>`;
  const mams = createContentFolder(t, { 'acsa_val.xml': xml, 'acsa_train.xml': '<sentences/>' });
  const found = findData([mams, uci]);
  assert.deepEqual([...found.uci.keys()], ['yelp', 'amazon', 'imdb']);
  assert.equal(found.uci.get('amazon'), join(uci, 'amazon_cells_labelled.txt'));
  const { training = '', validation = '' } = found.mams ?? {};
  assert.throws(() => readMamsFile(training), /acsa_train\.xml:1:1 error holds no sentences/);
  assert.deepEqual(readMamsFile(validation), [
    { text: 'Great food & rude &lt; waiters.', says: { aspect: 'food', label: 'positive' } },
  ]);
  for (const [folder, fault] of [
    [createContentFolder(t, { 'readme.txt': '' }), /holds neither \*_labelled\.txt/],
    [createContentFolder(t, files), /lacks imdb\*_labelled\.txt/],
  ] as const) {
    assert.throws(() => findData([folder]), fault);
  }
});
