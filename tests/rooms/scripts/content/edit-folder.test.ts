import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { editFolder } from '../../../../scripts/content/edit-folder.ts';
import { Folder, review } from './run-command.ts';

const EDITS = [
  { file: 'a.yaml', before: 'a', text: 'A' },
  { file: 'new/b.yaml', before: undefined, text: 'B' },
  { file: 'c.yaml', before: 'c\n', text: undefined },
  { file: 'd.yaml', before: 'd', text: 'D' },
];
// With line ends and a mark that a text has not.
const FILES = { 'a.yaml': 'a', 'c.yaml': '\ufeffc\r\n', 'd.yaml': 'd' };

/** A disk on which one call fails, counted from 0. */
function failingAt(at: number): typeof fs {
  let count = 0;
  const strike = () => {
    if (count++ === at) throw new Error('ENOSPC: no space left on device');
  };
  return {
    ...fs,
    writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
      strike();
      fs.writeFileSync(...args);
    },
    renameSync: (...args: Parameters<typeof fs.renameSync>) => {
      strike();
      fs.renameSync(...args);
    },
    rmSync: (...args: Parameters<typeof fs.rmSync>) => {
      if (!String(args[0]).endsWith('.tmp')) strike();
      fs.rmSync(...args);
    },
  };
}

test('all files are edited', (context) => {
  const folder = new Folder(context, FILES);
  editFolder(folder.root, EDITS);
  const { 'business.yaml': _, ...files } = folder.files();
  assert.deepEqual(files, { 'a.yaml': 'A', 'd.yaml': 'D', 'new/b.yaml': 'B' });
});

test('wherever the disk fails, every file is again what it was', (context) => {
  // Three files are written and renamed, and one is deleted.
  for (let at = 0; at < 7; at++) {
    const folder = new Folder(context, FILES);
    const before = folder.files();
    assert.throws(
      () => editFolder(folder.root, EDITS, failingAt(at)),
      /could not be written \(ENOSPC.*nothing was changed/,
    );
    assert.deepEqual(folder.files(), before, `call ${at}`);
  }
});

test('a file that was changed meanwhile is not written over', (context) => {
  for (const [file, text] of [
    ['a.yaml', 'another'],
    ['new/b.yaml', 'there already'],
    ['c.yaml', 'another'],
  ] as const) {
    const folder = new Folder(context, FILES);
    folder.save({ [file]: text });
    const before = folder.files();
    assert.throws(() => editFolder(folder.root, EDITS), /changed meanwhile; run the command again/);
    assert.deepEqual(folder.files(), before);
  }
});

test('a link stays one', (context) => {
  const folder = new Folder(context, { 'notes/a.yaml': 'a' });
  fs.symlinkSync('notes/a.yaml', join(folder.root, 'a.yaml'));
  editFolder(folder.root, EDITS.slice(0, 1));
  assert.equal(folder.read('notes/a.yaml'), 'A');
  assert.ok(fs.lstatSync(join(folder.root, 'a.yaml')).isSymbolicLink());
});

test('a file keeps its byte order mark, its line ends and its mode', (context) => {
  for (const [bytes, before, text, after] of [
    ['\ufeffa\r\nb\r\n', 'a\nb\n', 'a\nB\nc\n', '\ufeffa\r\nB\r\nc\r\n'],
    ['\ufeffa\r\nb', 'a\nb', 'A\nb\nc\n', '\ufeffA\r\nb\r\nc\r\n'],
    ['a\r\nb', 'a\nb', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['a\nb\r\nc\nd\n', 'a\nb\nc\nd\n', 'a\nb\nC\nd\n', 'a\nb\r\nC\nd\n'],
    ['a\r\n', 'a\n', '', ''],
  ] as const) {
    const folder = new Folder(context, { 'a.yaml': bytes });
    folder.setMode('a.yaml', 0o640);
    editFolder(folder.root, [{ file: 'a.yaml', before, text }]);
    assert.equal(folder.read('a.yaml'), after);
    assert.equal(folder.modeOf('a.yaml'), 0o640);
  }
  const folder = new Folder(context, { 'a.yaml': 'a\r\n' });
  editFolder(folder.root, [{ file: 'a.yaml', before: 'a\n', text: Buffer.from('b\n') }]);
  assert.equal(folder.read('a.yaml'), 'b\n');
});

test('what a command changes of a file leaves every other byte, and its mode', async (context) => {
  const text = `\ufeff${review('google-a1', { verification: '{status: pending}   # ask her' })}`
    .replace('rating: 5', '\n# Five?\nrating:   5')
    .replaceAll('\n', '\r\n');
  const folder = new Folder(context, { 'reviews/a.md': text });
  folder.setMode('reviews/a.md', 0o600);
  await folder.run('verify', ['--all-pending', '--date', '2026-10-01']);
  const verified = text.replace('pending}', 'verified, method: platform-import, date: 2026-10-01}');
  assert.equal(folder.read('reviews/a.md'), verified);
  await folder.run('reply', ['google-a1', '--text', 'Thanks.', '--date', '2026-10-02']);
  assert.equal(
    folder.read('reviews/a.md'),
    verified.replace(
      '# ask her\r\n',
      '# ask her\r\nownerReply:\r\n  text: Thanks.\r\n  datePublished: 2026-10-02\r\n',
    ),
  );
  await folder.run('reply', ['google-a1', '--delete']);
  assert.equal(folder.read('reviews/a.md'), verified);
  assert.equal(folder.modeOf('reviews/a.md'), 0o600);
});
