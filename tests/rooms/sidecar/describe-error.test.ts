import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSystemCode } from '../../../sidecar/describe-error.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { createSmallDisk } from './small-disk.ts';

test('of a database that can be written nothing is reported, of one that is gone its code', (t) => {
  const folder = join(createFolder(t), 'state');
  mkdirSync(folder);
  const file = join(folder, 'hub.sqlite');
  assert.equal(findSystemCode(file), 'ENOENT');
  writeFileSync(file, '');
  assert.equal(findSystemCode(file), undefined);
  rmSync(folder, { recursive: true });
  assert.equal(findSystemCode(file), 'ENOENT');
  writeFileSync(folder, '');
  assert.match(findSystemCode(file) ?? '', /^(ENOTDIR|EACCES)$/);
});

test('a disk that is full or read-only is reported', (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  const file = join(disk.folder, 'hub.sqlite');
  writeFileSync(file, '');
  disk.fill();
  assert.equal(findSystemCode(file), 'ENOSPC');
  disk.remount('ro');
  assert.equal(findSystemCode(file), 'EROFS');
});

test('that no more files may be opened is reported', (t) => {
  const folder = createFolder(t);
  const module = join(folder, 'module.mjs');
  writeFileSync(
    module,
    `import { openSync } from 'node:fs';
    const { openSqlite } = await import('${REPOSITORY}sidecar/hub/store/sqlite-engine.ts');
    const file = '${join(folder, 'hub.sqlite')}';
    const open = () => openSqlite(file, Date.now);
    await open().close();
    const taken = [];
    try {
      for (;;) taken.push(openSync('/dev/null'));
    } catch {}
    try {
      await open().close();
    } catch ({ code }) {
      console.log(code);
    }`,
  );
  const command = `ulimit -n 256; exec "${process.execPath}" "${module}"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['EMFILE\n', '']);
});
