import assert from 'node:assert/strict';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { watchRelease } from '../../../sidecar/publish/follow-release.ts';
import { createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';

/** Follows the release of a folder, by looks that the test takes; `look` is how many reports they made. */
function follow(t: TestContext, outDir: string) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let count = 0;
  const watch = watchRelease(outDir, async () => void count++);
  atEnd(t, () => watch.close());
  const look = (times = 3) => {
    const before = count;
    for (let time = 0; time < times; time++) t.mock.timers.tick(250);
    return count - before;
  };
  return { look, close: watch.close };
}

function write(folder: string, ordinal: number): void {
  saveFiles(folder, { 'manifest.json': `{"manifestVersion":1,"ordinal":${ordinal}}\n` });
}

test('a release is reported once: the first, and one that replaces the folder, its link or its manifest', async (t) => {
  const outDir = join(createFolder(t), 'not/yet/release');
  const { look, close } = follow(t, outDir);
  assert.equal(look(), 0);
  write(outDir, 1);
  assert.equal(look(), 1);
  assert.equal(look(), 0);
  write(`${outDir}-2`, 2);
  renameSync(outDir, `${outDir}-1`);
  assert.equal(look(), 0);
  symlinkSync(`${outDir}-2`, outDir);
  assert.equal(look(), 1);
  writeFileSync(join(outDir, '.manifest.json.a1b2'), '{"manifestVersion":1,"ordinal":3}\n');
  renameSync(join(outDir, '.manifest.json.a1b2'), join(outDir, 'manifest.json'));
  assert.equal(look(), 1);
  write(outDir, 4);
  await close();
  assert.equal(look(), 0);
});

test('a release that is there already is reported, and a manifest only once it is written', (t) => {
  const outDir = createFolder(t);
  write(outDir, 1);
  const { look } = follow(t, outDir);
  for (const ordinal of [10, 100, 1_000]) {
    write(outDir, ordinal);
    assert.equal(look(1), 0);
  }
  assert.equal(look(1), 1);
});
