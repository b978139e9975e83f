import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault } from '../../../sidecar/rebuild/describe-fault.ts';

test('a full disk is told as such, with what to do', () => {
  const error = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
  assert.deepEqual(describeFault(error, '/state'), {
    code: 'STORAGE_FAILED',
    count: 1,
    lines: [
      'The release cannot be stored in /state (ENOSPC): the disk is full; free some space. It is tried again by itself.',
    ],
  });
});

test('a folder that may not be written names the variable to set', () => {
  for (const code of ['EROFS', 'EACCES', 'ENOTDIR', 'EEXIST']) {
    const { lines } = describeFault(Object.assign(new Error('x'), { code }), '/state');
    assert.match(lines.join(), /set STATE_DIR to a folder/, code);
  }
});

test('a fault of the program keeps its stack', () => {
  const { code, lines } = describeFault(new TypeError('x is not a function'), '/state');
  assert.equal(code, 'REBUILD_FAILED');
  assert.match(lines.join(), /TypeError: x is not a function\n\s+at /);
});
