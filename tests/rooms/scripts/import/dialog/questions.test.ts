import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Ask } from '../../../../../scripts/ask.ts';
import { createFolder, FIXTURES, type Folder, runAt } from '../run-in-folder.ts';
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

test('a dragged file is its path', async (t) => {
  const folder = createFolder(t);
  const path = folder.write('my reviews.csv', 'Name,Rating,Date,Text\nPat Q,5,2024-06-11,Good\n');
  for (const typed of [`'${path}' `, path.replaceAll(' ', '\\ '), `"${path}"`]) {
    const answers = [`which file = ${typed}`, 'where do these = Yelp'];
    const { code, errors } = await run(folder, createPerson(answers), '--dry-run');
    assert.equal(code, 0, errors);
  }
});

test('a path is needed where no one can be asked for it, and --undo takes none', async (t) => {
  const folder = createFolder(t);
  assert.match((await run(folder, undefined)).errors, /PATH is missing/);
  assert.match((await run(folder, undefined, '--undo', OFFICE)).errors, /--undo takes no PATH/);
});
