import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readAspectFile } from '../../../../scripts/lab/labelled/aspect-files.ts';
import { findData, readMamsFile } from '../../../../scripts/lab/labelled/find-data.ts';
import { readPolarityFile } from '../../../../scripts/lab/labelled/labelled.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';

function write(t: TestContext, content: string | Uint8Array): string {
  return join(createContentFolder(t, { 'a.tsv': content }), 'a.tsv');
}

function refusalOf(file: string): string {
  try {
    readPolarityFile(file);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message.replaceAll(file, 'a.tsv').split('\n').slice(1).join('\n');
  }
  return 'nothing';
}

test('Labels are taken in every spelling and case', (t) => {
  const spellings = ['Positive', 'POS', '1', '+1', 'negative', 'Neg', '0', 'neutral', 'neu'];
  const file = write(t, spellings.map((label) => `x\t${label}\n`).join(''));
  assert.deepEqual(
    readPolarityFile(file).map(({ label }) => label[2]),
    [...'ssssggguu'],
  );
  assert.deepEqual(readPolarityFile(write(t, 'x\t-1')), [{ text: 'x', label: 'negative' }]);
});

test('A byte order mark, CRLF, empty lines and a heading are passed over', (t) => {
  const file = write(t, '\ufeffText\tLabel\r\n\r\nGood.\t1\r\n \t\r\n  Bad.  \t 0 \r\n\r\n');
  assert.deepEqual(readPolarityFile(file), [
    { text: 'Good.', label: 'positive' },
    { text: 'Bad.', label: 'negative' },
  ]);
});

test('The last cell that holds something is the label, whatever stands before it', (t) => {
  const file = write(t, 'Good\tfood\t1\nBad\t0\t\n\t1\n');
  assert.deepEqual(readPolarityFile(file), [
    { text: 'Good food', label: 'positive' },
    { text: 'Bad', label: 'negative' },
    { text: '', label: 'positive' },
  ]);
});

test('Quotes belong to the text, but not those that a spreadsheet puts around it', (t) => {
  const file = write(t, 'He said "no" "twice"\t0\n"He said ""yes"""\t"1"\n"A" or "B"\t1\n');
  assert.deepEqual(
    readPolarityFile(file).map(({ text }) => text),
    ['He said "no" "twice"', 'He said "yes"', '"A" or "B"'],
  );
});

test('A line that is none is refused with its place', (t) => {
  assert.equal(
    refusalOf(write(t, 'Good\t1\nNothing\n')),
    'a.tsv:2:1 error has no label; a line is a text, a tab and a label',
  );
  assert.equal(
    refusalOf(write(t, '\nGood\tpostive\n')),
    'a.tsv:2:1 error has the label "postive" (did you mean "positive"?); a label is positive, neutral, negative, 1 (positive), 0 or -1 (negative)',
  );
  assert.match(refusalOf(write(t, 'Good\tmixed\n')), /a\.tsv:1:1 error has the label "mixed"/);
});

test('0 beside -1 is refused, as it may be meant as neutral', (t) => {
  assert.equal(
    refusalOf(write(t, 'a\t-1\nb\t1\nc\t0\n')),
    'a.tsv:3:1 error says 0 where other lines say -1; write neutral or negative instead of 0',
  );
});

test('A file that holds no labelled texts is refused', (t) => {
  const none = 'a.tsv:1:1 error holds no labelled texts';
  for (const content of ['', '\n\r\n', 'text\tlabel\n']) {
    assert.equal(refusalOf(write(t, content)), none);
  }
});

test('What cannot be read is refused', (t) => {
  const folder = createFolder(t);
  assert.match(refusalOf(folder), /:1:1 error is a folder; name a file$/);
  assert.match(refusalOf(join(folder, 'b.tsv')), /^a\.tsv:1:1 error cannot be read \(ENOENT\)/);
  assert.match(
    refusalOf(write(t, Uint8Array.of(0x61, 0x0a, 0xff, 0xfe))),
    /^a\.tsv:2:1 error is not valid UTF-8/,
  );
});

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

const XML = `<?xml version="1.0" encoding="utf-8"?>
<sentences>
	<sentence>
		<text>Great food &amp; rude &amp;lt; waiters.</text>
		<aspectCategories>
			<aspectCategory category="food" polarity="positive"/>
			<aspectCategory category="staff" polarity="negative"/>
		</aspectCategories>
	</sentence>
</sentences>
`;

test('Every aspect of a sentence is a line', (t) => {
  const folder = createContentFolder(t, { 'a.xml': XML, 'b.xml': '<sentences></sentences>' });
  const text = 'Great food & rude &lt; waiters.';
  assert.deepEqual(readMamsFile(join(folder, 'a.xml')), [
    { text, says: { aspect: 'food', label: 'positive' } },
    { text, says: { aspect: 'staff', label: 'negative' } },
  ]);
  assert.throws(() => readMamsFile(join(folder, 'b.xml')), /b\.xml:1:1 error holds no sentences/);
});

const SENTENCES = { 'yelp_labelled.txt': '', 'amazon_cells_labelled.txt': '' };

test('Folders are known by what they hold', (t) => {
  const uci = createContentFolder(t, { ...SENTENCES, 'imdb_labelled.txt': '' });
  const mams = createContentFolder(t, { 'acsa_val.xml': '' });
  assert.deepEqual(findData([]), { uci: new Map(), mams: undefined });
  const found = findData([mams, uci]);
  assert.equal(found.uci.get('amazon'), join(uci, 'amazon_cells_labelled.txt'));
  assert.deepEqual([...found.uci.keys()], ['yelp', 'amazon', 'imdb']);
  assert.deepEqual(found.mams, {
    training: join(mams, 'acsa_train.xml'),
    validation: join(mams, 'acsa_val.xml'),
  });
});

test('A folder without known data, with some of them, or that is missing is refused', (t) => {
  const other = createContentFolder(t, { 'readme.txt': '' });
  assert.throws(() => findData([other]), /holds neither \*_labelled\.txt/);
  assert.throws(() => findData([join(other, 'none')]), /cannot be read \(ENOENT\)/);
  const part = createContentFolder(t, SENTENCES);
  assert.throws(() => findData([part]), /lacks imdb\*_labelled\.txt/);
});
