import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault, explainReading } from '../../../sidecar/publish/describe-fault.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';

const storeLine = (rest: string) => `The release store in /state cannot be read or written ${rest}`;

for (const [code, reason, line] of [
  ['ENOSPC', 'no space left', '(ENOSPC): no space left; free some space.'],
  [
    'EROFS',
    'it is read-only',
    '(EROFS): it is read-only; set STATE_DIR to a folder that this process may write.',
  ],
  [
    'EISDIR',
    'a folder stands in its place',
    '(EISDIR): a folder stands in its place; remove that folder.',
  ],
  ['SQLITE_21', 'SQLite refuses it', '(SQLITE_21): SQLite refuses it.'],
] as const) {
  test(`of a store that fails with ${code} the log says why, and what to do`, () => {
    assert.deepEqual(describeFault(new StoreFault(code, 'x'), '/state'), {
      code: 'STORAGE_FAILED',
      count: 1,
      lines: [storeLine(line)],
      fault: { kind: 'storage', what: 'the release store', code, reason },
    });
  });
}

const emfile = () => Object.assign(new Error('too many open files, open'), { code: 'EMFILE' });
const TOO_MANY = 'too many files are open in this process';

test('a fault of the system while content is read is neither one of storing nor of the content', () => {
  assert.deepEqual(describeFault(explainReading('/content', emfile()), '/state'), {
    code: 'READING_FAILED',
    count: 1,
    lines: [
      'The content in /content cannot be read (EMFILE): too many files are open; raise the limit (ulimit -n).',
    ],
    fault: {
      kind: 'rebuild',
      what: 'the rebuild',
      code: 'EMFILE',
      reason: `the content cannot be read: ${TOO_MANY}`,
    },
  });
});

test('any other fault is one of the rebuild, and keeps its stack', () => {
  const bug = new TypeError('x is not a function');
  assert.equal(explainReading('/content', bug), bug);
  for (const [error, fault] of [
    [emfile(), { code: 'EMFILE', reason: TOO_MANY }],
    [bug, { code: 'REBUILD_FAILED', reason: 'it failed' }],
  ] as const) {
    const described = describeFault(error, '/state');
    assert.equal(described.code, 'REBUILD_FAILED');
    assert.match(described.lines.join(), new RegExp(`${error.message}\n\\s+at `));
    assert.deepEqual(described.fault, { kind: 'rebuild', what: 'the rebuild', ...fault });
  }
});
