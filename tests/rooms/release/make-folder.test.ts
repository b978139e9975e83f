import assert from 'node:assert/strict';
import { readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import { createFolder } from '../../support/content-folder.ts';

test('a folder is made with missing parents, for its user alone where that is asked, and left where it is there', (t) => {
  const folder = createFolder(t);
  makeFolder(join(folder, 'a/b/own/'), OWN_FOLDER);
  writeFileSync(join(folder, 'a/b/own/file'), '');
  symlinkSync('a', join(folder, 'link'));
  for (const path of ['a/b/../b/own', 'a/b', 'link', 'link/c']) makeFolder(join(folder, path));
  const made = readdirSync(join(folder, 'a'), { recursive: true }).sort();
  assert.deepEqual(made, ['b', 'b/own', 'b/own/file', 'c']);
  const modes = ['a', 'a/b/own'].map((path) => statSync(join(folder, path)).mode & 0o077);
  assert.deepEqual(modes, [0o777 & ~process.umask() & 0o077, 0]);
});
