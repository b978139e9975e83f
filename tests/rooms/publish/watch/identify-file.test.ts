import assert from 'node:assert/strict';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { identifyFile, pollFile } from '../../../../sidecar/publish/watch/identify-file.ts';
import { createFolder, saveFiles } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';

test('a file is reported once it is written: the first, and one that replaces it, its link or its folder', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = join(createFolder(t), 'not/yet/release');
  const file = join(folder, 'manifest.json');
  const write = (place: string, text: string) => saveFiles(place, { 'manifest.json': text });
  let count = 0;
  const end = pollFile(file, 250, async () => count++);
  atEnd(t, end);
  const look = (times = 3) => {
    const before = count;
    for (let time = 0; time < times; time++) t.mock.timers.tick(250);
    return count - before;
  };
  assert.equal(look(), 0);
  for (const text of ['1', '10', '100']) {
    write(folder, text);
    assert.equal(look(1), 0, 'it may still be written');
  }
  assert.deepEqual([look(1), look()], [1, 0]);
  write(`${folder}-2`, '2');
  renameSync(folder, `${folder}-1`);
  assert.equal(look(), 0);
  symlinkSync(`${folder}-2`, folder);
  assert.equal(look(), 1);
  writeFileSync(join(folder, '.manifest'), '3');
  renameSync(join(folder, '.manifest'), file);
  assert.equal(look(), 1);
  let others = 0;
  atEnd(
    t,
    pollFile(file, 250, async () => others++, identifyFile(file)),
  );
  assert.deepEqual([look(), others], [0, 0], 'it was known');
  write(folder, '4');
  end();
  assert.deepEqual([look(), others], [0, 1]);
});
