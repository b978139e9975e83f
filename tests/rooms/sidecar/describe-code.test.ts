import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeCode } from '../../../sidecar/describe-error.ts';
import { createFolder } from '../../support/content-folder.ts';
import { createSmallDisk } from '../../support/small-disk.ts';

const CODES = [
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST', 'EMFILE'],
  ...['ENFILE', 'EIO', 'EBUSY', 'ENOMEM'],
];

/** What the system says of a piece of work. */
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
  }
  return 'nothing';
}

test('each fault of a disk, its rights or the machine has words that end a sentence', () => {
  for (const code of CODES) {
    assert.ok(code in constants.errno, code);
    assert.match(describeCode(code) ?? '', /^[a-z][a-z -]+[a-z]$/, code);
  }
});

test('what is no such fault has none', () => {
  for (const code of ['ECONNREFUSED', 'ENOTSUP', 'SQLITE_FULL', '', 'constructor']) {
    assert.equal(describeCode(code), undefined, code);
  }
});

test('what the system says of a folder that cannot be made has words', (t) => {
  const folder = createFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const said = [
    codeOf(() => mkdirSync(join(file, 'folder'))),
    codeOf(() => mkdirSync(file)),
    codeOf(() => openSync(join(folder, 'none', 'file'), 'a')),
  ];
  assert.deepEqual(said, ['ENOTDIR', 'EEXIST', 'ENOENT']);
  for (const code of said) assert.ok(describeCode(code), code);
});

test('a disk that is full or read-only is told as such', (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  disk.fill();
  assert.equal(
    describeCode(codeOf(() => writeFileSync(join(disk.folder, 'more'), 'x'.repeat(5000)))),
    'no space left',
  );
  disk.remount('ro');
  assert.equal(
    describeCode(codeOf(() => closeSync(openSync(join(disk.folder, 'other'), 'a')))),
    'it is read-only',
  );
});
