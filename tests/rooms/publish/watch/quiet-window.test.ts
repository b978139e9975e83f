import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PATHS, QuietWindow } from '../../../../sidecar/publish/watch/debounce.ts';

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
