import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Dirty, QuietWindow } from '../../../../sidecar/rebuild/watch/quiet-window.ts';
import { ReportLoop } from '../../../../sidecar/rebuild/watch/report-loop.ts';
import { atEnd } from '../../../support/at-end.ts';

type Fakes = {
  readonly report?: (dirty: Dirty) => Promise<void>;
  readonly holdMs?: () => number;
};

/** A loop in a time that only `elapse` moves on. */
function createLoop(t: TestContext, { report = async () => {}, holdMs = () => 0 }: Fakes = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const now = () => Date.now();
  const reports: string[][] = [];
  const warnings: unknown[] = [];
  const loop = new ReportLoop({
    window: new QuietWindow({ now }),
    now,
    holdMs,
    report: (dirty) => {
      reports.push([...dirty.paths]);
      return report(dirty);
    },
    warn: (_message, cause) => warnings.push(cause),
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
  return { loop, reports, warnings, elapse, edit };
}

function failFirst(error: Error): () => Promise<void> {
  const failures = [error];
  return async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
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

test('a failed report is warned of, and told again with the next', async (t) => {
  const failure = new Error('disk full');
  const { reports, warnings, elapse, edit } = createLoop(t, { report: failFirst(failure) });
  edit('a.md');
  await elapse(1_000);
  assert.deepEqual(reports, [['a.md']]);
  assert.deepEqual(warnings, [failure]);
  edit('b.md');
  await elapse(150);
  assert.deepEqual(reports.at(-1)?.sort(), ['a.md', 'b.md']);
  await elapse(10_000);
  assert.equal(reports.length, 2, 'what was told is not told again');
});

test('a failed report is tried again after 5 s', async (t) => {
  const report = failFirst(new Error('disk full'));
  const { reports, elapse, edit } = createLoop(t, { report });
  edit('a.md');
  await elapse(5_010);
  assert.equal(reports.length, 1);
  await elapse(50);
  assert.deepEqual(reports, [['a.md'], ['a.md']]);
  await elapse(10_000);
  assert.equal(reports.length, 2);
});

test('a report that fails after long work is tried again after ten times as long', async (t) => {
  const work = Promise.withResolvers<void>();
  const outcomes = [work.promise, Promise.resolve()];
  const report = () => outcomes.shift() ?? Promise.resolve();
  const { reports, elapse, edit } = createLoop(t, { report });
  edit('a.md');
  await elapse(1_025);
  work.reject(new Error('disk full'));
  await elapse(9_900);
  assert.equal(reports.length, 1);
  await elapse(250);
  assert.equal(reports.length, 2);
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

test('nothing is reported after close, nor tried again', async (t) => {
  const report = async () => {
    throw new Error('disk full');
  };
  const { loop, reports, elapse, edit } = createLoop(t, { report });
  edit('a.md');
  await elapse(25);
  edit('b.md');
  loop.close();
  edit('c.md');
  await elapse(10_000);
  assert.deepEqual(reports, [['a.md']]);
});
