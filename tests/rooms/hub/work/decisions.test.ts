import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../../../../sidecar/hub/hub-settings.ts';
import type { Delivery } from '../../../../sidecar/hub/store/rows.ts';
import {
  createNotificationHeaders,
  decideSettlement,
  readRetryAfter,
} from '../../../../sidecar/hub/work/notification.ts';
import { decideVerification } from '../../../../sidecar/hub/work/verification.ts';
import { LADDER } from './hub-in-process.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TOPIC = 'https://reviews.example/feed.xml';
const HELD = { id: 7, claim: 'c' };

/** A delivery that is due, of content that was never tried. */
function deliveryOf(changes: Partial<Delivery> = {}): Delivery {
  return {
    ...HELD,
    topic: TOPIC,
    callback: 'https://subscriber.example/cb',
    host: 'subscriber.example',
    secret: undefined,
    expiresAt: NOW + DAY,
    ...{ sequence: 5, tried: 4, attempts: 0, failures: 0, countedAt: undefined },
    ...changes,
  };
}

const answered = (status: number, retryAfter?: string) => {
  return { kind: 'answered', status, retryAfter } as const;
};
const unreached = (fault: 'address' | 'crowded' | 'local' | 'name' | 'connection' | 'response') => {
  return { kind: 'unreached', fault, code: undefined, message: 'no answer came' } as const;
};
const silent = unreached('connection');

/** What follows from an answer to an attempt that took 40 ms. */
const decide = (
  result: Parameters<typeof decideSettlement>[1]['result'],
  changes: Partial<Delivery> = {},
  policy: Partial<Parameters<typeof decideSettlement>[2]> = {},
  isNobodyReached = false,
) => {
  const attempt = { result, startedAt: NOW, endedAt: NOW + 40, isNobodyReached };
  const usual = { retryDelays: LADDER, failureSpacing: 0, random: () => 0 };
  return decideSettlement(deliveryOf(changes), attempt, { ...usual, ...policy });
};

/** What is counted of a failed attempt, and when the same content is tried again, in ms from now. */
const nextOf = (settlement: ReturnType<typeof decide>) => {
  assert.equal(settlement.outcome, 'failed');
  const { attempts, failures, countedAt, readyAt } = settlement;
  return { attempts, failures, isCounted: countedAt === NOW + 40, next: readyAt - NOW - 40 };
};

test('H23 §7: any 2xx acknowledges, 410 ends the subscription, all else is a failed attempt', () => {
  for (const status of [200, 204, 299]) {
    const acknowledged = { sequence: 5, at: NOW + 40, latencyMs: 40 };
    assert.deepEqual(decide(answered(status), { attempts: 2, failures: 2 }), {
      ...{ ...HELD, outcome: 'acknowledged', ...acknowledged },
    });
  }
  const gone = decide(answered(410));
  assert.equal(gone.outcome === 'ended' && gone.reason, 'gone');
  for (const result of [...[199, 301, 304, 404, 500, 503].map((code) => answered(code)), silent]) {
    assert.equal(nextOf(decide(result)).attempts, 1);
  }
});

test('the fault of an attempt is its status, or the step that failed', () => {
  const faultOf = (settlement: ReturnType<typeof decide>) =>
    settlement.outcome === 'failed' ? settlement.fault : undefined;
  assert.deepEqual(faultOf(decide(answered(301))), {
    ...{ kind: 'status', status: 301, message: 'it answered 301, a redirect' },
  });
  assert.deepEqual(faultOf(decide({ ...silent, code: 'ECONNREFUSED' })), {
    ...{ kind: 'connection', code: 'ECONNREFUSED', message: 'no answer came' },
  });
});

test('part 6 rule 5: the first attempt at each content counts, the third in a row is the end', () => {
  for (const failures of [0, 1]) {
    // Whatever the ladder of the content before was at.
    const { next, ...counts } = nextOf(decide(silent, { attempts: 6, failures }));
    assert.deepEqual(counts, { attempts: 1, failures: failures + 1, isCounted: true });
    assert.equal(next, 10_000);
  }
  const end = decide(silent, { attempts: 6, failures: 2 });
  assert.equal(end.outcome === 'ended' && end.reason, 'failed');
});

