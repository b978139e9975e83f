import { createHmac } from 'node:crypto';
import { notificationLink } from '#artifacts/catalog.ts';
import { explainEnd } from '#artifacts/hub-reasons.ts';
import type { Parameters } from '../callback/callback-url.ts';
import type { HeldTopic } from '../hub-context.ts';
import type { SignatureAlgorithm } from '../hub-settings.ts';
import type { Ended, Intent } from '../store/rows.ts';

/*
 * The contents of requests to callbacks: the parameters of a GET, the headers of a POST.
 */

/** Returns the parameters of a verification request (WebSub §5.3), the topic as it was written. */
export function createVerificationParameters(
  { mode, topicAsGiven, leaseSeconds }: Pick<Intent, 'mode' | 'topicAsGiven' | 'leaseSeconds'>,
  challenge: string,
): Parameters {
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

/** Returns the headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(
  { topic, mediaType, body }: Omit<HeldTopic, 'hash'>,
  hubUrl: string,
  algorithm: SignatureAlgorithm,
  secret: string | undefined,
) {
  const headers = { 'Content-Type': mediaType, Link: notificationLink(hubUrl, topic) };
  if (secret === undefined) return headers;
  const hmac = createHmac(algorithm, secret);
  for (const piece of body) hmac.update(piece);
  return { ...headers, 'X-Hub-Signature': `${algorithm}=${hmac.digest('hex')}` };
}
