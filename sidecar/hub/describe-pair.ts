import type { CallbackFault, SubscriptionState } from '#artifacts/hub-status.ts';
import type { Fault } from './callback/fault.ts';
import type { PairState } from './hub-client.ts';
import { MAX_FAILURES } from './hub-settings.ts';
import type { Ended, EndReason, PendingRequest, Subscription } from './store/rows.ts';

/*
 * What whoever knows a callback is shown of it, as a document and in words: neither the secret nor
 * anything of other callbacks.
 */

const REASONS: Readonly<Record<EndReason, string>> = {
  failed: `${MAX_FAILURES} notifications in a row failed.`,
  gone: 'The callback answered 410 Gone.',
  removed: 'The operator of the hub removed it.',
  blocked: 'The operator of the hub has blocked the host.',
  unsubscribed: 'The callback agreed to unsubscribe.',
  refused: 'The callback did not agree to the request, or gave no answer.',
  crowded: 'Too many requests for callbacks in the same network waited.',
};

const ADVICE: Readonly<Record<CallbackFault['kind'], string>> = {
  status:
    'Answer 2xx to what you want and have received; the log of your server knows why it did not.',
  challenge:
    'Answer with exactly the value of hub.challenge and nothing else: no line feed, no quotes, no markup, no compression.',
  name: 'Compare the host with its DNS records: it needs an A or AAAA record that strangers can see, and public addresses only.',
  connection: 'Let strangers connect: check that the server runs, its port and its firewall.',
  tls: 'Use a certificate of a public authority, in date and for this host, and send its intermediate certificates with it.',
  response: 'Answer by HTTP at once, and do the work afterwards.',
  crowded: 'Ask again in some minutes: many requests wait for callbacks in the same network.',
  local: 'The fault is the hub’s: it tries again by itself.',
};

const REDIRECTED = 'Redirects are not followed: subscribe with the URL that answers by itself.';

const isoTime = (ms: number) => new Date(ms).toISOString();
const optionalTime = (ms: number | undefined) => (ms === undefined ? undefined : isoTime(ms));

function describeFault(fault: Fault | undefined): CallbackFault | undefined {
  if (!fault) return undefined;
  const { kind, status = 0, message } = fault;
  if (kind === 'address' || kind === 'name') {
    // Which of the two it is would show strangers the names that exist on our side of the network.
    return { kind: 'name', message: 'its host name has no public address', advice: ADVICE.name };
  }
  if (kind === 'challenge') {
    // The message of this one says what to do as well.
    const [problem = '', advice] = message.split('; ');
    return { ...fault, kind, message: problem, advice: advice ? asSentence(advice) : ADVICE[kind] };
  }
  const isRedirect = kind === 'status' && status >= 300 && status < 400;
  return { ...fault, kind, advice: isRedirect ? REDIRECTED : ADVICE[kind] };
}

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A pair as a document. What is undefined is left out of its JSON. */
export function describePair(pair: PairState): SubscriptionState {
  const { request, subscription, ended, now } = pair;
  const state = stateOf(pair);
  if (state === 'none') return { state };
  const isActive = state === 'active';
  // What a newer subscription has made good is no answer to the question how this one does.
  const end = isActive ? undefined : ended;
  const { subscribedAt, expiresAt } = subscription ?? end ?? {};
  return {
    state,
    topic: (request ?? subscription ?? ended)?.topic,
    request: request && { mode: request.mode, requestedAt: isoTime(request.requestedAt) },
    lease:
      subscribedAt === undefined || expiresAt === undefined
        ? undefined
        : { subscribedAt: isoTime(subscribedAt), expiresAt: isoTime(expiresAt) },
    verification: describeVerification(request, subscription, end),
    delivery: subscription && describeDelivery(subscription, pair, isActive ? now : undefined),
    ended: end && describeEnd(end),
  };
}

function stateOf({ request, subscription, ended, now }: PairState): SubscriptionState['state'] {
  if (subscription && subscription.expiresAt > now) return 'active';
  if (request) return 'pending';
  if (subscription && subscription.expiresAt > (ended?.endedAt ?? 0)) return 'expired';
  if (ended) return isRefused(ended) ? 'refused' : 'ended';
  return 'none';
}

/** Whether there was only a request. */
function isRefused({ reason, subscribedAt }: Ended): boolean {
  return reason === 'refused' || reason === 'crowded' || subscribedAt === undefined;
}

function describeVerification(
  request: PendingRequest | undefined,
  subscription: Subscription | undefined,
  ended: Ended | undefined,
): SubscriptionState['verification'] {
  const refused = ended && isRefused(ended) ? ended : undefined;
  const failure =
    request?.failedAt !== undefined
      ? { at: request.failedAt, fault: request.fault }
      : subscription?.refusedAt !== undefined
        ? { at: subscription.refusedAt, fault: subscription.refusal }
        : refused?.failedAt !== undefined
          ? { at: refused.failedAt, fault: refused.fault }
          : undefined;
  const agreedAt = subscription?.verifiedAt;
  if (!request && !failure && agreedAt === undefined) return undefined;
  return {
    agreedAt: optionalTime(agreedAt),
    failedAt: optionalTime(failure?.at),
    fault: describeFault(failure?.fault),
    attempts: request?.attempts,
    nextAt: optionalTime(request?.readyAt),
  };
}

