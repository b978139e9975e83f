import { createHmac } from 'node:crypto';
import { notificationLink } from '#artifacts/catalog.ts';
import { explainEnd } from '#artifacts/hub-reasons.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { Parameters } from '../callback/callback-url.ts';
import type { SignatureAlgorithm } from '../hub-settings.ts';
import type { Ended, Intent } from '../store/rows.ts';

/*
 * The contents of requests to callbacks: the parameters of a GET, the headers of a POST.
 */

type Verification = Pick<Intent, 'mode' | 'topicAsGiven' | 'leaseSeconds'> & {
  readonly challenge: string;
};

/** Returns the parameters of a verification request (WebSub §5.3), the topic as it was written. */
export function createVerificationParameters(row: Verification): Parameters {
  const { mode, topicAsGiven, challenge, leaseSeconds } = row;
  return {
    'hub.mode': mode,
    'hub.topic': topicAsGiven,
    'hub.challenge': challenge,
    'hub.lease_seconds': String(leaseSeconds),
  };
}

/** Returns the parameters of a notice that a subscription has ended (WebSub §5.2). */
export function createNoticeParameters(row: Pick<Ended, 'topic' | 'reason'>): Parameters {
  const { message } = explainEnd(row.reason);
  return { 'hub.mode': 'denied', 'hub.topic': row.topic, 'hub.reason': message };
}

type NotificationFacts = {
  readonly hubUrl: string;
  /** The canonical topic URL. */
  readonly topic: string;
  /** Exactly the Content-Type of a GET of the topic. */
  readonly mediaType: string;
  /** The subscriber's; without one, a notification is not signed. */
  readonly secret: string | undefined;
  readonly algorithm: SignatureAlgorithm;
};

/** Returns the headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(facts: NotificationFacts, body: Pieces) {
  const { hubUrl, topic, mediaType, secret, algorithm } = facts;
  const headers = { 'Content-Type': mediaType, Link: notificationLink(hubUrl, topic) };
  if (secret === undefined) return headers;
  const hmac = createHmac(algorithm, secret);
  for (const piece of body) hmac.update(piece);
  return { ...headers, 'X-Hub-Signature': `${algorithm}=${hmac.digest('hex')}` };
}
