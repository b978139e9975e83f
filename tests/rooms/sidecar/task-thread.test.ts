import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TaskThread, ThreadEndedError } from '../../../sidecar/task-thread.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { waitUntil } from '../../support/wait-until.ts';

const LETTERS = new URL('./letters-worker.ts', import.meta.url);

function create(
  t: TestContext,
  limits: { readonly idleMs?: number; readonly taskMs?: number } = {},
) {
  const supervised = createSupervised();
  const thread = new TaskThread<string, string>({
    supervisor: supervised.supervisor,
    worker: LETTERS,
    name: 'writer',
    what: 'the thread that writes',
    reason: 'it died, and nothing is written',
    ...limits,
  });
  atEnd(t, () => thread.close());
  const run = (words: readonly string[]) => Promise.all(words.map((word) => thread.run(word)));
  return { thread, run, ...supervised };
}

test('where it dies, the supervisor starts it again, and not the next task', async (t) => {
  const { thread, run, supervisor, clock } = create(t);
  await run(['a']);
  await thread.run('die');
  await waitUntil('it has died', () => supervisor.faults.length > 0);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  assert.match(fault?.message ?? '', /^the thread that writes: it died, and nothing is written/);
  await assert.rejects(thread.run('b'), ThreadEndedError);
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  assert.deepEqual(await run(['c']), ['C']);
});

test('a task that takes too long ends the thread, and all that waits for it', async (t) => {
  // Enough for the start of the thread on a busy machine.
  const { thread, run, lines } = create(t, { taskMs: 2000 });
  await run(['a']);
  const ended = ['hang', 'b'].map((word) => assert.rejects(thread.run(word), ThreadEndedError));
  await Promise.all(ended);
  assert.match(String(lines[0]?.cause), /A task of the writer took more than 2 seconds/);
});

test('where nobody gives it a task the thread ends, and starts again for the next', async (t) => {
  const { thread, run, lines } = create(t, { idleMs: 20 });
  await run(['a']);
  await waitUntil('it has ended', () => !thread.isRunning);
  assert.deepEqual(await run(['b']), ['B']);
  assert.deepEqual(lines, []);
});

test('a thread that was ended stays so, which is no fault', async (t) => {
  const { thread, run, supervisor } = create(t);
  await run(['a']);
  const waiting = assert.rejects(thread.run('hang'), ThreadEndedError);
  await thread.close();
  await waiting;
  await assert.rejects(thread.run('b'), ThreadEndedError);
  assert.deepEqual(supervisor.faults, []);
});