test('the same content is tried again after 10 s, 1, 5 and 15 minutes, 1 and 3 hours, and every 3 hours, uncounted', () => {
  for (const [attempts, next] of [
    [1, MINUTE],
    [2, 5 * MINUTE],
    [3, 15 * MINUTE],
    [4, HOUR],
    [5, 3 * HOUR],
    [6, 3 * HOUR],
    [60, 3 * HOUR],
  ] as const) {
    const expected = { attempts: attempts + 1, failures: 2, isCounted: false, next };
    assert.deepEqual(nextOf(decide(silent, { tried: 5, attempts, failures: 2 })), expected);
  }
});

test('delays are longer by up to a fifth', () => {
  const { next } = nextOf(decide(silent, {}, { random: () => 0.999_999 }));
  assert.equal(next, 12_000);
});

test('without a ladder the same content is not tried again within the lease', () => {
  assert.deepEqual(nextOf(decide(silent, {}, { retryDelays: [] })), {
    ...{ attempts: 1, failures: 1, isCounted: true, next: DAY - 40 },
  });
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
    const next = nextOf(decide(silent, { failures, countedAt: NOW + 40 - since }, hour));
    const expected = failures + (isCounted ? 1 : 0);
    assert.deepEqual([next.failures, next.isCounted, next.attempts], [expected, isCounted, 1]);
  }
  const end = decide(silent, { failures: 2, countedAt: NOW + 40 - HOUR }, hour);
  assert.equal(end.outcome, 'ended');
});

test('Retry-After of 429 and 503 puts off the same content, and excuses nothing', () => {
  for (const [status, retryAfter, next] of [
    [429, '300', 300_000],
    [503, '300', 300_000],
    [503, '1', 10_000],
    [500, '300', 10_000],
  ] as const) {
    assert.deepEqual(nextOf(decide(answered(status, retryAfter))), {
      ...{ attempts: 1, failures: 1, isCounted: true, next },
    });
  }
  assert.equal(decide(answered(503, '300'), { failures: 2 }).outcome, 'ended');
});

test('a fault on our own side counts for nobody, and is tried again in a minute', () => {
  const local = unreached('local');
  const uncounted = { failures: 2, isCounted: false, next: MINUTE };
  assert.deepEqual(nextOf(decide(local, { failures: 2 })), { ...uncounted, attempts: 0 });
  const retried = { tried: 5, attempts: 3, failures: 2 };
  assert.deepEqual(nextOf(decide(local, retried)), { ...uncounted, attempts: 3 });
  // The first attempt at this content that was one is still to come.
  assert.equal(decide(silent, { tried: 5, attempts: 0, failures: 2 }).outcome, 'ended');
});

test('while nobody is reached the first attempt counts for nobody, and others go on up the ladder', () => {
  const first = nextOf(decide(silent, { failures: 2 }, {}, true));
  assert.deepEqual(first, { attempts: 0, failures: 2, isCounted: false, next: MINUTE });
  const retried = nextOf(decide(silent, { tried: 5, attempts: 2, failures: 2 }, {}, true));
  assert.deepEqual(retried, { attempts: 3, failures: 2, isCounted: false, next: 5 * MINUTE });
});

