import assert from 'node:assert/strict';
import { readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { createFolder } from '../../support/content-folder.ts';

test('a folder is made with missing parents, and left alone where it is there', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'a/b/c/'));
  writeFileSync(join(folder, 'a/b/c/file'), '');
  symlinkSync('a', join(folder, 'link'));
  for (const path of ['a/b/../b/c', 'a/b', 'link', 'link/b/d']) makeFolder(join(folder, path));
  assert.deepEqual(readdirSync(join(folder, 'a'), { recursive: true }).sort(), [
    'b',
    'b/c',
    'b/c/file',
    'b/d',
  ]);
});

test('a folder can be for its user alone, and its parents are not', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'a/own'), OWN_FOLDER);
  const modes = ['a', 'a/own'].map((path) => statSync(join(folder, path)).mode & 0o077);
  assert.deepEqual(modes, [0o777 & ~process.umask() & 0o077, 0]);
});

test('what stands in the way is the error of the system', (t) => {
  const folder = createFolder(t);
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('nowhere', join(folder, 'link'));
  for (const [path, code] of [
    ['file', 'EEXIST'],
    ['file/a/b', 'ENOTDIR'],
    ['link', 'EEXIST'],
    ['link/a', 'EEXIST'],
    [`${'x'.repeat(300)}/a`, 'ENAMETOOLONG'],
  ] as const) {
    assert.throws(() => makeFolder(join(folder, path)), { code }, path);
  }
});

test('where nothing can be made although the parent is there, that fails at once', {
  skip: process.platform !== 'linux' && 'there is no /proc here',
}, () => {
  for (const path of ['/proc/nowhere', '/proc/nowhere/a/b', '/proc/self/nowhere/a']) {
    assert.throws(() => makeFolder(path), { code: 'ENOENT' }, path);
  }
});
