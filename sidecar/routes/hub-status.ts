import type { Request } from 'express';
import { stringify } from 'yaml';
import failureRule from '#artifacts/failure-rule.json' with { type: 'json' };
import type { HubStatusDocument, SubscriptionState } from '#artifacts/hub-status.ts';
import { JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { HttpError } from '../http/http-error.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import { splitTarget } from '../http/request.ts';
import { describePair } from '../hub/describe-pair.ts';
import {
  MAX_FAILURES,
  MAX_FORM_BYTES,
  MAX_FORM_PARAMETERS,
  MAX_PENDING,
  MAX_REQUESTS_PER_MINUTE,
  MAX_SECRET_BYTES,
  VERIFICATION_RATE,
} from '../hub/hub-settings.ts';
import { asksForPair, type HubAccess, parsePairName } from '../hub/request.ts';

/** Seconds until the host of a callback may be looked up once more. */
const HOST_RETRY_AFTER = 60 / VERIFICATION_RATE.perMinute;

/** GET of the hub: its status and limits, or the state of one topic and callback. */
export async function replyToGet(access: HubAccess, request: Request): Promise<Reply> {
  const { query } = splitTarget(request.originalUrl);
  const document = asksForPair(query) ? await lookUp(access, query) : await describeHub(access);
  const headers = ['Vary', 'Accept'];
  // Browsers prefer text, which people can read.
  const types = ['application/json', 'text/plain', 'text/html'];
  return String(request.accepts(types)).startsWith('text/')
    ? makeReply(200, TEXT_TYPE, stringify(document), headers)
    : makeReply(200, JSON_TYPE, JSON.stringify(document), headers);
}

/** Takes as long for unknown pairs. */
async function lookUp({ client, rules }: HubAccess, query: string): Promise<SubscriptionState> {
  const parsed = parsePairName(query, rules);
  if (parsed.problems) throw new HttpError(400, parsed.problems.join('\n'));
  const pair = await client.inspect(parsed.value);
  if (pair) return describePair(pair);
  const many = 'The host of hub.callback was looked up too often';
  const detail = `${many}; wait ${HOST_RETRY_AFTER} seconds, as Retry-After says, and try again.`;
  throw new HttpError(429, detail, [], { 'Retry-After': String(HOST_RETRY_AFTER) });
}

async function describeHub({ client, url, settings }: HubAccess): Promise<HubStatusDocument> {
  const { topics, queue } = await client.status();
  return {
    hub: url,
    topics: [...topics],
    queue,
    leaseSeconds: { ...settings.lease },
    signature: { header: 'X-Hub-Signature', algorithm: settings.signatureAlgorithm },
    failureRule: {
      text: failureRule.join(' '),
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
