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

test('a request that waits is pending, with the fault of the last attempt and the next one', () => {
  const failed = { ...REQUEST, failedAt: at(-0.5), fault: EXPIRED_TLS };
  const { document, text } = describe({ request: failed });
  assert.deepEqual(
    { ...document, verification: undefined },
    {
      state: 'pending',
      topic: NAMES.topic,
      request: { mode: 'subscribe', requestedAt: iso(-1) },
      verification: undefined,
    },
  );
  const { fault, ...verification } = document.verification ?? assert.fail();
  assert.deepEqual(verification, { failedAt: iso(-0.5), attempts: 1, nextAt: iso(0.1) });
  const { advice = '', ...stored } = fault ?? assert.fail();
  assert.deepEqual(stored, EXPIRED_TLS);
  assert.match(advice, /^Use a certificate of a public authority/);
  assert.match(text, /^Pending: the callback is asked whether it agrees/);
  assert.match(text, /^Request: to begin it, of 2026-11-20 07:00:00 UTC; it waits/m);
  assert.match(
    text,
    /^ {2}Failed 2026-11-20 07:30:00 UTC: its certificate has expired\.\n {2}Use/m,
  );
  assert.match(text, /^ {2}Next attempt: 2026-11-20 08:06:00 UTC$/m);
});

test('what fails says why, how often, and when it is tried next', () => {
  const failing = {
    ...SUBSCRIPTION,
    ...{ attempts: 2, failures: 1, failedAt: at(-1) },
    fault: { kind: 'status', status: 503, message: 'it answered 503' },
  } as const;
  const { document, text } = describe({ subscription: failing, dueAt: at(1) });
  const { fault, ...delivery } = document.delivery ?? assert.fail();
  assert.deepEqual(delivery, {
    acknowledgedAt: iso(-3),
    milliseconds: 84.25,
    failedAt: iso(-1),
    attempts: 2,
    failedNotifications: 1,
    nextAt: iso(1),
    isUpToDate: false,
  });
  assert.equal(fault?.status, 503);
  assert.match(text, /^ {2}Acknowledged 2026-11-20 05:00:00 UTC, in 84 ms\.$/m);
  assert.match(text, /^ {2}The newest content is not delivered\.$/m);
  assert.match(text, /^ {2}Failed notifications in a row: 1 of 3$/m);
  assert.match(text, /^ {2}Next attempt: 2026-11-20 09:00:00 UTC, or sooner/m);

  // It follows from what was acknowledged alone.
  const well = describe({ subscription: failing }).document.delivery;
  assert.deepEqual([well?.isUpToDate, well?.nextAt], [true, undefined]);
  const renewed = { ...failing, attempts: 0, failures: 0 };
  const due = describe({ subscription: renewed, dueAt: 0 }).document.delivery;
  assert.deepEqual([due?.isUpToDate, due?.nextAt], [false, iso(0)], 'what is due is tried now');
  const never = describe({ subscription: failing, dueAt: failing.expiresAt }).document.delivery;
  assert.deepEqual([never?.isUpToDate, never?.nextAt], [false, undefined]);
});

test('an active one may be about to be renewed or to end, or its last renewal have failed', () => {
  const renewed = describe({ subscription: SUBSCRIPTION, request: REQUEST });
  assert.equal(renewed.document.state, 'active');
  assert.equal(renewed.document.request?.mode, 'subscribe');
  assert.match(renewed.text, /^Request: to renew it,/m);
  const request = { ...REQUEST, mode: 'unsubscribe' } as const;
  assert.match(describe({ subscription: SUBSCRIPTION, request }).text, /^Request: to end it,/m);
  const subscription = { ...SUBSCRIPTION, refusedAt: at(-1), refusal: EXPIRED_TLS };
  const { verification } = describe({ subscription, ended: ENDED }).document;
  assert.deepEqual([verification?.agreedAt, verification?.failedAt], [iso(-48), iso(-1)]);
  assert.equal(verification?.fault?.code, 'CERT_HAS_EXPIRED');
  assert.equal(describe({ subscription, ended: ENDED }).document.ended, undefined);
});

test('after its lease a subscription is expired, and nothing more is tried', () => {
  const subscription = { ...SUBSCRIPTION, expiresAt: at(-1) };
  const { document, text } = describe({ subscription, dueAt: 0 });
  assert.deepEqual([document.state, document.delivery?.nextAt], ['expired', undefined]);
  assert.match(text, /^Expired: .* subscribe again\.$/m);
  assert.equal(describe({ subscription, request: REQUEST }).document.state, 'pending');
  const refused = { ...ENDED, reason: 'refused', subscribedAt: undefined } as const;
  const after = { ...refused, endedAt: at(-0.5) };
  assert.equal(describe({ subscription, ended: after }).document.state, 'refused');
  assert.equal(describe({ subscription, ended: refused }).document.state, 'expired');
});

test('what has ended says why, and whether the callback was notified', () => {
  const { document, text } = describe({ ended: ENDED });
  assert.equal(document.state, 'ended');
  assert.deepEqual(document.lease, { subscribedAt: iso(-48), expiresAt: iso(48) });
  const { fault, ...ended } = document.ended ?? assert.fail();
  assert.deepEqual(ended, {
    at: iso(-2),
    reason: 'failed',
    text: '3 notifications in a row failed.',
    noticeUntil: iso(48),
  });
  assert.equal(fault?.code, 'CERT_HAS_EXPIRED');
  assert.match(text, /^ {2}The callback is being notified, until 2026-11-22 08:00:00 UTC\.$/m);
  const notified = { ...ENDED, noticeUntil: undefined, notifiedAt: at(-1) };
  assert.match(
    describe({ ended: notified }).text,
    /^ {2}The callback was notified 2026-11-20 07:00:00 UTC\.$/m,
  );
  for (const reason of END_REASONS) {
    const isRequest = reason === 'refused' || reason === 'crowded';
    const { state, ended: end } = describe({ ended: { ...ENDED, reason } }).document;
    assert.deepEqual([state, end?.reason], [isRequest ? 'refused' : 'ended', reason]);
    assert.match(end?.text ?? '', /\.$/);
  }
});

test('a fault is shown of an end to which it led', () => {
  for (const reason of ['failed', 'gone'] as const) {
    const { text } = describe({ ended: { ...ENDED, reason } });
    assert.match(text, /^Ended: 2026-11-20 06:00:00 UTC$/m);
    assert.match(text, /^ {2}The last attempt failed: its certificate has expired\.$/m);
    const none = describe({ ended: { ...ENDED, reason, failedAt: undefined, fault: undefined } });
    assert.doesNotMatch(none.text, /attempt failed/);
  }
  for (const reason of ['removed', 'blocked', 'unsubscribed'] as const) {
    const { document, text } = describe({ ended: { ...ENDED, reason } });
    assert.equal(document.ended?.fault, undefined);
    assert.doesNotMatch(text, /[Ff]ailed|certificate/);
    const asked = { ...ENDED, reason, subscribedAt: undefined, failedAt: undefined };
    const request = describe({ ended: { ...asked, fault: undefined } });
    assert.deepEqual(
      [request.document.state, request.document.verification],
      ['refused', undefined],
    );
    assert.doesNotMatch(request.text, /Failed/);
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
