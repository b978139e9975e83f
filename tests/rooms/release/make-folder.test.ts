import assert from 'node:assert/strict';
import { readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { createFolder } from '../../support/content-folder.ts';

const hasProc = process.platform === 'linux';

test('a folder is made with those that it stands in, and left alone where it is there', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'a/b/c/'));
  writeFileSync(join(folder, 'a/b/c/file'), '');
  makeFolder(join(folder, 'a/b/../b/c'));
  makeFolder(join(folder, 'a/b'));
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [
    'a',
    'a/b',
    'a/b/c',
    'a/b/c/file',
  ]);
});

test('a folder can be for its user alone, and those that it stands in are not', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'a/own'), OWN_FOLDER);
  const modes = ['a', 'a/own'].map((path) => statSync(join(folder, path)).mode & 0o077);
  assert.deepEqual(modes, [0o777 & ~process.umask() & 0o077, 0]);
});

test('a link to a folder is a folder', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  makeFolder(join(folder, 'link/inside'));
  makeFolder(join(folder, 'link'));
  assert.deepEqual(readdirSync(join(folder, 'real')), ['inside']);
});

test('what stands in the way is told as the system does', (t) => {
  const folder = createFolder(t);
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('nowhere', join(folder, 'link'));
  for (const [path, code] of [
    ['file', 'EEXIST'],
    ['file/a', 'ENOTDIR'],
    ['file/a/b', 'ENOTDIR'],
    ['link', 'EEXIST'],
    ['link/a', 'EEXIST'],
    [`${'x'.repeat(300)}/a`, 'ENAMETOOLONG'],
  ] as const) {
    assert.throws(() => makeFolder(join(folder, path)), { code }, path);
  }
});

test('where nothing can be made although the parent is there, that is told at once', {
  skip: !hasProc && 'there is no /proc here',
}, () => {
  for (const path of ['/proc/nowhere', '/proc/nowhere/a/b', '/proc/self/nowhere/a']) {
    assert.throws(() => makeFolder(path), { code: 'ENOENT' }, path);
  }
});
