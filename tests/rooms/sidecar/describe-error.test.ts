import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSystemCode } from '../../../sidecar/describe-error.ts';
import { createFolder } from '../../support/content-folder.ts';
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
