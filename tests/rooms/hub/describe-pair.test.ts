import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubscriptionState } from '#artifacts/hub-status.ts';
import { Fault } from '../../../sidecar/hub/callback/fault.ts';
import { describePair, formatPair } from '../../../sidecar/hub/describe-pair.ts';
import type { PairState } from '../../../sidecar/hub/hub-client.ts';
import {
  END_REASONS,
  type Ended,
  type PendingRequest,
  type Subscription,
} from '../../../sidecar/hub/store/rows.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => NOW + hours * HOUR;
const iso = (hours: number) => new Date(at(hours)).toISOString();

const NAMES = {
  topic: 'https://reviews.example/feed.xml',
  callback: 'https://subscriber.example/websub?token=geheim',
  host: 'subscriber.example',
};
const EXPIRED_TLS: Fault = {
  kind: 'tls',
  code: 'CERT_HAS_EXPIRED',
  message: 'its certificate has expired',
};
const REQUEST: PendingRequest = {
  ...NAMES,
  mode: 'subscribe',
  topicAsGiven: NAMES.topic,
  secret: 'streng-geheim',
  leaseSeconds: 864_000,
  verifyToken: 'auch-geheim',
  requestedAt: at(-1),
  attempts: 1,
  readyAt: at(0.1),
  failedAt: undefined,
  fault: undefined,
};
const SUBSCRIPTION: Subscription = {
  ...NAMES,
  secret: 'streng-geheim',
  subscribedAt: at(-48),
  expiresAt: at(48),
  acknowledged: 7,
  tried: 7,
  attempts: 0,
  failures: 0,
  countedAt: undefined,
  readyAt: at(-3),
  acknowledgedAt: at(-3),
  latencyMs: 84.25,
  failedAt: undefined,
  fault: undefined,
  verifiedAt: at(-48),
  refusedAt: undefined,
  refusal: undefined,
};
const ENDED: Ended = {
  ...NAMES,
  reason: 'failed',
  endedAt: at(-2),
  subscribedAt: at(-48),
  expiresAt: at(48),
  acknowledgedAt: at(-30),
  failedAt: at(-3),
  fault: EXPIRED_TLS,
  noticeUntil: at(48),
  noticeAttempts: 3,
  noticeAt: at(0.5),
  notifiedAt: undefined,
  noticeFault: EXPIRED_TLS,
};

// Those of pairs that are unknown, active, declined or ended: tests/contract/requests/hub.ts.
/** The document of a pair and its words; both are checked for what they may not hold. */
function describe(known: Partial<PairState>) {
  const nothing = {
    request: undefined,
    subscription: undefined,
    ended: undefined,
    dueAt: undefined,
  };
  const json = JSON.stringify(describePair({ ...nothing, now: NOW, ...known }));
  const document = SubscriptionState.parse(JSON.parse(json));
  const text = formatPair(document);
  for (const shown of [json, text]) assert.doesNotMatch(shown, /null|undefined|geheim|NaN/);
  return { document, text };
}

