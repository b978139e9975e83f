import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault, explainReading } from '../../../sidecar/publish/describe-fault.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';

test('a full disk is told as such, with what to do', () => {
  const error = new StoreFault('ENOSPC', 'no space left on device, write');
  assert.deepEqual(describeFault(error, '/state'), {
    code: 'STORAGE_FAILED',
    count: 1,
    lines: [
      'The release store in /state cannot be read or written (ENOSPC): no space left; free some space.',
    ],
    fault: {
      kind: 'storage',
      what: 'the release store',
      code: 'ENOSPC',
      reason: 'no space left',
    },
  });
});

test('a folder that may not be written names the variable to set', () => {
  for (const code of ['EROFS', 'EACCES', 'ENOTDIR', 'EEXIST']) {
    const { lines } = describeFault(new StoreFault(code, 'x'), '/state');
    assert.match(lines.join(), /set STATE_DIR to a folder/, code);
  }
});

test('a fault of the system while content is read is none of storing, nor of the content', () => {
  const error = Object.assign(new Error('too many open files, open'), { code: 'EMFILE' });
  assert.deepEqual(describeFault(explainReading('/content', error), '/state'), {
    code: 'READING_FAILED',
    count: 1,
    lines: [
      'The content in /content cannot be read (EMFILE): too many files are open; raise the limit (ulimit -n).',
    ],
    fault: {
      kind: 'rebuild',
      what: 'the rebuild',
      code: 'EMFILE',
      reason: 'the content cannot be read: too many files are open in this process',
    },
  });
});

test('nor is one that comes from elsewhere', () => {
  const error = Object.assign(new Error('too many open files, spawn'), { code: 'EMFILE' });
  const { code, lines, fault } = describeFault(error, '/state');
  assert.equal(code, 'REBUILD_FAILED');
  assert.match(lines.join(), /too many open files, spawn\n\s+at /);
  assert.deepEqual(fault, {
    kind: 'rebuild',
    what: 'the rebuild',
    code: 'EMFILE',
    reason: 'too many files are open in this process',
  });
});

test('another fault while content is read is told as it is', () => {
  const error = new TypeError('x is not a function');
  assert.equal(explainReading('/content', error), error);
});

test('whatever SQLite says of the store is a fault of storing', () => {
  for (const [code, told] of [
    ['EISDIR', 'a folder stands in its place; remove that folder.'],
    ['EIO', 'the disk does not work; the log of the system says more.'],
    ['ENXIO', 'SQLite refuses it.'],
    ['SQLITE_21', 'SQLite refuses it.'],
  ] as const) {
    const { code: failure, lines } = describeFault(new StoreFault(code, 'no'), '/state');
    assert.equal(failure, 'STORAGE_FAILED');
    assert.ok(lines.join().endsWith(told), lines.join());
  }
});

test('a fault of the program keeps its stack', () => {
  const { code, lines } = describeFault(new TypeError('x is not a function'), '/state');
  assert.equal(code, 'REBUILD_FAILED');
  assert.match(lines.join(), /TypeError: x is not a function\n\s+at /);
});
