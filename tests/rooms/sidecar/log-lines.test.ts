import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { formatRecord, LogLines, ProgressLine } from '../../../sidecar/log-lines.ts';

const TIME = new Date(2026, 10, 20, 8, 5, 9).getTime();
const format = (record: object, isColored = false) =>
  formatRecord(
    JSON.stringify({ level: 30, time: TIME, pid: 1, hostname: 'h', ...record }),
    isColored,
  );

test('a record is a line for people, with causes below, and steers no terminal', () => {
  for (const [record, expected] of [
    [{ msg: 'it began', ordinal: 1 }, 'it began\n'],
    [{ level: 40, msg: 'it is odd' }, 'warning: it is odd\n'],
    [
      { level: 50, msg: 'content/a.md:3:9 error rating: is missing', code: 'CONTENT_INVALID' },
      'content/a.md:3:9 error rating: is missing\n',
    ],
    [
      { msg: 'asked hub.example', host: 'hub.example', topic: '/feed.xml' },
      'asked hub.example (/feed.xml)\n',
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

test('colors mark the time and what is wrong, and no more', () => {
  const time = '\u001b[2m08:05:09\u001b[m';
  for (const [level, msg, expected] of [
    [30, 'it began', 'it began'],
    [40, 'it is odd', '\u001b[33mwarning: \u001b[mit is odd'],
    [50, 'a.md:1:1 error is empty', 'a.md:1:1 \u001b[31merror\u001b[m is empty'],
  ] as const) {
    assert.equal(format({ level, msg }, true), `${time} ${expected}\n`);
  }
});

test('a line of the log does not cut through the line that moves', () => {
  let screen = '';
  let now = 0;
  const output = {
    columns: 30,
    write: (text: string) => {
      screen += text;
      return true;
    },
  };
  const moving = new ProgressLine(output, () => now);
  const log = pino(
    { level: 'info', timestamp: () => `,"time":${TIME}` },
    new LogLines(output, false, moving),
  );
  log.info('before');
  moving.tell('Checking');
  now = 3_000;
  log.info('meanwhile');
  moving.tell('Preparing what is longer than the line');
  moving.end();
  log.info('after');
  const shown = screen.split('\n').map((line) => line.split('\r\u001b[2K').at(-1));
  assert.deepEqual(shown, ['08:05:09 before', '08:05:09 meanwhile', '08:05:09 after', '']);
  assert.match(screen, /. Checking \[0 s\]\r.*meanwhile\n\r.*. Checking \[3 s\]\r/);
  const drawn = screen.split('\r\u001b[2K').filter((line) => line.includes('Preparing'));
  assert.deepEqual(
    drawn.map((line) => line.length),
    [29],
  );
});
