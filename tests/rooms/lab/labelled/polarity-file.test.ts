import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readPolarityFile } from '../../../../scripts/lab/labelled/polarity-file.ts';
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
