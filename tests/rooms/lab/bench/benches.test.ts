import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRatios } from '../../../../scripts/lab/bench/build/build.ts';
import { parseMegabytes, parseStat } from '../../../../scripts/lab/bench/process/usage.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';
import { datesOf } from '../../../../scripts/lab/bench/since.ts';
import { runScript } from '../../../support/run-script.ts';

test('all codings are held against Eleventy, and identity alone against twice the time of Hugo', () => {
  const verdicts = (seconds: Readonly<Record<string, number>>) =>
    listRatios((id) => seconds[id] ?? null).map(isMet);
  const peers = { eleventy: 6, hugo: 3 };
  assert.deepEqual(verdicts({ ...peers, testimony: 6, identity: 6 }), [true, true]);
  assert.deepEqual(verdicts({ ...peers, testimony: 6.1, identity: 6.1 }), [false, false]);
  assert.deepEqual(verdicts({ testimony: 1, identity: 1 }), [false, false]);
});

test('slices end with the newest review, whatever the order', () => {
  const dates = ['2026-03-01', '2019-12-31', '2026-03-15'];
  assert.deepEqual(datesOf(dates.map((datePublished) => ({ datePublished }))), {
    day: '2026-03-15',
    month: '2026-02-13',
    year: '2025-03-15',
    everything: '2019-12-31',
  });
});

const TAIL = '4194560 1831 0 3 0 250 17 8 2 20 0 1 0 6213 12345678 900 18446744073709551615';

test('times and parent are read from a line of /proc/PID/stat', () => {
  const stat = { parent: 811, ownTicks: 267, endedChildrenTicks: 10 };
  assert.deepEqual(parseStat(`812 (nginx) S 811 811 700 0 -1 ${TAIL}\n`), stat);
  // The name of a process may hold blanks and parentheses.
  assert.deepEqual(parseStat(`812 (a) S 1 (b) R) S 811 811 700 0 -1 ${TAIL}`), stat);
});

test('any other line is refused', () => {
  for (const text of ['', '812 (nginx', '812 (nginx) S 811', 'No such file or directory']) {
    assert.throws(() => parseStat(text), /no line of \/proc/);
  }
});

test('memory is read from the fields of /proc, and is null without one', () => {
  const status = 'Name:\tnode\nVmPeak:\t  999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n';
  assert.equal(parseMegabytes(status, 'VmHWM'), 2);
  assert.equal(parseMegabytes('Name:\tnode\nState:\tZ (zombie)\n', 'VmHWM'), null);
  const rollup = '00400000-7fff ---p 00000000 00:00 0 [rollup]\nRss:\t 1536 kB\nPss:\t  512 kB\n';
  assert.equal(parseMegabytes(`${rollup}Pss_Dirty:\t 100 kB\n`, 'Pss'), 0.5);
  assert.equal(parseMegabytes(rollup, 'Rss'), 1.5);
});

const run = (...args: string[]) => runScript('scripts/lab/bench/main.ts', args);

test('without a name the benchmarks are listed', () => {
  const { status, stdout } = run();
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: npm run bench -- NAME/);
  assert.match(stdout, /^ {2}search +a mixed set of searches/m);
  assert.equal(stdout.match(/^ {2}\w/gm)?.length, 11);
});

for (const { args, message } of [
  { args: ['serch'], message: /^No benchmark is called "serch" \(did you mean "search"\?\)/ },
  { args: ['a', 'b'], message: /^Name one benchmark at a time\./ },
  { args: ['a', '--sizes', ''], message: /^--sizes takes whole numbers/ },
  { args: ['a', '--sizes', '1_000,0'], message: /\(got "0"\)/ },
  { args: ['a', '--sizes', '1.5'], message: /\(got "1\.5"\)/ },
  { args: ['--x'], message: /'--x'/ },
]) {
  test(`[${args.join(' ')}] is wrong usage`, () => {
    const { status, stdout, stderr } = run(...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  });
}
