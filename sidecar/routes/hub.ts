import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { TEXT_TYPE } from '#artifacts/media-types.ts';
import type { Clients } from '../http/client.ts';
import { HttpError } from '../http/http-error.ts';
import { type Reply, sendReply, uncachedReply } from '../http/reply.ts';
import { checkContentType, readBody, readRequest } from '../http/request.ts';
import { HubUnavailableError } from '../hub/hub-client.ts';
import { type HubSettings, MAX_FORM_BYTES } from '../hub/hub-settings.ts';
import { type HubAccess, parseIntent } from '../hub/request.ts';
import type { Acceptance } from '../hub/store/hub-store.ts';
import { replyToGet } from './hub-status.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export const HUB_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const;

// The same for an unknown pair: clients learn nothing of the subscriptions of others.
const ACCEPTED = uncachedReply(
  202,
  TEXT_TYPE,
  'Accepted. The callback is asked next, by GET: this takes effect once it answers 2xx with nothing but hub.challenge in the body.\n',
);

/** Seconds after which a refused request may be repeated. */
const RETRY_AFTER = { starting: 2, unavailable: 5, queueFull: 10, shareFull: 60, full: 3600 };

/** POST: subscribe and unsubscribe. GET and HEAD: the status, of the hub or of a subscription. */
export function createHubRoute(
  hub: () => HubAccess | undefined,
  clients: Clients,
  log: Logger,
): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'POST') readRequest(request, HUB_METHODS);
    const access = hub();
    if (!access) throw unavailable('The hub is starting', RETRY_AFTER.starting);
    try {
      const reply =
        request.method === 'POST'
          ? await receive(request, access, { clients, log })
          : await replyToGet(access, request);
      if (reply) sendReply(request, response, reply);
    } catch (error) {
      if (!(error instanceof HubUnavailableError)) throw error;
      throw unavailable('The hub cannot be asked at the moment', RETRY_AFTER.unavailable);
    }
  };
}

/** Hands a request over to the hub; undefined where the client disconnected before it was whole. */
async function receive(
  request: Request,
  { client, rules, settings }: HubAccess,
  { clients, log }: { readonly clients: Clients; readonly log: Logger },
): Promise<Reply | undefined> {
  checkContentType(FORM_TYPE, request.headers['content-type']);
  const body = await readBody(request, MAX_FORM_BYTES);
  if (!body) return undefined;
  const parsed = parseIntent(body, rules);
  if (parsed.problems) throw new HttpError(400, parsed.problems.join('\n'));
  const intent = parsed.value;
  checkAcceptance(await client.accept(intent, clients.of(request)), settings);
  if (intent.secret !== undefined && request.protocol === 'http') {
    const { host } = intent;
    log.warn({ host }, 'a subscriber sent its secret over plain HTTP; serve the hub over HTTPS');
  }
  return ACCEPTED;
}

/** Throws an HttpError where one of the hub's limits refuses a request. */
function checkAcceptance(acceptance: Acceptance, settings: HubSettings): void {
  switch (acceptance) {
    case 'accepted':
    case 'evicted':
    case 'unknown':
      return;
    case 'client-full':
      throw unavailable(
        `${settings.maxPendingPerClient} requests from your network wait for their verification, which is all that it may have`,
        RETRY_AFTER.shareFull,
      );
    case 'network-full':
      throw unavailable(
        `${settings.maxPendingPerClient} requests wait whose callbacks are in the network of hub.callback`,
        RETRY_AFTER.shareFull,
      );
    case 'blocked':
      throw new HttpError(
        403,
        'The operator of this hub takes no subscriptions of the host of hub.callback.',
      );
    case 'queue-full':
      throw unavailable('Too many requests wait for their verification', RETRY_AFTER.queueFull);
    case 'full':
      throw unavailable('The hub has as many subscriptions as it takes', RETRY_AFTER.full);
    case 'host-full': {
      const most = settings.maxSubscriptionsPerHost;
      const detail = `A host may have ${most} subscriptions, and that of hub.callback has them; end one first.`;
      throw new HttpError(403, detail);
    }
  }
}

function unavailable(what: string, seconds: number): HttpError {
  const detail = `${what}; ask again in ${seconds} seconds.`;
  return new HttpError(503, detail, [], { 'Retry-After': String(seconds) });
}
