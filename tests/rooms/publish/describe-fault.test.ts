import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFault, explainReading } from '../../../sidecar/publish/describe-fault.ts';

const emfile = () => Object.assign(new Error('EMFILE: x, open'), { code: 'EMFILE' });
const TOO_MANY = 'too many files are open in this process';

test('a fault of the system while content is read is neither one of storing nor of the content', () => {
  assert.deepEqual(describeFault(explainReading('/content', emfile())), {
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
