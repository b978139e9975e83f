import type { Request, RequestHandler } from 'express';
import { TEXT_TYPE } from '#artifacts/media-types.ts';
import type { Clients } from '../http/client.ts';
import { HttpError } from '../http/http-error.ts';
import { makeReply, type Reply, sendReply } from '../http/reply.ts';
import { checkContentType, readBody, readRequest } from '../http/request.ts';
import { HubUnavailableError } from '../hub/hub-client.ts';
import { type HubSettings, MAX_FORM_BYTES } from '../hub/hub-settings.ts';
import { type HubAccess, parseIntent } from '../hub/request.ts';
import type { Acceptance } from '../hub/store/hub-store.ts';
import { replyToGet } from './hub-status.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

const AS_FORM =
  'Send the fields as a form: in JavaScript as URLSearchParams, not as FormData or JSON; in PHP as the text of http_build_query(), not as an array.';

export const HUB_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const;

// Equal for an unknown pair: clients learn nothing of the subscriptions of others.
const ACCEPTED = makeReply(
  202,
  TEXT_TYPE,
  'Accepted. The hub now sends a GET to the callback: the request takes effect once it answers 2xx with nothing but hub.challenge in the body.\n',
);

/** POST: subscribe and unsubscribe. GET and HEAD: the status, of the hub or of a subscription. */
export function createHubRoute(hub: () => HubAccess | undefined, clients: Clients): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'POST') readRequest(request, HUB_METHODS);
    const access = hub();
    if (!access) throw unavailable('The hub is starting', 2);
    try {
      const reply =
        request.method === 'POST'
          ? await receive(request, access, clients)
          : await replyToGet(access, request);
      if (reply) sendReply(request, response, reply);
    } catch (error) {
      if (!(error instanceof HubUnavailableError)) throw error;
      throw unavailable('The hub is not available at the moment', 5);
    }
  };
}

/** Hands a request over to the hub; undefined if the client disconnected before it was complete. */
async function receive(
  request: Request,
  { client, rules, settings, url }: HubAccess,
  clients: Clients,
): Promise<Reply | undefined> {
  const type = request.headers['content-type'] ?? '';
  const example = `Such as: curl ${url} -d hub.mode=subscribe -d hub.topic=${rules.topics[0]} --data-urlencode hub.callback=https://subscriber.example.com/push`;
  checkContentType(FORM_TYPE, type, () => ['', AS_FORM, example].join('\n'));
  const body = await readBody(request, MAX_FORM_BYTES);
  if (!body) return undefined;
  const parsed = parseIntent(body, rules);
  if (parsed.problems) throw new HttpError(400, parsed.problems.join('\n'));
  checkAcceptance(await client.accept(parsed.value, clients.of(request)), settings);
  return ACCEPTED;
}

/** Throws an HttpError if one of the hub's limits refuses a request. */
function checkAcceptance(acceptance: Acceptance, settings: HubSettings): void {
  if (acceptance === 'accepted' || acceptance === 'unknown') return;
  const { maxPendingPerClient: share, maxSubscriptionsPerHost: most } = settings;
  throw {
    blocked: new HttpError(
      403,
      'The operator of this hub does not accept subscriptions from the host of hub.callback.',
    ),
    'host-full': new HttpError(
      403,
      `A host may have at most ${most} subscriptions, and the host of hub.callback has that many; end one first.`,
    ),
    'client-full': unavailable(
      `${share} requests from your network wait for their verification, which is the maximum`,
      60,
    ),
    'queue-full': unavailable('Too many requests wait for their verification', 10),
    full: unavailable('The hub has reached its maximum number of subscriptions', 3600),
  }[acceptance];
}

/** `seconds`: after which the request may be repeated. */
function unavailable(what: string, seconds: number): HttpError {
  const detail = `${what}; try again in ${seconds} seconds.`;
  return new HttpError(503, detail, [], { 'Retry-After': String(seconds) });
}
