import { createHmac } from 'node:crypto';
import { notificationLink } from '#artifacts/catalog.ts';
import { explainEnd } from '#artifacts/hub-reasons.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import type { SignatureAlgorithm } from '../hub-settings.ts';
import type { Ended, Intent } from '../store/rows.ts';

/*
 * The contents of requests to callbacks: the parameters of a GET, the headers of a POST.
 */

type Parameters = readonly (readonly [string, string])[];

/**
 * Returns the parameters of a verification request (WebSub §5.3). The topic is as the subscriber
 * wrote it.
 */
export function createVerificationParameters({
  mode,
  topicAsGiven,
  leaseSeconds,
  challenge,
  verifyToken,
}: Pick<Intent, 'mode' | 'topicAsGiven' | 'leaseSeconds' | 'verifyToken'> & {
  readonly challenge: string;
}): Parameters {
  return [
    ['hub.mode', mode],
    ['hub.topic', topicAsGiven],
    ['hub.challenge', challenge],
    ['hub.lease_seconds', String(leaseSeconds)],
    ...(verifyToken === undefined ? [] : [['hub.verify_token', verifyToken] as const]),
  ];
}

/** Returns the parameters of a notice that a subscription has ended (WebSub §5.2). */
export function createNoticeParameters({
  topic,
  reason,
}: Pick<Ended, 'topic' | 'reason'>): Parameters {
  return [
    ['hub.mode', 'denied'],
    ['hub.topic', topic],
    ['hub.reason', explainEnd(reason).message],
  ];
}

/** Returns the headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(
  facts: {
    readonly hubUrl: string;
    /** The canonical topic URL. */
    readonly topic: string;
    /** Exactly the Content-Type of a GET of the topic. */
    readonly mediaType: string;
    /** The subscriber's; without one, a notification is not signed. */
    readonly secret: string | undefined;
    readonly algorithm: SignatureAlgorithm;
  },
  body: Pieces,
): Record<string, string> {
  const { hubUrl, topic, mediaType, secret, algorithm } = facts;
  const sign = (key: string): string => {
    const hmac = createHmac(algorithm, key);
    for (const piece of body) hmac.update(piece);
    return `${algorithm}=${hmac.digest('hex')}`;
  };
  return {
    'Content-Type': mediaType,
    Link: notificationLink(hubUrl, topic),
    ...(secret !== undefined && { 'X-Hub-Signature': sign(secret) }),
  };
}
