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
  RescanTimer,
} from '../../../../sidecar/publish/watch/debounce.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

type Fakes = {
  readonly report?: (dirty: Dirty) => Promise<void>;
  readonly holdMs?: () => number;
};

/** A loop in a time that only `elapse` moves on. */
function createLoop(t: TestContext, { report = async () => {}, holdMs = () => 0 }: Fakes = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const now = () => Date.now();
  const reports: string[][] = [];
  const loop = new ReportLoop({
    window: new QuietWindow({ now }),
    holdMs,
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

test('an edit is reported when it has come to rest, and once', async (t) => {
  const { reports, elapse, edit } = createLoop(t);
  edit('a.md');
  await elapse(15);
  edit('a.md');
  await elapse(19);
  assert.deepEqual(reports, []);
  await elapse(5);
  assert.deepEqual(reports, [['a.md']]);
  await elapse(1_000);
  assert.equal(reports.length, 1);
});

test('edits during a report are told together, after it', async (t) => {
  const first = Promise.withResolvers<void>();
  const { reports, elapse, edit } = createLoop(t, { report: () => first.promise });
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

test('a report is held until nothing holds it', async (t) => {
  let holdMs = 20;
  const { reports, elapse, edit } = createLoop(t, { holdMs: () => holdMs });
  edit('a.md');
  await elapse(3_000);
  assert.deepEqual(reports, []);
  holdMs = 0;
  await elapse(25);
  assert.deepEqual(reports, [['a.md']]);
});

test('nothing is reported after close', async (t) => {
  const { loop, reports, elapse, edit } = createLoop(t);
  edit('a.md');
  await elapse(25);
  edit('b.md');
  loop.close();
  edit('c.md');
  await elapse(10_000);
  assert.deepEqual(reports, [['a.md']]);
});

/** A window with a clock that stands still until it is told to go on. */
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

test('one file is reported 20 ms after its last sign', () => {
  const { window, elapse, edit } = createWindow();
  assert.equal(window.isOpen, false);
  edit('a.md');
  assert.equal(window.isOpen, true);
  assert.equal(window.remainingMs(), 20);
  elapse(15);
  edit('a.md');
  assert.equal(window.remainingMs(), 20);
  elapse(19);
  assert.equal(window.remainingMs(), 1);
  elapse(1);
  assert.equal(window.remainingMs(), 0);
  assert.deepEqual(window.take(), { paths: new Set(['a.md']), everything: false });
  assert.equal(window.isOpen, false);
});

test('a second file makes a batch, which rests after 120 ms', () => {
  const { window, elapse, edit } = createWindow();
  edit('a.md');
  elapse(10);
  edit('b.md');
  assert.equal(window.remainingMs(), 120);
  elapse(100);
  edit('a.md');
  assert.equal(window.remainingMs(), 120);
  elapse(120);
  assert.equal(window.remainingMs(), 0);
  window.take();
  edit('c.md');
  assert.equal(window.remainingMs(), 20, 'the next edit stands for itself');
});

test('a folder makes a batch of everything', () => {
  const { window } = createWindow();
  window.note({ kind: 'folder' });
  assert.equal(window.remainingMs(), 120);
  assert.deepEqual(window.take(), { paths: new Set(), everything: true });
});

test('that anything may have changed does not put off what was edited', () => {
  const { window, elapse, edit } = createWindow();
  edit('a.md');
  elapse(15);
  window.note({ kind: 'everything' });
  assert.equal(window.remainingMs(), 5);
  assert.deepEqual(window.take(), { paths: new Set(['a.md']), everything: true });
});

test('a file that looks half written rests after 300 ms', () => {
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

test('edits that never rest are reported after 2 s', () => {
  const { window, elapse, edit } = createWindow(() => true);
  for (let at = 0; at < 1_990; at += 10) {
    edit(`${at % 30}.md`);
    elapse(10);
    assert.ok(window.remainingMs() > 0);
  }
  assert.equal(window.remainingMs(), 10);
  elapse(10);
  assert.equal(window.remainingMs(), 0);
});

test('more paths than the bound are told as everything', () => {
  const { window, edit } = createWindow();
  for (let index = 0; index < MAX_PATHS; index++) edit(`${index}.md`);
  assert.equal(window.take().paths.size, MAX_PATHS);
  for (let index = 0; index <= MAX_PATHS; index++) edit(`${index}.md`);
  assert.deepEqual(window.take(), { paths: new Set(), everything: true });
});

function createTimer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let rescans = 0;
  const timer = new RescanTimer(() => rescans++);
  const rescansAfter = (ms: number) => {
    t.mock.timers.tick(ms);
    return rescans;
  };
  return { timer, rescansAfter };
}

test('everything is looked at again after 5 s', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart();
  assert.equal(rescansAfter(4_999), 0);
  assert.equal(rescansAfter(1), 1);
  timer.restart(50);
  assert.equal(rescansAfter(4_999), 1);
  assert.equal(rescansAfter(1), 2);
});

test('what took long is not done more often than takes a hundredth of the time', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart(2_000);
  assert.equal(rescansAfter(199_999), 0);
  assert.equal(rescansAfter(1), 1);
});

test('a restart counts from the beginning, and nothing comes after close', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart();
  assert.equal(rescansAfter(4_000), 0);
  timer.restart();
  assert.equal(rescansAfter(4_000), 0);
  timer.close();
  timer.restart();
  assert.equal(rescansAfter(60_000), 0);
});

test('a file is unfinished that is empty or whose last line has no end', (t) => {
  const folder = createContentFolder(t, {
    'empty.md': '',
    'half.md': 'first line\nsecond li',
    'whole.md': 'first line\nsecond line\n',
    'windows.md': 'line\r\n',
  });
  const looksSo = (...paths: string[]) => areUnfinished(folder, new Set(paths));
  assert.equal(looksSo('empty.md'), true);
  assert.equal(looksSo('half.md'), true);
  assert.equal(looksSo('whole.md'), false);
  assert.equal(looksSo('windows.md'), false);
  assert.equal(looksSo('whole.md', 'half.md', 'windows.md'), true);
  assert.equal(looksSo(), false);
});

test('what is missing, or no file, is not unfinished', (t) => {
  const folder = createContentFolder(t, {});
  mkdirSync(join(folder, 'folder.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  assert.equal(areUnfinished(folder, new Set(['gone.md', 'folder.md', 'pipe.md'])), false);
});

test('more files than can be opened in passing count as unfinished', (t) => {
  const folder = createContentFolder(t, {});
  const missing = Array.from({ length: MAX_FILES_LOOKED_AT + 1 }, (_, index) => `${index}.md`);
  assert.equal(areUnfinished(folder, new Set(missing.slice(1))), false);
  assert.equal(areUnfinished(folder, new Set(missing)), true);
});
