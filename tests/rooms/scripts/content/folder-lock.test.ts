import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parse } from 'yaml';
import { withLock } from '../../../../scripts/content/folder-lock.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { Folder, review } from './run-command.ts';

const LETTERS = ['a', 'b', 'c', 'd', 'e'];
const fileOf = (letter: string) => `reviews/${letter}.md`;
const filesOf = (letters: readonly string[]) =>
  Object.fromEntries(letters.map((letter) => [fileOf(letter), review(`google-${letter}`)]));

test('of several processes that edit one list none undoes what another did', async (context) => {
  const folder = new Folder(context, filesOf(LETTERS));
  const run = (letter: string) =>
    new Promise<string | undefined>((resolve) => {
      const args = ['remove', `google-${letter}`, '--reason', 'spam', '--content', folder.root];
      execFile(
        process.execPath,
        [`${REPOSITORY}scripts/content/main.ts`, ...args],
        (error, _, errors) => resolve(error ? errors : undefined),
      );
    });
  const faults = await Promise.all(LETTERS.map(run));
  const done = LETTERS.filter((_, index) => faults[index] === undefined);
  assert.notEqual(done.length, 0);
  for (const fault of faults) assert.match(fault ?? 'changed meanwhile', /changed meanwhile/);
  const ids: string[] = parse(folder.read('removed.yaml')).map((one: { id: string }) => one.id);
  assert.deepEqual(
    ids.toSorted(),
    done.map((letter) => `google-${letter}`),
  );
  const { 'business.yaml': _, 'removed.yaml': __, ...rest } = folder.files();
  assert.deepEqual(rest, filesOf(LETTERS.filter((letter) => !done.includes(letter))));
});

test('the process that holds a lock is named to who waits in vain', (context) => {
  const folder = new Folder(context, { '.lock': String(process.ppid) });
  assert.throws(
    () => withLock(folder.root, () => assert.fail(), 0),
    new RegExp(`process ${process.ppid}\\) is still writing .*delete .*/\\.lock first`),
  );
  assert.equal(folder.read('.lock'), String(process.ppid));
});

test('the lock of a process that is dead is taken over, and none is left', (context) => {
  const dead = String(spawnSync('true').pid);
  for (const lock of [dead, String(process.pid), '']) {
    const folder = new Folder(context, { '.lock': lock });
    const held = withLock(folder.root, () => folder.read('.lock'), 0);
    assert.equal(held, String(process.pid));
    assert.deepEqual(Object.keys(folder.files()), ['business.yaml']);
  }
});

test('what a killed process left beside files is gone with the next command', async (context) => {
  const folder = new Folder(context, filesOf(['a', 'b']));
  const code = `
    import * as fs from 'node:fs';
    import { editFolder } from '${REPOSITORY}scripts/content/edit-folder.ts';
    const text = fs.readFileSync('${folder.root}/${fileOf('a')}', 'utf8');
    editFolder('${folder.root}', [{ file: '${fileOf('a')}', before: text, text: text + 'More' }], {
      ...fs,
      renameSync: () => process.kill(process.pid, 'SIGKILL'),
    });`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
  assert.equal(signal, 'SIGKILL');
  const holding = () =>
    Object.entries(folder.files()).flatMap(([file, text]) =>
      /called google-a/.test(text) ? file : [],
    );
  assert.equal(holding().length, 2);
  const { code: status } = await folder.run('remove', ['google-a', '--reason', 'spam']);
  assert.equal(status, 0);
  assert.deepEqual(holding(), []);
  assert.deepEqual(Object.keys(folder.files()), ['business.yaml', 'removed.yaml', fileOf('b')]);
});
