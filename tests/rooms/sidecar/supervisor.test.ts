import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Supervisor } from '../../../sidecar/supervisor.ts';

const FULL = {
  kind: 'storage',
  what: 'the release store',
  code: 'ENOSPC',
  reason: 'no space left',
} as const;

/** A supervisor with a clock of its own, what it has logged, and the waits that it asked for. */
function createSupervised() {
  let time = Date.parse('2026-11-20T08:00:00Z');
  const lines: string[] = [];
  const waits: { at: number; call: () => void }[] = [];
  const log = (_: unknown, line: string) => {
    lines.push(line);
  };
  const supervisor = new Supervisor({
    log: { error: log, info: log },
    now: () => time,
    after: (ms, call) => {
      const wait = { at: time + ms, call };
      waits.push(wait);
      return () => {
        if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1);
      };
    },
  });
  /** Lets time go on to the next wait that ends. Returns how long that took. */
  const elapse = (): number => {
    const [next] = waits.toSorted((a, b) => a.at - b.at);
    if (!next) throw new Error('Nothing waits.');
    waits.splice(waits.indexOf(next), 1);
    const ms = next.at - time;
    time = next.at;
    next.call();
    return ms;
  };
  return { supervisor, lines, waits, elapse };
}

test('a fault is reported with what failed, why, since when and when it is tried again', () => {
  const { supervisor } = createSupervised();
  supervisor.fail(FULL, () => {});
  assert.deepEqual(supervisor.faults, [
    {
      kind: 'storage',
      code: 'ENOSPC',
      since: '2026-11-20T08:00:00.000Z',
      nextTry: '2026-11-20T08:00:01.000Z',
      message: 'the release store: no space left',
    },
  ]);
});

test('the waits double up to a minute, and the log says how long each is', () => {
  const { supervisor, lines, elapse } = createSupervised();
  supervisor.fail(FULL, () => supervisor.fail(FULL, () => supervisor.fail(FULL, again)));
  function again() {
    supervisor.fail(FULL, again);
  }
  const waited = Array.from({ length: 8 }, elapse);
  assert.deepEqual(waited, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  assert.deepEqual(lines.slice(0, 2), [
    'the release store: no space left; it is tried again in 1 s',
    'the release store: no space left; it is tried again in 2 s',
  ]);
  assert.equal(supervisor.faults[0]?.since, '2026-11-20T08:00:00.000Z');
  // What is likely to work soon waits no longer than it says.
  const soon = createSupervised();
  const soonAgain = () => soon.supervisor.fail({ ...FULL, mostMs: 2_000 }, soonAgain);
  soonAgain();
  assert.deepEqual(Array.from({ length: 3 }, soon.elapse), [1000, 2000, 2000]);
});

test('what works again is reported once, and its next fault waits from the start', () => {
  const { supervisor, lines, waits, elapse } = createSupervised();
  supervisor.fail(FULL, () => {
    // While something is tried, no time is stated for the next try.
    assert.equal(supervisor.faults[0]?.nextTry, null);
    supervisor.fail(FULL, () => {});
  });
  elapse();
  supervisor.recover('the release store');
  supervisor.recover('the release store');
  assert.deepEqual([supervisor.faults, waits.length], [[], 0]);
  assert.deepEqual(lines.slice(2), ['the release store: works again']);
  supervisor.fail(FULL, () => {});
  assert.equal(elapse(), 1000);
});

test('faults of several things stand side by side and wait each for itself', () => {
  const { supervisor, elapse } = createSupervised();
  const tried: string[] = [];
  supervisor.fail(FULL, () => tried.push('store'));
  supervisor.fail({ ...FULL, kind: 'hub', what: 'the hub' }, () => tried.push('hub'));
  elapse();
  elapse();
  assert.deepEqual(tried, ['store', 'hub']);
  supervisor.recover('the hub');
  assert.deepEqual(
    supervisor.faults.map(({ kind }) => kind),
    ['storage'],
  );
});

test('what is not tried again by itself is reported as such, until it works all the same', () => {
  const { supervisor, lines, waits } = createSupervised();
  supervisor.fail(FULL, () => {});
  supervisor.fail({ ...FULL, code: 'STORE_UNUSABLE', reason: 'it is damaged' });
  assert.equal(waits.length, 0);
  const [{ code, nextTry, message } = {}] = supervisor.faults;
  assert.deepEqual(
    { code, nextTry, message },
    { code: 'STORE_UNUSABLE', nextTry: null, message: 'the release store: it is damaged' },
  );
  assert.equal(
    lines.at(-1),
    'the release store: it is damaged; it stops until the service is started again',
  );
  supervisor.recover('the release store');
  assert.deepEqual(supervisor.faults, []);
});

test('a supervisor that is stopped tries nothing any more', () => {
  const { supervisor, waits } = createSupervised();
  supervisor.fail(FULL, () => {});
  supervisor.stop();
  supervisor.fail(FULL, () => {});
  assert.equal(waits.length, 0);
});
