import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Unreached } from '../../../../sidecar/hub/callback/fault.ts';
import type { Outcome } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  afterDelivery,
  afterNotice,
  afterVerification,
} from '../../../../sidecar/hub/work/rules.ts';
import { LADDER, saying, status, unreached } from './hub-in-process.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const AT = NOW + 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const POLICY = { retryDelays: LADDER, failureSpacing: 0, random: () => 0, isOutage: false };
const silent = unreached('connection');
const abortedBy = (code: string): Unreached => ({ ...unreached('local'), code });

const attempt = <Result>(result: Result) => ({ result, startedAt: NOW, endedAt: AT });

const FRESH = { attempts: 0, failures: 0, countedAt: undefined };
const afterPost = (
  result: Parameters<typeof afterDelivery>[1]['result'],
  row: Partial<Parameters<typeof afterDelivery>[0]> = {},
  policy: Partial<typeof POLICY> = {},
) => afterDelivery({ ...FRESH, ...row }, attempt(result), { ...POLICY, ...policy });

/** What is counted of a failed attempt, and when the same is tried again, in ms from its end. */
const failed = (outcome: Outcome) => {
  assert.equal(outcome.kind, 'failed');
  const { attempts, failures = 0, countedAt, nextAt } = outcome;
  const next = nextAt === undefined ? undefined : nextAt - AT;
  return { attempts, failures, isCounted: countedAt === AT, next };
};
const ending = (outcome: Outcome) =>
  outcome.kind === 'ended' ? [outcome.reason, outcome.fault.kind] : outcome.kind;

test('H23 §7: any 2xx acknowledges, 410 ends the subscription, all else is a failed attempt', () => {
  for (const code of [200, 204, 299]) {
    const acknowledged = { kind: 'acknowledged', at: AT, latencyMs: 40 };
    assert.deepEqual(afterPost(status(code), { attempts: 2, failures: 2 }), acknowledged);
  }
  assert.deepEqual(ending(afterPost(status(410))), ['gone', 'status']);
  for (const result of [...[199, 301, 304, 404, 500, 503].map((code) => status(code)), silent]) {
    assert.equal(failed(afterPost(result)).attempts, 1);
  }
});

test('part 6 rule 5: the first attempt at each content counts, the third in a row is the end', () => {
  for (const failures of [0, 1]) {
    const counted = { attempts: 1, failures: failures + 1, isCounted: true, next: 10_000 };
    assert.deepEqual(failed(afterPost(silent, { failures })), counted);
  }
  assert.deepEqual(ending(afterPost(silent, { failures: 2 })), ['failed', 'connection']);
});

test('H25 §7: the same content is tried again after 10 s, 1, 5 and 15 minutes, 1 and 3 hours, and every 3 hours, uncounted', () => {
  for (const [attempts, next] of [
    [1, MINUTE],
    [4, HOUR],
    [5, 3 * HOUR],
    [60, 3 * HOUR],
  ] as const) {
    const expected = { attempts: attempts + 1, failures: 2, isCounted: false, next };
    assert.deepEqual(failed(afterPost(silent, { attempts, failures: 2 })), expected);
  }
  const nextBy = (policy: Partial<typeof POLICY>) => failed(afterPost(silent, {}, policy)).next;
  assert.equal(nextBy({ retryDelays: [] }), undefined, 'without a ladder it is not tried again');
  assert.equal(nextBy({ random: () => 0.5 }), 11_000, 'delays are longer by up to a fifth');
});

test('failures that are closer together than is configured count as one', () => {
  const hour = { failureSpacing: 3600 };
  for (const [failures, since, isCounted] of [
    [1, HOUR - 1, false],
    [1, HOUR, true],
    [2, HOUR - 1, false],
    [0, 1, true],
    // A clock was set back.
    [1, -HOUR, true],
  ] as const) {
    const next = failed(afterPost(silent, { failures, countedAt: AT - since }, hour));
    const expected = failures + (isCounted ? 1 : 0);
    assert.deepEqual([next.failures, next.isCounted, next.attempts], [expected, isCounted, 1]);
  }
  const end = afterPost(silent, { failures: 2, countedAt: AT - HOUR }, hour);
  assert.equal(end.kind, 'ended');
});

test('Retry-After of 429 and 503, in seconds or as a date, a day at most, puts off the same content, and excuses nothing', () => {
  for (const [code, retryAfter, next] of [
    [429, '300', 300_000],
    [503, '300', 300_000],
    [503, ' 300 ', 300_000],
    [503, 'Fri, 20 Nov 2026 08:02:00 GMT', 119_960],
    [503, '99999999999999999999999', DAY],
    [503, '1', 10_000],
    [503, 'soon', 10_000],
    [500, '300', 10_000],
  ] as const) {
    const counted = { attempts: 1, failures: 1, isCounted: true, next };
    assert.deepEqual(failed(afterPost(status(code, retryAfter))), counted);
  }
  assert.equal(afterPost(status(503, '300'), { failures: 2 }).kind, 'ended');
});

