import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Ask } from '../../../../../scripts/ask.ts';
import { createFolder, FIXTURES, type Folder, type Run, runAt } from '../run-in-folder.ts';
import { createPerson } from './answers.ts';

const OFFICE = join(FIXTURES, 'office/Client Reviews 2024.csv');
const NOW = new Date('2026-10-06T12:00:00Z');

const run = (folder: Folder, ask: Ask | undefined, ...args: string[]) =>
  runAt(NOW, [...args, '--content', folder.content], { ask });

/** The answers to all that is unclear in the export of an office; Enter gives the others. */
const CLEAR = ['where do these reviews come from = Avvo', '"shown" is no = No'];

test('unclear columns are asked for, a preview is shown, and nothing is written before a yes', async (t) => {
  const folder = createFolder(t);
  const before = folder.files();
  const said: string[] = [];
  const answers = [
    ...CLEAR,
    'every author was a client of quill & anchor law = Yes',
    'go ahead: add 4 = no',
  ];
  const { out } = await run(folder, createPerson(answers, said), OFFICE);
  assert.match(out, /★★★★★ {2}Maria O\., March 4, 2024 \(Avvo\)\n {4}They called me back/);
  assert.match(out, /Highly recommended!\n {4}Your reply: Thank you, Maria\./);
  assert.match(out, /would add +4\n.*\n.*\n +would skip +1\n/);
  assert.match(out, /Nothing was written\.$/);
  assert.deepEqual(folder.files(), before);
  const asked = said.filter((line) => line.startsWith('?')).map((line) => line.split('\n')[0]);
  assert.equal(asked.length, CLEAR.length + 5, asked.join('\n'));
});

test('who does not vouch stores pending reviews, and answers are kept for the next time', async (t) => {
  const folder = createFolder(t);
  const path = folder.write('reviews.csv', readFileSync(OFFICE));
  const map = join(folder.root, 'map.yaml');
  const { out } = await run(folder, createPerson(CLEAR), path);
  assert.match(
    out,
    /4 new reviews are pending.*\n.*\n {2}npm run verify -- --source Avvo --content \S+$/m,
  );
  assert.match(out, /--undo --content \S+\nYour answers are in .*map\.yaml\. The next time:\n/);
  const stored = folder.load().reviews;
  assert.deepEqual(new Set(stored.map((one) => one.verification.status)), new Set(['pending']));
  const said: string[] = [];
  const again = await run(folder, createPerson([], said), path, '--map', map);
  assert.match(again.out, /added +0\n +changed +0\n +unchanged +4\n/);
  assert.deepEqual(said, []);
});

test('a dragged file is its path, and a new folder asks for the business', async (t) => {
  const folder = createFolder(t, null);
  const path = folder.write('my reviews.csv', 'Name,Rating,Date,Text\nPat Q,5,2024-06-11,Good\n');
  for (const typed of [`'${path}' `, path.replaceAll(' ', '\\ '), `"${path}"`]) {
    const answers = [
      `which file = ${typed}`,
      'what is the name of the business? = Quill & Anchor',
      'in which time zone = America/Chicago',
      'where do these = Yelp',
    ];
    const { code, out, errors } = await run(folder, createPerson(answers), '--dry-run');
    assert.equal(code, 0, errors);
    assert.match(
      out.replace(/\s+/g, ' '),
      /A new one says: Quill & Anchor, time zone America\/Chicago/,
    );
  }
});

/** Returns the lines of the map in a letter. */
function linesIn({ errors }: Run): string {
  const [, lines = ''] =
    /\n\n((?:\w+: .*\n)+)\nSave these lines as map\.yaml and run: npm run/.exec(errors) ?? [];
  return lines;
}

test('without a terminal all questions are one letter, whose lines work when they are copied', async (t) => {
  const folder = createFolder(t);
  const letter = await run(folder, undefined, OFFICE);
  assert.equal(letter.code, 1);
  assert.match(letter.errors, /was not imported, because 5 questions must be answered first/);
  assert.match(
    letter.errors,
    /2\. Which column has the names of the reviewers\?\n {3}The reason: .*\n {5}author: Person {3}# Person: Maria Okafor, Sam Lee, Ana Ruiz\n/,
  );
  const unanswered = folder.write('map.yaml', linesIn(letter));
  const blank = await run(folder, undefined, OFFICE, '--map', unanswered);
  assert.equal(blank.code, 1);
  const map = folder.write(
    'map.yaml',
    linesIn(letter)
      .replace('author: ""', 'author: Person')
      .replace('text: ""', 'text: Remarks')
      .replace('""', 'Avvo'),
  );
  const { code, out, errors } = await run(folder, undefined, OFFICE, '--map', map);
  assert.equal(code, 0, errors);
  assert.match(out, /added +4\n/);
});

test('a question that no answer settles is a refusal', async (t) => {
  const folder = createFolder(t);
  const path = folder.write(
    'in.csv',
    'Name,Rating,Date,Text\nPat,5,a month ago,Good\nLou,4,2 years ago,Bad\n',
  );
  for (const ask of [undefined, createPerson([])]) {
    const { errors } = await run(folder, ask, path, '--source', 'Yelp');
    assert.match(
      errors,
      /in\.csv was not imported: .*a month ago.*download the reviews with full dates/,
    );
  }
});

test('a path is needed where no one can be asked for it, and --undo takes none', async (t) => {
  const folder = createFolder(t);
  assert.match((await run(folder, undefined)).errors, /PATH is missing/);
  assert.match((await run(folder, undefined, '--undo', OFFICE)).errors, /--undo takes no PATH/);
});

test('what a platform verified is published in any case, and each question and report says so', async (t) => {
  const folder = createFolder(t);
  const path = folder.write(
    'in.csv',
    `Name,Rating,Date,Text,Verified
Pat Q,5,2024-06-11,Good work from all of them,Yes
Lou R,1,2024-06-12,Nobody called me back in weeks,No
,4,2024-06-13,Friendly and quick as always,
`,
  );
  const said: string[] = [];
  const answers = ['show which reviews the platform = Yes'];
  const { out } = await run(folder, createPerson(answers, said), path, '--source', 'Yelp');
  const asked = said.find((line) => line.includes('vouch')) ?? '';
  assert.match(
    asked,
    /Publish the new review\? .* the author was .*Yelp verified 1 other, so it is/,
  );
  assert.match(out, /Pat Q\., June 11, 2024 \(Yelp\)\n/);
  assert.match(out, /Lou R\., June 12, 2024 \(Yelp, not published yet\)\n/);
  const [before = '', after = ''] = out.split('Done.\n');
  assert.match(before, /1 new review will be published: Yelp verified it\.\n/);
  assert.doesNotMatch(before, /npm run verify/);
  assert.match(after, /1 new review is published: Yelp verified it\.\n/);
  assert.match(after, /2 new reviews are pending, .* \(Yelp did not verify 1 of them\)\.\n/);
  assert.match(after, /1 new review has no name: readers see "Anonymous"\.\n/);
});
