import type { Request } from 'express';
import { stringify } from 'yaml';
import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import { JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { HttpError } from '../http/http-error.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import { splitTarget } from '../http/request.ts';
import { describePair, formatPair } from '../hub/describe-pair.ts';
import type { HubStatus } from '../hub/hub-client.ts';
import {
  type HubSettings,
  MAX_FAILURES,
  MAX_FORM_BYTES,
  MAX_FORM_PARAMETERS,
  MAX_PENDING,
  MAX_REQUESTS_PER_MINUTE,
  MAX_SECRET_BYTES,
  VERIFICATION_RATE,
} from '../hub/hub-settings.ts';
import { asksForPair, type HubAccess, parsePairName } from '../hub/request.ts';

/** Seconds until the host of a callback may be asked about once more. */
const HOST_RETRY_AFTER = 60 / VERIFICATION_RATE.perMinute;

/** GET of the hub: its status and limits, or the state of one topic and callback. */
export function replyToGet(access: HubAccess, request: Request): Promise<Reply> {
  const { query } = splitTarget(request.originalUrl);
  return asksForPair(query)
    ? replyWithPair(access, query, asksForJson(request))
    : replyWithStatus(access, prefersText(request));
}

async function replyWithStatus(access: HubAccess, asText: boolean): Promise<Reply> {
  const status = describeHub(access, await access.client.status());
  return reply(asText ? formatStatus(status) : status);
}

/** Takes as long for what is not known. */
async function replyWithPair(
  { client, rules, url }: HubAccess,
  query: string,
  asJson: boolean,
): Promise<Reply> {
  const parsed = parsePairName(query, rules);
  if (parsed.problems) throw new HttpError(400, parsed.problems.join('\n'));
  const pair = await client.inspect(parsed.value);
  if (!pair) {
    const many = 'The host of hub.callback was asked about too often';
    const detail = `${many}; wait ${HOST_RETRY_AFTER} seconds, as Retry-After says, and ask again.`;
    throw new HttpError(429, detail, [], { 'Retry-After': String(HOST_RETRY_AFTER) });
  }
  const document = describePair(pair);
  const meaning = `What this means: ${new URL('/websub/#lookup', url)}`;
  return reply(asJson ? document : `${formatPair(document)}\n\n${meaning}\n`);
}

function reply(content: object | string): Reply {
  const headers = ['Vary', 'Accept'];
  return typeof content === 'string'
    ? makeReply(200, TEXT_TYPE, content, headers)
    : makeReply(200, JSON_TYPE, JSON.stringify(content), headers);
}

/** For the status: JSON, unless the client would rather have text, as browsers do. */
function prefersText(request: Request): boolean {
  const types = ['application/json', 'text/plain', 'text/html'];
  return String(request.accepts(types)).startsWith('text/');
}

/** For a pair, as people ask for it by a form: text, unless the client asks for JSON. */
function asksForJson(request: Request): boolean {
  const types = ['text/plain', 'text/html', 'application/json'];
  return request.accepts(types) === 'application/json';
}

function describeHub(
  { url, settings }: Pick<HubAccess, 'url' | 'settings'>,
  { topics, queue }: HubStatus,
): HubStatusDocument {
  return {
    hub: url,
    topics: topics.map((topic) => ({ ...topic })),
    queue: { ...queue, refused: { ...queue.refused } },
    leaseSeconds: { ...settings.lease },
    signature: { header: 'X-Hub-Signature', algorithm: settings.signatureAlgorithm },
    failureRule: {
      text: failureRuleOf(settings),
      failedNotifications: MAX_FAILURES,
      failureSpacingSeconds: settings.failureSpacing,
      retryDelaysSeconds: [...settings.retryDelays],
    },
    limits: {
      formBytes: MAX_FORM_BYTES,
      formParameters: MAX_FORM_PARAMETERS,
      secretBytes: MAX_SECRET_BYTES,
      requestsPerMinute: settings.isRateLimited ? MAX_REQUESTS_PER_MINUTE : null,
      waitingRequests: MAX_PENDING,
      pendingPerClient: settings.maxPendingPerClient || null,
      minIntervalSeconds: settings.minInterval,
      subscriptions: settings.maxSubscriptions || null,
      subscriptionsPerHost: settings.maxSubscriptionsPerHost || null,
    },
  };
}

const listOf = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts);

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A number of seconds in the largest unit of which it is a multiple. */
function inUnits(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? [
    'second',
    1,
  ];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What the specification's 3 consecutive failures are (part 6, rule 5): those of notifications. */
function failureRuleOf({ retryDelays, failureSpacing }: HubSettings): string {
  const apart =
    failureSpacing === 0
      ? []
      : [`Failures less than ${inUnits(failureSpacing)} apart count as one.`];
  const again =
    retryDelays.length === 0
      ? 'The same content is not tried again, unless the subscription is renewed.'
      : `The same content is tried again ${listOf(retryDelays.map(inUnits))} after the attempt before, and so on with the last of these pauses, until it is acknowledged, there is newer content or the lease ends: these attempts are not counted.`;
  return [
    'Each change is sent at once, and fails where the answer is not 2xx.',
    `${MAX_FAILURES} changes in a row that fail end the subscription; any 2xx begins their count again.`,
    ...apart,
    again,
    'Retry-After of 429 and 503 puts the same content off, for a day at most; newer content is sent at once, and fails as well.',
    'A fault on the side of the hub is not counted.',
    'A renewal begins the count again, and what was not acknowledged is sent at once.',
    'The callback is notified of the end (hub.mode=denied), again and again until it answers or the lease would have ended.',
    '410 Gone ends a subscription at once, without notice.',
  ].join(' ');
}

/** The status for people: the same as YAML. */
function formatStatus(status: HubStatusDocument): string {
  const guide = new URL('/websub/', status.hub);
  return `# How to subscribe, and a form to look up a subscription: ${guide}\n${stringify(status)}`;
}