/** Without a time of now nothing more is sent. */
function describeDelivery(
  subscription: Subscription,
  { dueAt }: Pick<PairState, 'dueAt'>,
  now: number | undefined,
): SubscriptionState['delivery'] {
  const { acknowledgedAt, latencyMs, failedAt, fault, attempts, failures, expiresAt } =
    subscription;
  const isTried = now !== undefined && dueAt !== undefined && dueAt < expiresAt;
  return {
    acknowledgedAt: optionalTime(acknowledgedAt),
    milliseconds: latencyMs,
    failedAt: optionalTime(failedAt),
    fault: describeFault(fault),
    attempts,
    failedNotifications: failures,
    nextAt: isTried ? isoTime(Math.max(dueAt, now)) : undefined,
    isUpToDate: dueAt === undefined,
  };
}

function describeEnd(ended: Ended): SubscriptionState['ended'] {
  const { endedAt, reason, fault, notifiedAt, noticeUntil } = ended;
  // The fault of a request is that of its verification; other ends have nothing to do with one.
  const isByFault = reason === 'failed' || reason === 'gone';
  return {
    at: isoTime(endedAt),
    reason,
    text: REASONS[reason],
    fault: isByFault ? describeFault(fault) : undefined,
    notifiedAt: optionalTime(notifiedAt),
    noticeUntil: optionalTime(noticeUntil),
  };
}

const STATES: Readonly<Record<SubscriptionState['state'], string>> = {
  none: 'The hub knows no subscription with this topic and callback, and no request for one. The callback is compared exactly as given, character by character. What ended more than a week ago is forgotten.',
  pending: 'Pending: the callback is asked whether it agrees. Until it does nothing is sent.',
  active: 'Active: changes are sent to the callback until the lease ends.',
  expired: 'Expired: the lease has ended, and nothing is sent any more. To go on, subscribe again.',
  ended: 'Ended: nothing is sent any more. To go on, subscribe again.',
  refused:
    'Refused: there is no subscription, as the last request came to nothing. Correct what went wrong and subscribe again.',
};

/** A document in words. */
export function formatPair(document: SubscriptionState): string {
  const { state, topic, request, lease, verification, delivery, ended } = document;
  const lines = [STATES[state], ''];
  if (topic !== undefined) lines.push(`Topic: ${topic}`);
  if (lease) {
    lines.push(`Lease: from ${inWords(lease.subscribedAt)} to ${inWords(lease.expiresAt)}`);
  }
  if (request) {
    const what = request.mode === 'unsubscribe' ? 'end' : state === 'active' ? 'renew' : 'begin';
    lines.push(
      `Request: to ${what} it, of ${inWords(request.requestedAt)}; it waits for the callback to agree`,
    );
  }
  if (verification) lines.push(...formatVerification(verification));
  if (delivery) lines.push(...formatDelivery(delivery));
  if (ended) lines.push(...formatEnd(ended, state === 'refused'));
  return lines.join('\n').trimEnd();
}

const inWords = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

function formatFailure(failedAt: string | undefined, fault: CallbackFault | undefined): string[] {
  return failedAt === undefined ? [] : formatFault(`Failed ${inWords(failedAt)}`, fault);
}

function formatFault(what: string, fault: CallbackFault | undefined): string[] {
  const why = fault ? `: ${fault.message}` : '';
  const advice = fault?.advice === undefined ? [] : [`  ${fault.advice}`];
  return [`  ${what}${why}.`.replace(/\.\.$/, '.'), ...advice];
}

function formatVerification(
  verification: NonNullable<SubscriptionState['verification']>,
): string[] {
  const { agreedAt, failedAt, fault, attempts, nextAt } = verification;
  return [
    'Verification:',
    ...(agreedAt === undefined ? [] : [`  The callback agreed ${inWords(agreedAt)}.`]),
    ...formatFailure(failedAt, fault),
    ...(attempts === undefined ? [] : [`  Attempts without an answer: ${attempts}`]),
    ...(nextAt === undefined ? [] : [`  Next attempt: ${inWords(nextAt)}`]),
  ];
}

function formatDelivery(delivery: NonNullable<SubscriptionState['delivery']>): string[] {
  const { acknowledgedAt, milliseconds, failedAt, fault, attempts, nextAt } = delivery;
  const took = milliseconds === undefined ? '' : `, in ${Math.round(milliseconds)} ms`;
  return [
    'Delivery:',
    delivery.isUpToDate ? '  Nothing waits to be sent.' : '  The newest content is not delivered.',
    ...(acknowledgedAt === undefined ? [] : [`  Acknowledged ${inWords(acknowledgedAt)}${took}.`]),
    ...formatFailure(failedAt, fault),
    ...(attempts === 0 ? [] : [`  Failed attempts of this notification: ${attempts}`]),
    ...(delivery.failedNotifications === 0
      ? []
      : [`  Failed notifications in a row: ${delivery.failedNotifications} of ${MAX_FAILURES}`]),
    ...(nextAt === undefined
      ? []
      : [`  Next attempt: ${inWords(nextAt)}, or sooner if there is newer content`]),
  ];
}

function formatEnd(
  { at, text, fault, notifiedAt, noticeUntil }: NonNullable<SubscriptionState['ended']>,
  isRequest: boolean,
): string[] {
  if (isRequest) return [`Reason: ${text}`];
  return [
    `Ended: ${inWords(at)}`,
    `  ${text}`,
    ...(fault ? formatFault('The last attempt failed', fault) : []),
    ...(notifiedAt === undefined ? [] : [`  The callback was notified ${inWords(notifiedAt)}.`]),
    ...(noticeUntil === undefined
      ? []
      : [`  The callback is being notified, until ${inWords(noticeUntil)}.`]),
  ];
}
