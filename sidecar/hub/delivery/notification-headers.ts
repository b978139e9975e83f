import { createHmac } from 'node:crypto';
import { topicLink } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/pieces.ts';
import type { SignatureAlgorithm } from '../hub-settings.ts';

/** What the headers of a notification follow from, besides its body. */
export type NotificationFacts = {
  readonly hubUrl: string;
  /** The canonical topic URL. */
  readonly topic: string;
  /** Exactly what a GET of the topic answers as its Content-Type. */
  readonly mediaType: string;
  /** The subscriber's; without one a notification is not signed. */
  readonly secret: string | undefined;
  readonly algorithm: SignatureAlgorithm;
};

/** The headers of a notification (WebSub §7). The signature covers exactly these bytes. */
export function createNotificationHeaders(
  { hubUrl, topic, mediaType, secret, algorithm }: NotificationFacts,
  body: Pieces,
): Record<string, string> {
  const sign = (key: string): string => {
    const hmac = createHmac(algorithm, key);
    for (const piece of body) hmac.update(piece);
    return `${algorithm}=${hmac.digest('hex')}`;
  };
  return {
    'Content-Type': mediaType,
    Link: topicLink(hubUrl, topic),
    ...(secret !== undefined && { 'X-Hub-Signature': sign(secret) }),
  };
}
