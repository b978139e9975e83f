import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  Debounce,
  type Dirty,
  isUnfinished,
  MAX_PATHS,
} from '../../../../sidecar/publish/watch/debounce.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';

/** A debounce in a time that only `elapse` moves on; a file named "half" looks half written. */
function createDebounce(t: TestContext, report: () => Promise<void> = async () => {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const reports: Dirty[] = [];
  const debounce = new Debounce({
    now: () => Date.now(),
    isUnfinished: (path) => path.startsWith('half'),
    report: (dirty) => {
      reports.push(dirty);
      return report();
    },
  });
  atEnd(t, () => debounce.close());
  const elapse = async (ms: number) => {
    for (let passed = 0; passed < ms; passed++) {
      t.mock.timers.tick(1);
      // Lets what the timers began go on.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { debounce, reports, elapse };
}

const only = (...paths: readonly string[]): Dirty => ({
  paths: new Set(paths),
  everything: false,
});

const NEVER_PAUSING = Array.from({ length: 398 }, (_, at) => (at % 2 ? 10 : `${at % 4}.md`));

/** Files that are edited, or milliseconds that pass; then how long it is until what is reported. */
const SCRIPTS: [what: string, script: (number | string | undefined)[], ms: number, Dirty][] = [
  ['one file, 20 ms after its last event', ['a.md', 15, 'a.md'], 20, only('a.md')],
  ['several, after 120 ms', ['a.md', 'b.md', 100, 'a.md'], 120, only('a.md', 'b.md')],
  ['anything, after 120 ms', ['a.md', undefined], 120, { ...only('a.md'), everything: true }],
  ['a half-written file, after 300 ms', ['half.md', 40, 'half.md'], 300, only('half.md')],
  ['edits that never pause, after 2 s', NEVER_PAUSING, 10, only('0.md', '2.md')],
];

for (const [what, script, ms, expected] of SCRIPTS) {
  test(`what is reported: ${what}`, async (t) => {
    const { debounce, reports, elapse } = createDebounce(t);
    for (const step of script) {
      if (typeof step === 'number') await elapse(step);
      else debounce.note(step);
    }
    await elapse(ms - 1);
    assert.deepEqual(reports, []);
    await elapse(2);
    assert.deepEqual(reports, [expected]);
    debounce.note('next.md');
    await elapse(21);
    assert.deepEqual(reports.slice(1), [only('next.md')], 'the next edit is one alone');
  });
}

test('edits during a report are reported together, after it, and nothing after close', async (t) => {
  const first = Promise.withResolvers<void>();
  const { debounce, reports, elapse } = createDebounce(t, () => first.promise);
  debounce.note('a.md');
  await elapse(25);
  for (const path of ['b.md', 'a.md', 'c.md']) {
    debounce.note(path);
    await elapse(500);
  }
  assert.deepEqual(reports, [only('a.md')]);
  first.resolve();
  await elapse(5);
  assert.deepEqual(reports.slice(1), [only('b.md', 'a.md', 'c.md')]);
  debounce.note('d.md');
  debounce.close();
  debounce.note('e.md');
  await elapse(3_000);
  assert.equal(reports.length, 2);
});

test('more paths than the bound are reported as everything', async (t) => {
  const { debounce, reports, elapse } = createDebounce(t);
  for (let index = 0; index <= MAX_PATHS; index++) debounce.note(`${index}.md`);
  await elapse(125);
  assert.deepEqual([reports[0]?.paths.size, reports[0]?.everything], [MAX_PATHS, true]);
});

test('a file is unfinished that is empty or whose last line has no end', (t) => {
  const folder = createContentFolder(t, {
    'empty.md': '',
    'half.md': 'first line\nsecond li',
    'whole.md': 'first line\nsecond line\n',
    'windows.md': 'line\r\n',
  });
  mkdirSync(join(folder, 'folder.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  for (const name of ['empty.md', 'half.md']) assert.ok(isUnfinished(join(folder, name)));
  for (const name of ['whole.md', 'windows.md', 'folder.md', 'pipe.md', 'missing.md']) {
    assert.ok(!isUnfinished(join(folder, name)), name);
  }
});
