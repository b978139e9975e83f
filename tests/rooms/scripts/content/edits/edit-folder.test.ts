import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { editFolder } from '../../../../../scripts/content/edits/edit-folder.ts';
import { withLock } from '../../../../../scripts/content/edits/folder-lock.ts';
import { REPOSITORY } from '../../../../support/run-script.ts';
import { Folder } from '../run-command.ts';

const EDITS = [
  { file: 'a.yaml', before: 'a', text: 'A' },
  { file: 'new/b.yaml', before: undefined, text: 'B' },
  { file: 'c.yaml', before: 'c\n', text: undefined },
];
// With line ends and a mark that a text has not.
const FILES = { 'a.yaml': 'a', 'c.yaml': '\ufeffc\r\n' };

/** A disk on which one call that writes or renames fails, counted from 0. */
function failingAt(at: number): typeof fs {
  let count = 0;
  const failing =
    <Args extends unknown[]>(call: (...args: Args) => void) =>
    (...args: Args) => {
      assert.notEqual(count++, at, 'ENOSPC: no space left on device');
      call(...args);
    };
  return { ...fs, writeFileSync: failing(fs.writeFileSync), renameSync: failing(fs.renameSync) };
}

test('all files are edited, or none wherever the disk fails', (context) => {
  const folder = new Folder(context, FILES);
  const before = folder.files();
  for (let at = 0; at < 4; at++) {
    assert.throws(
      () => editFolder(folder.root, EDITS, failingAt(at)),
      /could not be written \(ENOSPC.*nothing was changed/,
    );
    assert.deepEqual(folder.files(), before, `call ${at}`);
  }
  editFolder(folder.root, EDITS, failingAt(4));
  assert.deepEqual(Object.keys(folder.files()), ['a.yaml', 'business.yaml', 'new/b.yaml']);
  assert.equal(folder.read('a.yaml') + folder.read('new/b.yaml'), 'AB');
});

test('a file keeps its line ends and its mode, a link stays one, leftovers go', (context) => {
  const leftover = 'notes/.a.yaml.testimony-1.tmp';
  const folder = new Folder(context, { 'notes/a.yaml': '\ufeffa\r\nb\nc\r\n', [leftover]: 'a' });
  fs.chmodSync(join(folder.root, 'notes/a.yaml'), 0o666);
  fs.symlinkSync('notes/a.yaml', join(folder.root, 'a.yaml'));
  const splices = [{ start: 2, end: 3, text: 'B\nB' }];
  editFolder(folder.root, [{ file: 'a.yaml', before: 'a\nb\nc\n', text: 'a\nB\nB\nc\n', splices }]);
  assert.equal(folder.read('notes/a.yaml'), '\ufeffa\r\nB\r\nB\nc\r\n');
  assert.equal(fs.statSync(join(folder.root, 'notes/a.yaml')).mode & 0o777, 0o666);
  assert.ok(fs.lstatSync(join(folder.root, 'a.yaml')).isSymbolicLink() && !folder.has(leftover));
});

/** Runs code in another process, in a folder. */
function spawnIn({ root }: Folder, code: string) {
  const imports = `
    import * as fs from 'node:fs';
    import { ChangedError, editFolder } from '${REPOSITORY}scripts/content/edits/edit-folder.ts';
    import { withLock } from '${REPOSITORY}scripts/content/edits/folder-lock.ts';`;
  const args = ['--input-type=module', '-e', imports + code];
  return spawn(process.execPath, args, { cwd: root, timeout: 30_000 });
}

test('no process undoes the edits of another one', async (context) => {
  const folder = new Folder(context, { 'a.yaml': '' });
  const code = `
    for (let done = 0; done < 20; done++) try {
      const before = fs.readFileSync('a.yaml', 'utf8');
      editFolder('.', [{ file: 'a.yaml', before, text: before + '.' }]);
    } catch ({ cause }) {
      if (cause instanceof ChangedError) done--;
    }`;
  await Promise.all(['a', 'b', 'c'].map(() => once(spawnIn(folder, code), 'exit')));
  assert.equal(folder.read('a.yaml'), '.'.repeat(60));
});

test('a process that waits in vain changes nothing, and a dead one is not waited for', async (context) => {
  const folder = new Folder(context);
  const holder = spawnIn(folder, "withLock('.', () => { fs.writeSync(1, 'locked'); for (;;); })");
  await once(holder.stdout, 'data');
  const wait = () => withLock(folder.root, () => 'done', 0);
  assert.throws(wait, /another command is still writing, so nothing was changed/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  assert.equal(wait(), 'done');
});
