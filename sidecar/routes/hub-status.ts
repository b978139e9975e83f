import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import { JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { type Reply, uncachedReply } from '../http/reply.ts';
import type { HubStatus } from '../hub/hub-client.ts';
import {
  type HubSettings,
  MAX_FAILURES,
  MAX_FORM_BYTES,
  MAX_FORM_PARAMETERS,
  MAX_PENDING,
  MAX_REQUESTS_PER_MINUTE,
  MAX_SECRET_BYTES,
} from '../hub/hub-settings.ts';
import type { HubAccess } from '../hub/request.ts';

/** GET of the hub: its status and limits, as JSON or for people. */
export async function replyWithHubStatus(access: HubAccess, asText: boolean): Promise<Reply> {
  const status = describeHub(access, await access.client.status());
  const headers = ['Vary', 'Accept'];
  return asText
    ? uncachedReply(200, TEXT_TYPE, formatStatus(status), headers)
    : uncachedReply(200, JSON_TYPE, JSON.stringify(status), headers);
}

function describeHub(
  { url, settings }: Pick<HubAccess, 'url' | 'settings'>,
  { topics }: HubStatus,
): HubStatusDocument {
  return {
    hub: url,
    topics: topics.map((topic) => ({ ...topic })),
    isPaused: false,
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
    `${MAX_FAILURES} failed notifications in a row end the subscription, and its callback is informed (hub.mode=denied);`,
    'any 2xx begins the count again. 410 Gone ends a subscription at once.',
  ].join(' ');
}

const HEAD = ['topic', 'active', 'to verify', 'to remove', 'expired', 'undelivered', 'published'];

/** The status for people: a table of the topics, and the rules below. */
function formatStatus(status: HubStatusDocument): string {
  const rows = status.topics.map(({ topic, subscriptions, undelivered, lastPublished }) => {
    const { active, pendingVerification, pendingRemoval, expired } = subscriptions;
    const counts = [active, pendingVerification, pendingRemoval, expired, undelivered];
    return [topic, ...counts.map(String), lastPublished ?? 'not yet'];
  });
  const { leaseSeconds: lease, signature, limits } = status;
  return [
    `WebSub hub ${status.hub}`,
    status.isPaused
      ? 'Paused: no subscriber can be reached, so only some are tried and nobody is blamed.'
      : 'Notifications are sent.',
    '',
    ...alignColumns([HEAD, ...rows]),
    '',
    `Lease: ${lease.default} seconds unless asked otherwise, ${lease.min} to ${lease.max}.`,
    `Signature: ${signature.header} with ${signature.algorithm}, for those who give a hub.secret.`,
    `Failures: ${status.failureRule.text.replaceAll('. ', '.\n  ')}`,
    `Limits: ${limits.formBytes} bytes and ${limits.formParameters} parameters a request, ${limits.secretBytes} bytes a secret;`,
    `  ${orNoLimit(limits.requestsPerMinute)} requests a client and minute, ${limits.waitingRequests} requests to verify;`,
    `  ${orNoLimit(limits.subscriptions)} subscriptions, ${orNoLimit(limits.subscriptionsPerHost)} of one callback host.`,
    '',
  ].join('\n');
}

function orNoLimit(limit: number | null): string {
  return limit === null ? 'any number of' : String(limit);
}

/** The first column to the left, as it holds names, and the others to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => {
    const pad = (cell: string, column: number) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
    return row.map(pad).join('  ');
  });
}
