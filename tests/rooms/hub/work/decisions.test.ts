import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../../../../sidecar/hub/hub-settings.ts';
import type { Delivery } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  beginNotification,
  createNotificationHeaders,
  decideSettlement,
  isGivenUp,
  readRetryAfter,
} from '../../../../sidecar/hub/work/notification.ts';
import { decideVerification } from '../../../../sidecar/hub/work/verifier.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const TOPIC = 'https://reviews.example/feed.xml';
const HELD = { id: 7, claim: 'c' };

function deliveryOf(changes: Partial<Delivery> = {}): Delivery {
  return {
    ...HELD,
    topic: TOPIC,
    callback: 'https://subscriber.example/cb',
    host: 'subscriber.example',
    secret: undefined,
    expiresAt: NOW + 1_000_000,
    ...{ sequence: 5, tried: 0, attempts: 0, failures: 0 },
    ...changes,
  };
}

const answered = (status: number, retryAfter?: string) => {
  return { kind: 'answered', status, retryAfter } as const;
};
const unreached = (fault: 'blocked' | 'crowded' | 'local' | 'silent' | 'broken') => {
  return { kind: 'unreached', fault, message: 'no answer came' } as const;
};
const silent = unreached('silent');

/** What follows from an answer after these failed attempts and failed notifications. */
const decide = (
  result: Parameters<typeof decideSettlement>[2],
  [attempts, failures] = [0, 0],
  retryDelays = [10, 60],
  random = 0.5,
) => {
  const policy = { retryDelays, random: () => random };
  return decideSettlement(deliveryOf(), { attempts, failures }, result, NOW, policy);
};

const retry = (attempts: number, ms: number) => {
  const counts = { sequence: 5, attempts, failures: 0, readyAt: NOW + ms };
  return { settlement: { ...HELD, outcome: 'retry', ...counts } };
};
const dropped = (failures: number, ms = 0) => {
  const counts = { sequence: 5, failures, readyAt: NOW + ms };
  return { settlement: { ...HELD, outcome: 'dropped', ...counts } };
};
const removed = (removal: string) => ({ settlement: { ...HELD, outcome: 'removed' }, removal });

test('H23 §7: any 2xx acknowledges, 410 ends the subscription, all else is a failed attempt', () => {
  for (const status of [200, 204, 299]) {
    assert.deepEqual(decide(answered(status), [2, 2]), {
      settlement: { ...HELD, outcome: 'acknowledged', sequence: 5, at: NOW },
    });
  }
  assert.deepEqual(decide(answered(410)), removed('gone'));
  for (const result of [...[199, 301, 304, 404, 500, 503].map((code) => answered(code)), silent]) {
    assert.deepEqual(decide(result), retry(1, 10_000));
  }
});

test('retries come at their times; when they are used up that is one failure, and three are the end', () => {
  for (const [before, delays, random, expected] of [
    [[0, 0], [10], 0, retry(1, 8_000)],
    [[0, 0], [10], 0.999_999, retry(1, 12_000)],
    [[1, 0], [10, 60], 0.5, retry(2, 60_000)],
    [[2, 0], [10, 60], 0.5, dropped(1)],
    [[0, 0], [], 0.5, dropped(1)],
    [[2, 1], [10, 60], 0.5, dropped(2)],
    [[2, 2], [10, 60], 0.5, removed('failed')],
  ] as const) {
    assert.deepEqual(decide(silent, [...before], [...delays], random), expected);
  }
});

test('Retry-After is waited for where it asks for longer than the delay, an hour at most', () => {
  assert.deepEqual(decide(answered(503, '300')), retry(1, 300_000));
  assert.deepEqual(decide(answered(503, '3')), retry(1, 10_000));
  // Also by what comes after a dropped notification.
  assert.deepEqual(decide(answered(503, '300'), [2, 0]), dropped(1, 300_000));
  for (const [field, status, ms] of [
    ['120', 503, 120_000],
    [' 5 ', 429, 5_000],
    ['Fri, 20 Nov 2026 08:02:00 GMT', 503, 120_000],
    ['Fri, 20 Nov 2026 07:00:00 GMT', 503, 0],
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
  // Three failures are the end, also where the third was superseded.
  const third = deliveryOf({ tried: 4, attempts: 1, failures: 2 });
  assert.equal(isGivenUp(beginNotification(third)), true);
  assert.equal(isGivenUp({ attempts: 0, failures: 2 }), false);
});

const FACTS = {
  hubUrl: 'https://reviews.example/api/websub/hub',
  topic: TOPIC,
  mediaType: 'application/atom+xml',
  secret: undefined,
  algorithm: 'sha256',
} as const;

test('without a secret there are the media type and one Link field, and nothing else', () => {
  assert.deepEqual(createNotificationHeaders(FACTS, [Buffer.from('x')]), {
    'Content-Type': 'application/atom+xml',
    Link: '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/feed.xml>; rel="self"',
  });
});

test('H27 §7.1: the algorithm is named before the signature of the exact bytes', () => {
  const body = ['what do ya ', 'want for nothing?'].map((piece) => Buffer.from(piece));
  const sign = (secret: string, algorithm: SignatureAlgorithm) =>
    createNotificationHeaders({ ...FACTS, secret, algorithm }, body)['X-Hub-Signature'];
  // RFC 4231, test case 2.
  const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(sign('Jefe', 'sha256'), `sha256=${known}`);
  const secret = 'geheim: éé';
  for (const algorithm of SIGNATURE_ALGORITHMS) {
    const hmac = createHmac(algorithm, Buffer.from(secret)).update(Buffer.concat(body));
    assert.equal(sign(secret, algorithm), `${algorithm}=${hmac.digest('hex')}`);
  }
});

const CHALLENGE = 'Zm9vYmFyX2Jheg-_';
const verdict = (status: number, body: string) =>
  decideVerification({ ...answered(status), body: Buffer.from(body) }, CHALLENGE, 0).kind;

test('H17 §5.3.1: a 2xx with the challenge alone agrees; all others refuse', () => {
  for (const status of [200, 204, 226]) assert.equal(verdict(status, CHALLENGE), 'confirmed');
  for (const status of [199, 302, 404, 410, 500]) {
    assert.equal(verdict(status, CHALLENGE), 'refused', `${status}`);
  }
  const others = [
    '',
    `${CHALLENGE}\n`,
    ` ${CHALLENGE}`,
    CHALLENGE.toLowerCase(),
    'Zm9vYmFyX2Jheg-',
  ];
  for (const body of [...others, `\u{feff}${CHALLENGE}`]) {
    assert.equal(verdict(200, body), 'refused', body);
  }
});

test('where no answer came the callback is asked twice more, unless its address is forbidden', () => {
  const postponed = (attempts: number, afterMs: number) => ({
    kind: 'postponed',
    attempts,
    afterMs,
  });
  for (const [fault, attempts, delays, expected] of [
    ['silent', 0, [10, 60], postponed(1, 10_000)],
    ['silent', 1, [10, 60], postponed(2, 60_000)],
    ['silent', 1, [10], postponed(2, 10_000)],
    // Also where deliveries are not repeated.
    ['broken', 0, [], postponed(1, 10_000)],
    // That is no attempt.
    ['crowded', 2, [10, 60], postponed(2, 6_000)],
    ['silent', 2, [10, 60], { kind: 'refused', reason: 'no answer came' }],
    ['blocked', 0, [10, 60], { kind: 'refused', reason: 'no answer came' }],
  ] as const) {
    assert.deepEqual(decideVerification(unreached(fault), CHALLENGE, attempts, delays), expected);
  }
});