test('each state is a document and words: what was tried, what failed, and what comes next', () => {
  const failing = {
    ...SUBSCRIPTION,
    ...{ attempts: 2, failures: 1, failedAt: at(-1) },
    fault: { kind: 'status', status: 503, message: 'it answered 503' },
  } as const;
  const renewed = { ...failing, attempts: 0, failures: 0 };
  const unsubscribing = { ...REQUEST, mode: 'unsubscribe' } as const;
  const unrenewed = { ...SUBSCRIPTION, refusedAt: at(-1), refusal: EXPIRED_TLS };
  const expired = { ...SUBSCRIPTION, expiresAt: at(-1) };
  const refused = { ...ENDED, reason: 'refused', subscribedAt: undefined } as const;
  const noticed = { ...ENDED, noticeUntil: undefined, notifiedAt: at(-1) };
  for (const [known, shown, ...said] of [
    [
      { request: { ...REQUEST, failedAt: at(-0.5), fault: EXPIRED_TLS } },
      {
        state: 'pending',
        topic: NAMES.topic,
        request: { mode: 'subscribe', requestedAt: iso(-1) },
        verification: { failedAt: iso(-0.5), attempts: 1, nextAt: iso(0.1), fault: EXPIRED_TLS },
      },
      /^Request: to begin it, of 2026-11-20 07:00:00 UTC; it waits/m,
      /^ {2}Failed 2026-11-20 07:30:00 UTC: its certificate has expired\.\n {2}Use a certificate/m,
      /^ {2}Next attempt: 2026-11-20 08:06:00 UTC$/m,
    ],
    [
      { subscription: failing, dueAt: at(1) },
      {
        state: 'active',
        delivery: {
          ...{ acknowledgedAt: iso(-3), milliseconds: 84.25, failedAt: iso(-1), attempts: 2 },
          ...{ failedNotifications: 1, nextAt: iso(1), isUpToDate: false },
        },
      },
      /^ {2}Acknowledged 2026-11-20 05:00:00 UTC, in 84 ms\.$/m,
      /^ {2}The newest content is not delivered\.$/m,
      /^ {2}Failed notifications in a row: 1 of 3$/m,
      /^ {2}Next attempt: 2026-11-20 09:00:00 UTC, or sooner/m,
    ],
    [{ subscription: failing }, { delivery: { isUpToDate: true } }],
    [{ subscription: renewed, dueAt: 0 }, { delivery: { isUpToDate: false, nextAt: iso(0) } }],
    [
      { subscription: SUBSCRIPTION, request: REQUEST },
      { state: 'active', request: { mode: 'subscribe' } },
      /^Request: to renew it,/m,
    ],
    [{ subscription: SUBSCRIPTION, request: unsubscribing }, {}, /^Request: to end it,/m],
    [
      { subscription: unrenewed, ended: ENDED },
      { verification: { agreedAt: iso(-48), failedAt: iso(-1), fault: EXPIRED_TLS } },
    ],
    [{ subscription: expired, dueAt: 0 }, { state: 'expired' }, /^Expired: .* subscribe again\.$/m],
    [{ subscription: expired, request: REQUEST }, { state: 'pending' }],
    [
      { subscription: expired, ended: { ...refused, endedAt: at(-0.5) } },
      { state: 'refused', verification: { failedAt: iso(-3) } },
    ],
    [{ subscription: expired, ended: refused }, { state: 'expired' }],
    [
      { ended: ENDED },
      {
        state: 'ended',
        lease: { subscribedAt: iso(-48), expiresAt: iso(48) },
        ended: { at: iso(-2), reason: 'failed', noticeUntil: iso(48), fault: EXPIRED_TLS },
      },
      /^Ended: 2026-11-20 06:00:00 UTC$/m,
      /^ {2}The last attempt failed: its certificate has expired\.$/m,
      /^ {2}The callback is being notified, until 2026-11-22 08:00:00 UTC\.$/m,
    ],
    [{ ended: noticed }, {}, /^ {2}The callback was notified 2026-11-20 07:00:00 UTC\.$/m],
  ] as const) {
    const { document, text } = describe(known);
    assert.partialDeepStrictEqual(document, shown);
    for (const words of said) assert.match(text, words);
  }
  for (const known of [
    { subscription: failing },
    { subscription: failing, dueAt: failing.expiresAt },
    { subscription: expired, dueAt: 0 },
  ]) {
    assert.equal(describe(known).document.delivery?.nextAt, undefined);
  }
  assert.equal(describe({ subscription: unrenewed, ended: ENDED }).document.ended, undefined);
});

test('an end has its reason, and the fault that led to it alone', () => {
  for (const reason of END_REASONS) {
    const isRequest = reason === 'refused' || reason === 'crowded';
    const { document, text } = describe({ ended: { ...ENDED, reason } });
    assert.deepEqual(
      [document.state, document.ended?.reason],
      [isRequest ? 'refused' : 'ended', reason],
    );
    assert.match(document.ended?.text ?? '', /\.$/);
    const isByFault = reason === 'failed' || reason === 'gone';
    assert.equal(document.ended?.fault?.code, isByFault ? 'CERT_HAS_EXPIRED' : undefined);
    assert.equal(/certificate/.test(text), isByFault || isRequest);
    const unfailed = { ...ENDED, reason, failedAt: undefined, fault: undefined };
    assert.doesNotMatch(describe({ ended: unfailed }).text, /attempt failed/);
    const asked = describe({ ended: { ...unfailed, subscribedAt: undefined } });
    assert.equal(asked.document.state, 'refused');
    assert.doesNotMatch(asked.text, /Failed/);
  }
});

test('strangers do not learn whether a name exists on the side of the hub', () => {
  const shown = (
    [
      { kind: 'address', message: 'its host has an address that callbacks may not have' },
      { kind: 'name', code: 'ENOTFOUND', message: 'its host name does not exist' },
      { kind: 'name', code: 'ENODATA', message: 'its host name has no address' },
    ] as const
  ).flatMap((fault) => {
    const ended = { ...ENDED, fault };
    const refused = { ...ended, reason: 'refused', subscribedAt: undefined } as const;
    const request = { ...REQUEST, failedAt: at(-0.5), fault };
    const subscription = { ...SUBSCRIPTION, failedAt: at(-1), fault };
    const renewed = { ...SUBSCRIPTION, refusedAt: at(-1), refusal: fault };
    const pairs = [{ ended }, { ended: refused }, { request }, { subscription }];
    return [JSON.stringify([...pairs, { subscription: renewed }].map(describe))];
  });
  assert.equal(new Set(shown).size, 1);
  assert.match(shown[0] ?? '', /"kind":"name","message":"its host name has no public address",/);
});

test('every fault has advice, and redirects one of their own', () => {
  for (const kind of Fault.shape.kind.options) {
    const fault = { kind, message: 'it failed' };
    const { ended } = describe({ ended: { ...ENDED, fault } }).document;
    assert.match(ended?.fault?.advice ?? '', /^[A-Z].{20,}\.$/, kind);
  }
  const fault = { kind: 'status', status: 301, message: 'it answered 301' } as const;
  const { ended } = describe({ ended: { ...ENDED, fault } }).document;
  assert.match(ended?.fault?.advice ?? '', /^Redirects are not followed/);
});
