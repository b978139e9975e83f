import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areUnfinished, MAX_FILES_LOOKED_AT } from '../../../../sidecar/publish/watch/debounce.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

test('a file is unfinished that is empty or whose last line has no end', (t) => {
  const folder = createContentFolder(t, {
    'empty.md': '',
    'half.md': 'first line\nsecond li',
    'whole.md': 'first line\nsecond line\n',
    'windows.md': 'line\r\n',
  });
  const looksSo = (...paths: string[]) => areUnfinished(folder, new Set(paths));
  assert.equal(looksSo('empty.md'), true);
  assert.equal(looksSo('half.md'), true);
  assert.equal(looksSo('whole.md'), false);
  assert.equal(looksSo('windows.md'), false);
  assert.equal(looksSo('whole.md', 'half.md', 'windows.md'), true);
  assert.equal(looksSo(), false);
});

test('what is missing, or no file, is not unfinished', (t) => {
  const folder = createContentFolder(t, {});
  mkdirSync(join(folder, 'folder.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  assert.equal(areUnfinished(folder, new Set(['gone.md', 'folder.md', 'pipe.md'])), false);
});

test('more files than can be opened in passing count as unfinished', (t) => {
  const folder = createContentFolder(t, {});
  const missing = Array.from({ length: MAX_FILES_LOOKED_AT + 1 }, (_, index) => `${index}.md`);
  assert.equal(areUnfinished(folder, new Set(missing.slice(1))), false);
  assert.equal(areUnfinished(folder, new Set(missing)), true);
});