test('Retry-After is seconds or a date, a day at most', () => {
  for (const [field, status, ms] of [
    ['120', 503, 120_000],
    [' 5 ', 429, 5_000],
    ['0', 429, 0],
    ['Fri, 20 Nov 2026 08:02:00 GMT', 503, 120_000],
    ['Fri, 20 Nov 2026 07:00:00 GMT', 503, 0],
    ['Sat, 20 Nov 2027 08:00:00 GMT', 503, DAY],
    ['99999999999999999999999', 503, DAY],
    ['soon', 503, undefined],
    ['-5', 503, undefined],
    ['1.5', 503, undefined],
    ['', 503, undefined],
    [undefined, 503, undefined],
    ['120', 500, undefined],
  ] as const) {
    assert.equal(readRetryAfter({ retryAfter: field, status }, NOW), ms, `${field} of a ${status}`);
  }
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
    Link: '<https://reviews.example/feed.xml>; rel="self", <https://reviews.example/api/websub/hub>; rel="hub"',
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
const NEWCOMER = { attempts: 0, crowdedAt: undefined, requestedAt: NOW, isKnown: false };

/** What follows from an answer to a verification. */
const judge = (
  answer: Parameters<typeof decideVerification>[1]['answer'],
  changes: Partial<Parameters<typeof decideVerification>[0]> = {},
  retryDelays: readonly number[] = LADDER,
) =>
  decideVerification(
    { ...NEWCOMER, ...changes },
    { answer, challenge: CHALLENGE, now: NOW, retryDelays },
  );

test('H17 §5.3.1: a 2xx with the challenge alone agrees; all others refuse', () => {
  const verdict = (status: number, body: string) =>
    judge({ ...answered(status), body: Buffer.from(body) });
  for (const status of [200, 204, 226]) {
    assert.equal(verdict(status, CHALLENGE).kind, 'confirmed');
  }
  for (const status of [199, 302, 404, 410, 500]) {
    assert.equal(verdict(status, CHALLENGE).kind, 'refused', `${status}`);
  }
  const others = [
    '',
    `${CHALLENGE}\n`,
    ` ${CHALLENGE}`,
    CHALLENGE.toLowerCase(),
    'Zm9vYmFyX2Jheg-',
  ];
  for (const body of [...others, `\u{feff}${CHALLENGE}`]) {
    const one = verdict(200, body);
    assert.equal(one.kind === 'refused' && one.fault.kind, 'challenge', body);
  }
});

test('where no answer came the callback is asked twice more, whatever the reason', () => {
  for (const [fault, attempts, delays, expected] of [
    ['connection', 0, [10, 60, 300], [1, 10_000]],
    ['name', 1, [10, 60, 300], [2, 60_000]],
    ['connection', 1, [10], [2, 10_000]],
    ['connection', 0, [86_400], [1, 10_000]],
    ['connection', 1, [86_400], [2, 60_000]],
    // Also where deliveries are not repeated.
    ['response', 0, [], [1, 10_000]],
    ['connection', 2, [10, 60], 'refused'],
    // The same as for a name that does not exist: nobody learns which names do.
    ['address', 0, [10, 60], [1, 10_000]],
    ['address', 2, [10, 60], 'refused'],
  ] as const) {
    const verdict = judge(unreached(fault), { attempts }, delays);
    const is =
      verdict.kind === 'postponed'
        ? [verdict.postponement.attempts, verdict.postponement.readyAt - NOW]
        : verdict.kind;
    assert.deepEqual(is, expected, `${fault} ${attempts}`);
  }
});

test('a crowded network is no attempt; a newcomer is given up after five minutes', () => {
  const crowded = unreached('crowded');
  const first = judge(crowded, { attempts: 2 });
  assert.equal(first.kind, 'postponed');
  assert.deepEqual(
    { ...first.postponement, fault: undefined },
    { attempts: 2, readyAt: NOW + 6_000, crowdedAt: NOW, fault: undefined },
  );
  const since = { crowdedAt: NOW - 5 * MINUTE };
  const last = judge(crowded, since);
  assert.equal(last.kind === 'refused' && last.isCrowded, true);
  assert.equal(judge(crowded, { ...since, isKnown: true }).kind, 'postponed');
});

test('a verification that fails on our own side is no attempt, for an hour', () => {
  const local = unreached('local');
  const first = judge(local, { attempts: 1 });
  assert.equal(first.kind === 'postponed' && first.postponement.attempts, 1);
  const later = judge(local, { attempts: 2, requestedAt: NOW - HOUR });
  assert.equal(later.kind, 'refused');
});
