import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginNotification,
  decideSettlement,
  isGivenUp,
} from '../../../../sidecar/hub/delivery/decide-settlement.ts';
import type { Delivery } from '../../../../sidecar/hub/store/hub-store.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const POLICY = { retryDelays: [10, 60], random: () => 0.5 };
const FRESH = { attempts: 0, failures: 0 };

function deliveryOf(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: 7,
    claim: 'c',
    topic: 'https://reviews.example/feed.xml',
    callback: 'https://subscriber.example/cb',
    host: 'subscriber.example',
    secret: undefined,
    expiresAt: NOW + 1_000_000,
    sequence: 5,
    tried: 0,
    attempts: 0,
    failures: 0,
    ...changes,
  };
}

const answered = (status: number, retryAfter?: string) => {
  return { kind: 'answered', status, retryAfter } as const;
};
const silent = { kind: 'unreached', fault: 'silent', message: 'nothing came back' } as const;

const decide = (result: Parameters<typeof decideSettlement>[2], before = FRESH, policy = POLICY) =>
  decideSettlement(deliveryOf(), before, result, NOW, policy);

for (const status of [200, 201, 202, 204, 206, 299]) {
  test(`H23 §7: ${status} acknowledges`, () => {
    assert.deepEqual(decide(answered(status), { attempts: 2, failures: 2 }), {
      settlement: { id: 7, claim: 'c', outcome: 'acknowledged', sequence: 5, at: NOW },
    });
  });
}

test('410 ends the subscription at once', () => {
  assert.deepEqual(decide(answered(410)), {
    settlement: { id: 7, claim: 'c', outcome: 'removed' },
    removal: 'gone',
  });
});

for (const status of [199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 429, 500, 503]) {
  test(`H23 §7: ${status} is a failed attempt, tried again after 10 seconds`, () => {
    const { settlement } = decide(answered(status));
    assert.deepEqual(settlement, {
      id: 7,
      claim: 'c',
      outcome: 'retry',
      sequence: 5,
      attempts: 1,
      failures: 0,
      readyAt: NOW + 10_000,
    });
  });
}

test('no answer is a failed attempt', () => {
  assert.equal(decide(silent).settlement.outcome, 'retry');
});

test('the second retry comes after 60 seconds', () => {
  const { settlement } = decide(silent, { attempts: 1, failures: 0 });
  assert.ok(settlement.outcome === 'retry');
  assert.deepEqual([settlement.attempts, settlement.readyAt], [2, NOW + 60_000]);
});

test('delays differ by a fifth at most', () => {
  const delayAt = (random: number) => {
    const { settlement } = decide(silent, FRESH, { ...POLICY, random: () => random });
    return settlement.outcome === 'retry' ? settlement.readyAt - NOW : undefined;
  };
  assert.equal(delayAt(0), 8_000);
  assert.equal(delayAt(0.999_999), 12_000);
});

test('a notification counts as one failure when its retries are used up', () => {
  const { settlement, removal } = decide(silent, { attempts: 2, failures: 0 });
  assert.deepEqual(settlement, {
    id: 7,
    claim: 'c',
    outcome: 'dropped',
    sequence: 5,
    failures: 1,
    readyAt: NOW,
  });
  assert.equal(removal, undefined);
});

test('where there are no retries each failed attempt counts', () => {
  const { settlement } = decide(silent, FRESH, { ...POLICY, retryDelays: [] });
  assert.equal(settlement.outcome, 'dropped');
});

test('the third failure in a row ends the subscription', () => {
  assert.equal(decide(silent, { attempts: 2, failures: 1 }).settlement.outcome, 'dropped');
  assert.deepEqual(decide(silent, { attempts: 2, failures: 2 }), {
    settlement: { id: 7, claim: 'c', outcome: 'removed' },
    removal: 'failed',
  });
});

test('Retry-After is waited for where it asks for longer than the delay', () => {
  const readyAfter = (retryAfter: string, before = FRESH) => {
    const { settlement } = decide(answered(503, retryAfter), before);
    return 'readyAt' in settlement ? settlement.readyAt - NOW : undefined;
  };
  assert.equal(readyAfter('300'), 300_000);
  assert.equal(readyAfter('3'), 10_000);
  assert.equal(readyAfter('864000'), 3_600_000);
  // Also by what comes after a dropped notification.
  assert.equal(readyAfter('300', { attempts: 2, failures: 0 }), 300_000);
});

test('a notification that was never tried begins with nothing', () => {
  const delivery = deliveryOf({ tried: 0, failures: 1 });
  assert.deepEqual(beginNotification(delivery), { attempts: 0, failures: 1 });
});

test('a retry goes on where its notification was', () => {
  const delivery = deliveryOf({ tried: 5, attempts: 2, failures: 1 });
  assert.deepEqual(beginNotification(delivery), { attempts: 2, failures: 1 });
});

test('a notification that failed and is superseded counts as one failure, however often it failed', () => {
  for (const attempts of [1, 2]) {
    const delivery = deliveryOf({ tried: 4, attempts, failures: 1 });
    assert.deepEqual(beginNotification(delivery), { attempts: 0, failures: 2 });
  }
});

test('one that was superseded before it was tried does not count', () => {
  const delivery = deliveryOf({ tried: 2, attempts: 0, failures: 1 });
  assert.deepEqual(beginNotification(delivery), { attempts: 0, failures: 1 });
});

test('one that failed while our own network was down does not count', () => {
  const delivery = deliveryOf({ tried: 4, attempts: 2, failures: 1 });
  assert.deepEqual(beginNotification(delivery, 4), { attempts: 0, failures: 1 });
  assert.deepEqual(beginNotification(delivery, 3), { attempts: 0, failures: 2 });
});

test('three failures are the end, also where the third was superseded', () => {
  const delivery = deliveryOf({ tried: 4, attempts: 1, failures: 2 });
  assert.equal(isGivenUp(beginNotification(delivery)), true);
  assert.equal(isGivenUp({ attempts: 0, failures: 2 }), false);
});
