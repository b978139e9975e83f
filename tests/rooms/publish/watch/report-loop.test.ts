import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Dirty, QuietWindow, ReportLoop } from '../../../../sidecar/publish/watch/debounce.ts';
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
