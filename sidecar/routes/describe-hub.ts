import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import type { HubStatus } from '../hub/hub-door.ts';
import { type HubSettings, MAX_FAILURES, MAX_PENDING } from '../hub/hub-settings.ts';
import type { HubAccess } from '../hub/request/hub-access.ts';
import {
  MAX_FORM_BYTES,
  MAX_FORM_PARAMETERS,
  MAX_REQUESTS_PER_MINUTE,
  MAX_SECRET_BYTES,
} from '../hub/request/request-limits.ts';

/** The hub for everybody: how it does, and by which rules. */
export function describeHub(
  { url, settings }: Pick<HubAccess, 'url' | 'settings'>,
  { topics, isPaused }: HubStatus,
): HubStatusDocument {
  return {
    hub: url,
    topics: topics.map((topic) => ({ ...topic })),
    isPaused,
    leaseSeconds: { ...settings.lease },
    signature: { header: 'X-Hub-Signature', algorithm: settings.signatureAlgorithm },
    failureRule: {
      text: failureRuleOf(settings),
      failedNotifications: MAX_FAILURES,
      attempts: settings.retryDelays.length + 1,
      retryDelaysSeconds: [...settings.retryDelays],
    },
    limits: {
      formBytes: MAX_FORM_BYTES,
      formParameters: MAX_FORM_PARAMETERS,
      secretBytes: MAX_SECRET_BYTES,
      requestsPerMinute: settings.isRateLimited ? MAX_REQUESTS_PER_MINUTE : null,
      waitingRequests: MAX_PENDING,
      subscriptions: settings.maxSubscriptions || null,
      subscriptionsPerHost: settings.maxSubscriptionsPerHost || null,
    },
  };
}

const listOf = (numbers: readonly number[]) =>
  new Intl.ListFormat('en-GB').format(numbers.map(String));

/** What the specification's 3 consecutive failures are (part 6, rule 5), counted by notification. */
function failureRuleOf({ retryDelays }: HubSettings): string {
  const attempts =
    retryDelays.length === 0
      ? 'A notification is tried once.'
      : `A notification is tried ${retryDelays.length + 1} times: at once, and then ${listOf(retryDelays)} seconds after the attempt before.`;
  return [
    attempts,
    'It has failed where no attempt was answered 2xx, or where newer content replaces it after an attempt that failed.',
    `${MAX_FAILURES} failed notifications in a row end the subscription, and its callback is told (hub.mode=denied);`,
    'any 2xx begins the count anew. 410 Gone ends a subscription at once.',
  ].join(' ');
}
