import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEditor, writeReviews } from '../../../../scripts/lab/bench/content.ts';
import { countAnswers } from '../../../../scripts/lab/bench/load.ts';
import {
  cpuSeconds,
  parseStat,
  pssMegabytes,
  run,
  start,
  startServer,
  until,
} from '../../../../scripts/lab/bench/programs.ts';
import { createFolder } from '../../../support/content-folder.ts';

const NODE = process.execPath;
const isLinux = { skip: process.platform !== 'linux' };

/** A process that has another one work, which ends, and waits. */
const SPIN = 'while (process.cpuUsage().user < 100_000);';
const HAVE_WORKED = `
require('node:child_process').spawnSync(process.execPath, ['--eval', ${JSON.stringify(SPIN)}]);
console.log('worked');
`;

test('processor time is read from /proc, whatever a process is called', () => {
  const tail = '4194560 1831 0 3 0 250 17 8 2 20 0 1 0 6213 12345678 900 18446744073709551615';
  const stat = { parent: 811, ownSeconds: 2.67, endedSeconds: 0.1 };
  for (const name of ['nginx', 'a) S 1 (b) R']) {
    assert.deepEqual(parseStat(`812 (${name}) S 811 811 700 0 -1 ${tail}\n`), stat);
  }
});

test(
  'processor time counts those that a process started, also where they have ended',
  isLinux,
  async () => {
    const args = ['--eval', `${HAVE_WORKED}; setInterval(() => {}, 1000);`];
    await using program = await start(NODE, args);
    await until(() => program.output() === 'worked\n', 'the work');
    assert.ok(cpuSeconds(program.pid) >= 0.1);
    assert.ok(pssMegabytes(program.pid) > 5);
    const { output, cpuSeconds: ofRun, seconds } = await run(NODE, ['--eval', HAVE_WORKED]);
    assert.equal(output, 'worked\n');
    assert.ok(ofRun >= 0.1 && seconds >= 0.1);
  },
);

test(
  'a program that fails, or ends instead of serving, is refused with its output',
  isLinux,
  async () => {
    const args = ['--eval', 'console.error("no such option"); process.exitCode = 3'];
    await assert.rejects(run(NODE, args), /ended with 3: no such option/);
    const isReady = () => Promise.reject(new Error('refused'));
    await assert.rejects(
      startServer(() => start(NODE, args), isReady),
      /it ended: no such option/,
    );
    await assert.rejects(start('there-is-no-such-program', []), /ENOENT/);
    await assert.rejects(
      until(() => false, 'nothing', { seconds: 0.01 }),
      /nothing did not happen within 0.01 s/,
    );
  },
);

test('a server is handed out when it is ready, and ends with its holder', async () => {
  const program = `
    const [port] = process.argv.slice(1);
    require('node:http').createServer((_, response) => response.end('hello')).listen(port, '127.0.0.1');
  `;
  const launch = (port: number) => start(NODE, ['--eval', program, `${port}`]);
  let ended: Promise<number | null>;
  {
    await using server = await startServer(launch);
    assert.equal(await (await fetch(server.origin)).text(), 'hello');
    ended = server.ended;
  }
  assert.equal(await ended, null);
});

test('answers count by their status: any other, an error or no answer at all is refused', () => {
  assert.equal(countAnswers({ errors: 0, statuses: { 304: 12 } }, 304), 12);
  for (const [statuses, errors, message] of [
    [{ 200: 3, 304: 9 }, 0, /it answered 3 × 200 instead of 304/],
    [{ 304: 9 }, 2, /2 requests failed/],
    [{}, 0, /it answered nothing/],
  ] as const) {
    assert.throws(() => countAnswers({ errors, statuses }, 304), message);
  }
});

test('the content has as many published reviews as are asked for, and an edit changes one text', async (t) => {
  const folder = createFolder(t);
  await writeReviews(folder, 40);
  const reviews = join(folder, 'reviews');
  const files = readdirSync(reviews, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const read = () =>
    new Map(files.map((file) => [file, readFileSync(join(reviews, file), 'utf8')]));
  const before = read();
  assert.equal(before.size, 40);
  for (const text of before.values()) assert.match(text, /\nverification: \{ status: verified,/);
  const nextEdit = createEditor(reviews);
  const edits = [nextEdit(), nextEdit()];
  for (const { save } of edits) save();
  const changed = [...read()].filter(([file, text]) => text !== before.get(file));
  assert.equal(changed.length, 2);
  for (const { id, marker } of edits) {
    const [, text = ''] = changed.find(([, text]) => text.includes(`id: ${id}\n`)) ?? [];
    assert.ok(text.includes(`\n---\n${marker} `));
  }
});
