import { MAX_FAILURES } from '../../sidecar/hub/hub-settings.ts';
import type { Subscription } from '../../sidecar/hub/store/hub-store.ts';

/** A topic as people see it: by its path, where it is one of ours. */
export function topicName(topic: string, baseUrl: string): string {
  return topic.startsWith(`${baseUrl}/`) ? topic.slice(baseUrl.length) : topic;
}

/** The topic that a person means: its URL, or its path. */
export function topicNamed(name: string, baseUrl: string): string {
  return name.startsWith('/') ? baseUrl + name : name;
}

export function isExpired({ expiresAt }: Subscription, now: number): boolean {
  return expiresAt <= now;
}

/** Such as "active", "failing 2 of 3" or "expired". */
export function stateOf(subscription: Subscription, now: number): string {
  if (isExpired(subscription, now)) return 'expired';
  const { failures } = subscription;
  return failures > 0 ? `failing ${failures} of ${MAX_FAILURES}` : 'active';
}

/** A time for tables: to the minute, in UTC. */
export function formatTime(at: number | undefined): string {
  return at === undefined ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** A subscription for programs, without its secret. */
export function toJson(subscription: Subscription, now: number) {
  const { topic, callback, secret, failures, attempts, acknowledgedAt } = subscription;
  return {
    topic,
    callback,
    state: isExpired(subscription, now) ? 'expired' : 'active',
    failures,
    attempts,
    hasSecret: secret !== undefined,
    subscribedAt: toIso(subscription.subscribedAt),
    expiresAt: toIso(subscription.expiresAt),
    acknowledgedAt: acknowledgedAt === undefined ? null : toIso(acknowledgedAt),
  };
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}

/** Such as "1 request" or "2,000 requests". */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}
