import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSupervised } from '../../support/manual-clock.ts';

const FULL = {
  kind: 'storage',
  what: 'the release store',
  code: 'ENOSPC',
  reason: 'no space left',
} as const;

/** Moves the clock to the next try of the first fault. Resolves to how long that took. */
async function elapse({ supervisor, clock }: ReturnType<typeof createSupervised>): Promise<number> {
  const ms = Date.parse(supervisor.faults[0]?.nextTry ?? '') - clock.now();
  await clock.advance(ms);
  return ms;
}

test('the waits double up to a minute or what the fault says, and the log says how long each is', async () => {
  for (const [mostMs, expected] of [
    [undefined, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
    [5_000, [1000, 2000, 4000, 5000, 5000]],
  ] as const) {
    const supervised = createSupervised();
    const { supervisor, lines } = supervised;
    const again = () => supervisor.fail({ ...FULL, ...(mostMs && { mostMs }) }, again);
    again();
    const waited: number[] = [];
    while (waited.length < expected.length) waited.push(await elapse(supervised));
    assert.deepEqual(waited, expected);
    assert.deepEqual(
      lines.slice(0, 2).map(({ line }) => line),
      [1, 2].map((seconds) => `the release store: no space left; retrying in ${seconds} s`),
    );
    assert.equal(supervisor.faults[0]?.since, '2026-11-20T08:00:00.000Z');
  }
});

test('what working again is reported once, and its next fault waits from the start', async () => {
  const supervised = createSupervised();
  const { supervisor, clock, lines } = supervised;
  supervisor.fail(FULL, () => {
    // While something is tried, no time is stated for the next try.
    assert.equal(supervisor.faults[0]?.nextTry, null);
    supervisor.fail(FULL, () => {});
  });
  await elapse(supervised);
  supervisor.recover('the release store');
  supervisor.recover('the release store');
  assert.deepEqual([supervisor.faults, clock.pending], [[], 0]);
  const said = lines.slice(2).map(({ line }) => line);
  assert.deepEqual(said, ['the release store: working again']);
  supervisor.fail(FULL, () => {});
  assert.equal(await elapse(supervised), 1000);
});

test('a supervisor that is stopped tries nothing any more', () => {
  const { supervisor, clock } = createSupervised();
  supervisor.fail(FULL, () => {});
  supervisor.stop();
  supervisor.fail(FULL, () => {});
  assert.equal(clock.pending, 0);
});
