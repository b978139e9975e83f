import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  areUnfinished,
  type Dirty,
  MAX_FILES_LOOKED_AT,
  MAX_PATHS,
  QuietWindow,
  ReportLoop,
} from '../../../../sidecar/publish/watch/debounce.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';

/** A loop in a time that only `elapse` moves on. */
function createLoop(t: TestContext, report: (dirty: Dirty) => Promise<void> = async () => {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const reports: string[][] = [];
  const loop = new ReportLoop({
    window: new QuietWindow({ now: () => Date.now() }),
    holdMs: () => 0,
    report: (dirty) => {
      reports.push([...dirty.paths]);
      return report(dirty);
    },
  });
  atEnd(t, () => loop.close());
  const elapse = async (ms: number) => {
    for (let passed = 0; passed < ms; passed++) {
      t.mock.timers.tick(1);
      // Lets what the timers began go on.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const edit = (path: string) => loop.note({ kind: 'file', path });
  return { loop, reports, elapse, edit };
}

test('an edit is reported once it pauses, once, and nothing after close', async (t) => {
  const { loop, reports, elapse, edit } = createLoop(t);
  edit('a.md');
  await elapse(15);
  edit('a.md');
  await elapse(19);
  assert.deepEqual(reports, []);
  await elapse(5);
  assert.deepEqual(reports, [['a.md']]);
  await elapse(1_000);
  edit('b.md');
  loop.close();
  edit('c.md');
  await elapse(3_000);
  assert.equal(reports.length, 1);
});

test('edits during a report are reported together, after it', async (t) => {
  const first = Promise.withResolvers<void>();
  const { reports, elapse, edit } = createLoop(t, () => first.promise);
  edit('a.md');
  await elapse(25);
  for (const path of ['b.md', 'a.md', 'c.md']) {
    edit(path);
    await elapse(500);
  }
  assert.deepEqual(reports, [['a.md']]);
  first.resolve();
  await elapse(5);
  assert.deepEqual(reports, [['a.md'], ['b.md', 'a.md', 'c.md']]);
});

/** A window with a clock that stands still until it is moved. */
function createWindow(isUnfinished?: (paths: ReadonlySet<string>) => boolean) {
  let time = 1_000;
  const window = new QuietWindow({ now: () => time, ...(isUnfinished && { isUnfinished }) });
  return {
    window,
    elapse: (ms: number) => {
      time += ms;
    },
    edit: (path: string) => window.note({ kind: 'file', path }),
  };
}

type Step = number | string;
const NEVER_PAUSING: Step[] = Array.from({ length: 398 }, (_, at) =>
  at % 2 ? 10 : `${at % 4}.md`,
);

/** What is edited, or noted, and milliseconds that pass; then how long it is until that is reported. */
const SCRIPTS: [
  what: string,
  script: Step[],
  remainingMs: number,
  paths: string[],
  all: boolean,
][] = [
  ['nothing', [], 0, [], false],
  ['one file, 20 ms after its last sign', ['a.md', 15, 'a.md'], 20, ['a.md'], false],
  ['several, after 120 ms', ['a.md', 'b.md', 100, 'a.md'], 120, ['a.md', 'b.md'], false],
  ['a folder, as everything, after 120 ms', ['folder'], 120, [], true],
  ['everything does not put off an edit', ['a.md', 15, 'everything'], 5, ['a.md'], true],
  ['edits that never pause, after 2 s', NEVER_PAUSING, 10, ['0.md', '2.md'], false],
];

for (const [what, script, remainingMs, paths, everything] of SCRIPTS) {
  test(`what is reported: ${what}`, () => {
    const { window, elapse, edit } = createWindow();
    for (const step of script) {
      if (typeof step === 'number') elapse(step);
      else if (step === 'folder' || step === 'everything') window.note({ kind: step });
      else edit(step);
      assert.ok(window.remainingMs() > 0);
    }
    assert.equal(window.isOpen, remainingMs > 0);
    assert.equal(window.remainingMs(), remainingMs);
    elapse(remainingMs);
    assert.equal(window.remainingMs(), 0);
    assert.deepEqual(window.take(), { paths: new Set(paths), everything });
    assert.equal(window.isOpen, false);
    edit('next.md');
    assert.equal(window.remainingMs(), 20, 'the next edit stands for itself');
  });
}

test('a file that looks half written is reported after 300 ms', () => {
  const asked: string[][] = [];
  const { window, elapse, edit } = createWindow((paths) => asked.push([...paths]) > 0);
  edit('a.md');
  elapse(19);
  assert.equal(window.remainingMs(), 1);
  assert.deepEqual(asked, [], 'files are not opened before all is quiet');
  elapse(1);
  assert.equal(window.remainingMs(), 280);
  assert.deepEqual(asked, [['a.md']]);
  elapse(280);
  assert.equal(window.remainingMs(), 0);
});

test('more paths than the bound are reported as everything', () => {
  const { window, edit } = createWindow();
  for (let index = 0; index < MAX_PATHS; index++) edit(`${index}.md`);
  assert.equal(window.take().paths.size, MAX_PATHS);
  for (let index = 0; index <= MAX_PATHS; index++) edit(`${index}.md`);
  assert.deepEqual(window.take(), { paths: new Set(), everything: true });
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
  const missing = Array.from({ length: MAX_FILES_LOOKED_AT }, (_, index) => `gone-${index}.md`);
  for (const [paths, expected] of [
    [['empty.md'], true],
    [['half.md'], true],
    [['whole.md', 'windows.md'], false],
    [['whole.md', 'half.md'], true],
    [['folder.md', 'pipe.md'], false],
    [missing, false],
    // More than can be opened in passing.
    [[...missing, 'whole.md'], true],
  ] as const) {
    assert.equal(areUnfinished(folder, new Set(paths)), expected, paths.slice(0, 3).join());
  }
});
