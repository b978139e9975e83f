import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SIGNATURE_ALGORITHMS } from '../../../sidecar/hub/hub-settings.ts';
import type { Delivery } from '../../../sidecar/hub/store/hub-store.ts';
import {
  beginNotification,
  createNotificationHeaders,
  decideSettlement,
  isGivenUp,
  readRetryAfter,
} from '../../../sidecar/hub/work/notification.ts';

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

test('H23 §7: any 2xx acknowledges', () => {
  for (const status of [200, 202, 204, 299]) {
    assert.deepEqual(decide(answered(status), { attempts: 2, failures: 2 }), {
      settlement: { id: 7, claim: 'c', outcome: 'acknowledged', sequence: 5, at: NOW },
    });
  }
});

test('410 ends the subscription at once', () => {
  assert.deepEqual(decide(answered(410)), {
    settlement: { id: 7, claim: 'c', outcome: 'removed' },
    removal: 'gone',
  });
});

test('H23 §7: any other answer, or none, is a failed attempt, tried again after 10 seconds', () => {
  for (const result of [...[199, 301, 304, 404, 500, 503].map((code) => answered(code)), silent]) {
    assert.deepEqual(decide(result).settlement, {
      ...{ id: 7, claim: 'c', outcome: 'retry', sequence: 5, attempts: 1, failures: 0 },
      readyAt: NOW + 10_000,
    });
  }
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
  const dropped = { outcome: 'dropped', sequence: 5, failures: 1, readyAt: NOW };
  assert.deepEqual(settlement, { id: 7, claim: 'c', ...dropped });
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

test('a notification begins with what failed before, as far as it counts', () => {
  for (const [tried, attempts, failures, excusedUpTo] of [
    // Never tried; superseded before it was tried.
    [0, 0, 1, 0],
    [2, 0, 1, 0],
    // Superseded after it failed, however often: one failure.
    [4, 1, 2, 0],
    [4, 2, 2, 0],
    // It failed while our own network was down.
    [4, 2, 1, 4],
    [4, 2, 2, 3],
  ] as const) {
    const delivery = deliveryOf({ tried, attempts, failures: 1 });
    assert.deepEqual(beginNotification(delivery, excusedUpTo), { attempts: 0, failures });
  }
  const retried = deliveryOf({ tried: 5, attempts: 2, failures: 1 });
  assert.deepEqual(beginNotification(retried), { attempts: 2, failures: 1 });
});

test('three failures are the end, also where the third was superseded', () => {
  const delivery = deliveryOf({ tried: 4, attempts: 1, failures: 2 });
  assert.equal(isGivenUp(beginNotification(delivery)), true);
  assert.equal(isGivenUp({ attempts: 0, failures: 2 }), false);
});

test('Retry-After asks to wait an hour at most, where the status gives it that meaning', () => {
  for (const [field, status, ms] of [
    ['120', 503, 120_000],
    [' 5 ', 429, 5_000],
    ['Fri, 20 Nov 2026 08:02:00 GMT', 503, 120_000],
    ['Fri, 20 Nov 2026 07:00:00 GMT', 503, 0],
    ['86400', 503, 3_600_000],
    ['Sat, 20 Nov 2027 08:00:00 GMT', 503, 3_600_000],
    ['99999999999999999999999', 503, 3_600_000],
    ['soon', 503, 0],
    ['-5', 503, 0],
    ['1.5', 503, 0],
    ['', 503, 0],
    [undefined, 503, 0],
    ['120', 500, 0],
  ] as const) {
    assert.equal(readRetryAfter(field, status, NOW), ms, `${field} of a ${status}`);
  }
});

const FACTS = {
  hubUrl: 'https://reviews.example/api/websub/hub',
  topic: 'https://reviews.example/feed.xml',
  mediaType: 'application/atom+xml',
  secret: undefined,
  algorithm: 'sha256',
} as const;
const BODY = Buffer.from('<feed>„Größe“ 😀</feed>\n');

test('without a secret there are the media type and one Link field, and nothing else', () => {
  assert.deepEqual(createNotificationHeaders(FACTS, [BODY]), {
    'Content-Type': 'application/atom+xml',
    Link: '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/feed.xml>; rel="self"',
  });
});

test('the signature is that of RFC 4231, test case 2', () => {
  const headers = createNotificationHeaders(
    { ...FACTS, secret: 'Jefe' },
    ['what do ya ', 'want for nothing?'].map((piece) => Buffer.from(piece)),
  );

  assert.equal(
    headers['X-Hub-Signature'],
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

for (const algorithm of SIGNATURE_ALGORITHMS) {
  test(`H27 §7.1: ${algorithm} is named before the signature of the exact bytes`, () => {
    const secret = 'geheim: éé';

    const headers = createNotificationHeaders({ ...FACTS, secret, algorithm }, [BODY]);

    const expected = createHmac(algorithm, Buffer.from(secret, 'utf8')).update(BODY).digest('hex');
    assert.equal(headers['X-Hub-Signature'], `${algorithm}=${expected}`);
  });
}
