import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRecord } from '../../../sidecar/terminal.ts';

const TIME = new Date(2026, 10, 20, 8, 5, 9).getTime();

const format = (record: object) =>
  formatRecord(JSON.stringify({ level: 30, time: TIME, pid: 1, hostname: 'h', ...record }));

test('a record is a line for people, with causes below, and steers no terminal', () => {
  for (const [record, expected] of [
    [{ msg: 'it began', ordinal: 1 }, 'it began\n'],
    [{ level: 40, msg: 'it is odd' }, 'warning: it is odd\n'],
    [
      { level: 50, msg: 'content/a.md:3:9 error rating: is missing', code: 'CONTENT_INVALID' },
      'content/a.md:3:9 error rating: is missing\n',
    ],
    [
      { msg: 'asked hub.example', id: 12, host: 'hub.example', topic: '/feed.xml' },
      'asked hub.example (id 12, /feed.xml)\n',
    ],
    [
      { level: 40, msg: 'it is full', cause: 'ENOSPC\nat last' },
      'warning: it is full\n         ENOSPC\n         at last\n',
    ],
    [
      { level: 50, msg: 'it broke', err: { message: 'x', stack: 'Error: x\n    at y' } },
      'error: it broke\n         Error: x\n             at y\n',
    ],
    [{ msg: 'a\u001b[31mb\rc' }, 'a\uFFFD[31mb\uFFFDc\n'],
  ] as const) {
    assert.equal(format(record), `08:05:09 ${expected}`);
  }
});