test('a fault of ours counts for none, nor a first attempt in an outage; retries go up the ladder', () => {
  for (const [fault, attempts, isOutage, expected, next] of [
    ['local', 0, false, 0, MINUTE],
    ['local', 3, false, 3, MINUTE],
    ['connection', 0, true, 0, MINUTE],
    ['connection', 2, true, 3, 5 * MINUTE],
  ] as const) {
    const outcome = afterPost(unreached(fault), { attempts, failures: 2 }, { isOutage });
    const uncounted = { attempts: expected, failures: 2, isCounted: false, next };
    assert.deepEqual(failed(outcome), uncounted);
  }
});

const CHALLENGE = 'Zm9vYmFyX2Jheg-_';
const NEWCOMER = { attempts: 0, requestedAt: NOW, activeId: undefined, leaseSeconds: 60 };
const afterGet = (
  result: Parameters<typeof afterVerification>[1]['result'],
  row: Partial<Parameters<typeof afterVerification>[0]> = {},
  retryDelays: readonly number[] = LADDER,
) => {
  const policy = { challenge: CHALLENGE, retryDelays };
  return afterVerification({ ...NEWCOMER, ...row }, attempt(result), policy);
};

test('H17 §5.3.1: a 2xx with the challenge alone agrees, for a lease from the request on; all others refuse', () => {
  for (const code of [200, 204, 226]) {
    const confirmed = { kind: 'confirmed', at: AT, expiresAt: NOW + MINUTE };
    assert.deepEqual(afterGet(saying(CHALLENGE, code)), confirmed);
  }
  for (const code of [199, 302, 404, 410, 500]) {
    assert.deepEqual(ending(afterGet(saying(CHALLENGE, code))), ['refused', 'status']);
  }
  assert.deepEqual(ending(afterGet(saying(`${CHALLENGE}\n`))), ['refused', 'challenge']);
});

test('where no answer came the callback is asked twice more, whatever the reason', () => {
  for (const [fault, attempts, delays, next] of [
    ['connection', 0, LADDER, 10_000],
    ['name', 1, LADDER, MINUTE],
    ['connection', 0, [0.05], 50],
    ['connection', 1, [86_400], MINUTE],
    // Also where deliveries are not repeated.
    ['response', 0, [], 10_000],
    // The same as for a name that does not exist: strangers do not learn which names do.
    ['address', 0, LADDER, 10_000],
  ] as const) {
    const expected = { attempts: attempts + 1, failures: 0, isCounted: false, next };
    assert.deepEqual(failed(afterGet(unreached(fault), { attempts }, delays)), expected);
  }
  for (const fault of ['connection', 'address'] as const) {
    assert.deepEqual(ending(afterGet(unreached(fault), { attempts: 2 })), ['refused', fault]);
  }
});

test('a crowded network, or a fault of ours, is no attempt; a newcomer is given up after five minutes', () => {
  const crowded = unreached('crowded');
  const { attempts, next } = failed(afterGet(unreached('local'), { attempts: 2 }));
  assert.deepEqual([attempts, next], [2, MINUTE]);
  const uncounted = { attempts: 2, failures: 0, isCounted: false, next: 6_000 };
  assert.deepEqual(failed(afterGet(crowded, { attempts: 2 })), uncounted);
  const since = { requestedAt: AT - 5 * MINUTE };
  assert.deepEqual(ending(afterGet(crowded, since)), ['crowded', 'crowded']);
  assert.equal(afterGet(crowded, { ...since, activeId: 5 }).kind, 'failed');
});

test('a notice is sent until the subscriber itself answers: not 429, nor a 5xx of a proxy', () => {
  const after = (result: Parameters<typeof afterNotice>[1]['result'], attempts = 0) =>
    afterNotice({ attempts }, attempt(result), POLICY);
  for (const code of [200, 204, 302, 404, 410]) {
    assert.deepEqual(after(status(code)), { kind: 'notified', at: AT });
  }
  for (const result of [status(429), status(500), status(503), silent, unreached('local')]) {
    const again = { attempts: 1, failures: 0, isCounted: false, next: 10_000 };
    assert.deepEqual(failed(after(result)), again);
  }
  assert.equal(failed(after(status(503, '600'))).next, 600_000);
  // The pauses of deliveries, ten seconds at least, an hour where there are none.
  for (const [retryDelays, attempts, next] of [
    [LADDER, 60, 3 * HOUR],
    [[0], 1, 10_000],
    [[], 0, HOUR],
    [[10, 60], 2, MINUTE],
  ] as const) {
    const outcome = afterNotice({ attempts }, attempt(silent), { ...POLICY, retryDelays });
    assert.equal(failed(outcome).next, next, `${retryDelays}, ${attempts}`);
  }
});

test('what we end ourselves is given back, as if it had not been tried', () => {
  const released = { kind: 'released' };
  for (const aborted of ['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'].map(abortedBy)) {
    assert.deepEqual(afterGet(aborted), released);
    assert.deepEqual(afterPost(aborted, { failures: 2 }), released);
    assert.deepEqual(afterNotice({ attempts: 0 }, attempt(aborted), POLICY), released);
  }
});
