import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type {
  Ended,
  EndReason,
  PendingRequest,
  Subscription,
} from '../../sidecar/hub/store/rows.ts';
import type { Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import {
  countOf,
  faultName,
  faultWords,
  formatTable,
  formatTime,
  isExcused,
  isExpired,
  nextTry,
  placeTime,
  refuseUnknown,
  stateOf,
  stateWords,
  toJson,
  topicName,
} from './words.ts';

const HEADINGS = ['Topic', 'Callback', 'State', 'Lease ends (UTC)', 'Acknowledged (UTC)'];
/** Shown where anything has failed. */
const FAULT_HEADINGS = ['Next try (UTC)', 'Last failure (UTC)'];

/** Lists all subscriptions, and how many there are. */
export async function listSubscriptions({ store, now, baseUrl, screen }: Hub): Promise<Outcome> {
  const subscriptions = (await store.listSubscriptions({})).toSorted(compare);
  const counts = await store.count(now);
  const hasFaults = subscriptions.some(({ fault }) => fault !== undefined);
  const timeOf = (at: number | undefined, otherwise: string) =>
    at === undefined ? otherwise : formatTime(at);
  const rows = subscriptions.map((one) => [
    topicName(one.topic, baseUrl),
    one.callback,
    stateWords(one, now),
    formatTime(one.expiresAt),
    timeOf(one.acknowledgedAt, 'never'),
    ...(hasFaults ? [timeOf(nextTry(one, now), ''), failureOf(one)] : []),
  ]);
  const headings = [...HEADINGS, ...(hasFaults ? FAULT_HEADINGS : [])];
  const expired = subscriptions.filter((one) => isExpired(one, now)).length;
  const active = subscriptions.length - expired;
  const sum = (count: (one: (typeof counts)[number]) => number) =>
    counts.reduce((total, one) => total + count(one), 0);
  const due = sum((one) => one.due);
  const failing = sum((one) => one.failing);
  const waiting = sum((one) => one.pendingVerification + one.pendingRemoval);
  return {
    lines: [
      ...(rows.length > 0 ? [formatTable([headings, ...rows], screen)] : []),
      [
        `${countOf(subscriptions.length, 'subscription')}: ${active} active (${failing} failing), ${expired} expired`,
        `${countOf(due, 'delivery', 'deliveries')} due`,
        `${countOf(waiting, 'request')} to be verified`,
      ].join('; '),
    ],
    data: subscriptions.map((one) => describeForPrograms(one, now)),
  };
}

function compare(a: Subscription, b: Subscription): number {
  return order(a.topic, b.topic) || order(a.callback, b.callback);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function failureOf({ failedAt, fault }: Subscription): string {
  if (failedAt === undefined || !fault) return '';
  return `${formatTime(failedAt)} ${faultName(fault)}`;
}

function describeForPrograms(one: Subscription, now: number) {
  const next = nextTry(one, now);
  const nextTryAt = next === undefined ? null : new Date(next).toISOString();
  return { ...toJson(one), state: stateOf(one, now), nextTryAt };
}

/** Shows all that is known of one callback, but for secrets. */
export async function showCallback(hub: Hub, { argument: callback }: HubCall): Promise<Outcome> {
  const { store, now, baseUrl } = hub;
  const subscriptions = await store.listSubscriptions({ callback });
  const requests = await store.listRequests({ callback });
  const ended = await store.listEnded({ callback });
  const due = new Set<string>();
  for (const { topic } of subscriptions) {
    if ((await store.findPair({ topic, callback })).dueAt !== undefined) due.add(topic);
  }
  if (subscriptions.length + requests.length + ended.length === 0) {
    throw await refuseUnknown(store, { callback }, baseUrl);
  }
  const part = (title: string, sentences: readonly string[]) => [
    `\n  ${title}`,
    ...sentences.map((sentence) => `    ${sentence}`),
  ];
  return {
    lines: [
      callback,
      ...subscriptions.flatMap((one) =>
        part(`${topicName(one.topic, baseUrl)}: ${stateWords(one, now)}`, [
          ...describe(one, now),
          ...(due.has(one.topic) ? ['The newest content is not delivered yet.'] : []),
        ]),
      ),
      ...requests.flatMap((one) =>
        part(
          `${topicName(one.topic, baseUrl)}: asked to ${one.mode}, not verified yet`,
          describeRequest(one, now),
        ),
      ),
      ...ended.flatMap((one) =>
        part(
          `${topicName(one.topic, baseUrl)}: ended on ${placeTime(one.endedAt, now)}`,
          describeEnd(one, now),
        ),
      ),
    ],
    data: {
      callback,
      subscriptions: subscriptions.map((one) => ({
        ...describeForPrograms(one, now),
        isDue: due.has(one.topic),
      })),
      requests: requests.map(toJson),
      ended: ended.map(toJson),
    },
  };
}

function describe(subscription: Subscription, now: number): string[] {
  const { secret, verifiedAt, failures, fault, failedAt, refusal, refusedAt } = subscription;
  const { acknowledgedAt, latencyMs, expiresAt, subscribedAt } = subscription;
  const wasRenewed = verifiedAt !== undefined && verifiedAt > subscribedAt;
  return [
    `Subscribed on ${placeTime(subscribedAt, now)}${wasRenewed ? `; renewed on ${placeTime(verifiedAt, now)}` : ''}.`,
    isExpired(subscription, now)
      ? `The lease ended on ${placeTime(expiresAt, now)}; nothing is sent any more.`
      : `The lease ends on ${placeTime(expiresAt, now)}.`,
    ...(refusedAt !== undefined && refusal
      ? [
          `The last request to renew or end it failed on ${placeTime(refusedAt, now)}: ${faultWords(refusal)}.`,
        ]
      : []),
    secret === undefined
      ? 'Notifications are not signed: it gave no secret.'
      : 'Notifications are signed: it gave a secret.',
    acknowledgedAt === undefined
      ? 'It has acknowledged no notification yet.'
      : `It acknowledged a notification last on ${placeTime(acknowledgedAt, now)}${latencyMs === undefined ? '' : `, within ${latencyMs} ms`}.`,
    ...(failedAt !== undefined && fault
      ? [`The last failure was on ${placeTime(failedAt, now)}: ${faultWords(fault)}.`]
      : []),
    ...describeNext(subscription, now),
    ...(failures > 0
      ? [
          `${countOf(failures, 'notification')} in a row failed; the subscription ends with ${MAX_FAILURES}.`,
        ]
      : []),
  ];
}

function describeNext(subscription: Subscription, now: number): string[] {
  const next = nextTry(subscription, now);
  if (next === undefined) return [];
  const failed = `Of the notification that is due ${countOf(subscription.attempts, 'attempt')} failed`;
  return [
    `${failed}; the next is on ${placeTime(next, now)}, or sooner if there is newer content.`,
  ];
}

function describeRequest(request: PendingRequest, now: number): string[] {
  const { requestedAt, attempts, fault, failedAt, readyAt } = request;
  return [
    `It came on ${placeTime(requestedAt, now)}.`,
    ...(failedAt !== undefined && fault
      ? [describeVerification(attempts, failedAt, fault, now)]
      : []),
    readyAt > now ? `The next attempt is on ${placeTime(readyAt, now)}.` : 'It is verified next.',
  ];
}

function describeVerification(attempts: number, at: number, fault: Fault, now: number): string {
  const why = `${placeTime(at, now)}: ${faultWords(fault)}.`;
  const failed = `Of its verification ${countOf(attempts, 'attempt')} failed`;
  if (!isExcused(fault)) return `${failed}, the last on ${why}`;
  return attempts === 0
    ? `Its verification was postponed on ${why}`
    : `${failed}, and the next was postponed on ${why}`;
}

const REASONS: Readonly<Record<EndReason, string>> = {
  failed: `${MAX_FAILURES} notifications in a row failed`,
  gone: 'the callback answered 410',
  removed: 'it was removed here',
  blocked: 'its host is blocked',
  unsubscribed: 'it was unsubscribed, and the callback agreed',
  refused: 'the callback did not agree',
  crowded: 'too many requests to its network waited',
};

/** Why there is no subscription (any more), as a clause, with the fault that led to it. */
export function endWords({ reason, fault }: Pick<Ended, 'reason' | 'fault'>): string {
  const isByChoice = reason === 'removed' || reason === 'blocked' || reason === 'unsubscribed';
  return fault && !isByChoice ? `${REASONS[reason]}: ${faultWords(fault)}` : REASONS[reason];
}

function describeEnd(ended: Ended, now: number): string[] {
  const { subscribedAt, acknowledgedAt } = ended;
  return [
    `${subscribedAt === undefined ? 'There was only a request' : `It was subscribed on ${placeTime(subscribedAt, now)}`}.`,
    `It ended as ${endWords(ended)}.`,
    ...(acknowledgedAt === undefined
      ? []
      : [`It acknowledged a notification last on ${placeTime(acknowledgedAt, now)}.`]),
    describeNotice(ended, now),
  ];
}

/** Whether the callback knows of the end. */
function describeNotice(ended: Ended, now: number): string {
  const { notifiedAt, noticeUntil, noticeAttempts, noticeAt, noticeFault } = ended;
  if (notifiedAt !== undefined)
    return `The callback was notified on ${placeTime(notifiedAt, now)}.`;
  const failed =
    noticeAttempts === 0
      ? ''
      : `; ${countOf(noticeAttempts, 'attempt')} failed${noticeFault ? `, the last as ${faultWords(noticeFault)}` : ''}`;
  if (noticeUntil === undefined || noticeUntil <= now) {
    return `The callback was not notified${failed}.`;
  }
  const next = noticeAt > now ? `the next attempt is on ${placeTime(noticeAt, now)}` : 'it is next';
  return `The callback is yet to be notified${failed}; ${next}.`;
}
