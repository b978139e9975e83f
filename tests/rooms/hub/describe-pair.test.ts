import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SubscriptionState } from '#artifacts/hub-status.ts';
import type { Fault } from '../../../sidecar/hub/callback/fault.ts';
import { describePair } from '../../../sidecar/hub/describe-pair.ts';
import type { PairState } from '../../../sidecar/hub/hub-client.ts';
import type { Active, Ended, Pending } from '../../../sidecar/hub/store/rows.ts';
import { intentOf } from './work/hub-in-process.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const at = (hours: number) => NOW + hours * 3_600_000;
const iso = (hours: number) => new Date(at(hours)).toISOString();

const EXPIRED_TLS: Fault = { kind: 'tls', code: 'CERT_HAS_EXPIRED' };
const BUSY: Fault = { kind: 'status', status: 503 };
const SECRETS = { secret: 'streng-geheim', client: '192.0.2.1' };
const COMMON = {
  ...{ ...intentOf({ callback: 'https://me.example/?token=geheim' }), ...SECRETS, id: 7 },
  ...{ failedAt: at(-1), fault: BUSY, attempts: 2, nextAt: at(1), expiresAt: at(48) },
};
const PENDING: Pending = { ...COMMON, state: 'pending', requestedAt: at(-2), activeId: undefined };
const ACTIVE: Active = {
  ...{ ...COMMON, state: 'active', subscribedAt: at(-48), verifiedAt: at(-24), failures: 1 },
  ...{ offered: 8, acknowledged: 7, acknowledgedAt: at(-3), latencyMs: 84.25 },
  ...{ countedAt: at(-1), refusedAt: undefined, refusal: undefined },
};
const ENDED: Ended = {
  ...{ ...COMMON, state: 'ended', reason: 'failed', endedAt: at(-2), cause: EXPIRED_TLS },
  ...{ subscribedAt: at(-48), acknowledgedAt: at(-30), notifiedAt: undefined },
};

/** The document of a pair, which is checked for what it may not hold. */
function describe(known: Partial<PairState>): string {
  const nothing = { pending: undefined, active: undefined, ended: undefined };
  const json = JSON.stringify(describePair({ ...nothing, now: NOW, ...known }));
  assert.doesNotMatch(json, /null|geheim|192\.0\.2|"id"/);
  SubscriptionState.parse(JSON.parse(json));
  return json;
}

const { topic } = COMMON;
const request = { mode: 'subscribe', requestedAt: iso(-2) };
const lease = { subscribedAt: iso(-48), expiresAt: iso(48) };
const agreed = { agreedAt: iso(-24) };
const failure = { failedAt: iso(-1), fault: BUSY, attempts: 2 };
const delivered = { acknowledgedAt: iso(-3), milliseconds: 84.25, failedNotifications: 1 };
const delivery = { ...delivered, ...failure, isUpToDate: false };

// Pairs that are unknown, up to date, declined or unsubscribed: tests/contract/requests/hub.ts.
/** Each of what a hub knows, and all that is shown of it but words. */
for (const [title, known, shown] of [
  [
    'a renewal that was refused is shown, and nothing that is due after the lease',
    { active: { ...ACTIVE, nextAt: at(49), refusedAt: at(-2), refusal: EXPIRED_TLS } },
    {
      ...{ state: 'active', topic, lease, delivery },
      verification: { ...agreed, failedAt: iso(-2), fault: EXPIRED_TLS },
    },
  ],
  [
    'behind a lease that is over a request waits',
    { active: { ...ACTIVE, expiresAt: NOW }, pending: PENDING },
    {
      ...{ state: 'pending', topic, request, lease: { ...lease, expiresAt: iso(0) }, delivery },
      verification: { ...agreed, ...failure, nextAt: iso(1) },
    },
  ],
] as const satisfies readonly (readonly [string, Partial<PairState>, object])[]) {
  test(title, () => {
    const isWords = (key: string) => ['text', 'message', 'advice'].includes(key);
    const withoutWords = (key: string, value: unknown) => (isWords(key) ? undefined : value);
    assert.deepEqual(JSON.parse(describe(known), withoutWords), shown);
  });
}

test('strangers do not learn whether a name exists on the side of the hub', () => {
  const faults: readonly Fault[] = [{ kind: 'address' }, { kind: 'name', code: 'ENOTFOUND' }];
  const shown = faults.map((fault) => {
    const pairs: Partial<PairState>[] = [
      { ended: { ...ENDED, cause: fault } },
      { ended: { ...ENDED, cause: fault, subscribedAt: undefined, expiresAt: undefined } },
      { pending: { ...PENDING, fault } },
      { active: { ...ACTIVE, fault, refusedAt: at(-1), refusal: fault } },
    ];
    return pairs.map(describe).join();
  });
  assert.equal(shown[0], shown[1]);
  assert.equal(shown[0]?.match(/"kind":"name","message":/g)?.length, 5);
});
