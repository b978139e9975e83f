import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { TEXT_TYPE } from '#artifacts/media-types.ts';
import { formPairs } from '#search/request/parameters.ts';
import type { Clients } from '../http/client.ts';
import { HttpError } from '../http/http-error.ts';
import { makeReply, type Reply, sendReply } from '../http/reply.ts';
import { checkContentType, readBody, readRequest, splitTarget } from '../http/request.ts';
import { HubUnavailableError } from '../hub/hub-client.ts';
import { type HubSettings, MAX_FORM_BYTES } from '../hub/hub-settings.ts';
import { type HubAccess, parseIntent } from '../hub/request.ts';
import type { Acceptance } from '../hub/store/hub-store.ts';
import { replyToGet } from './hub-status.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

const AS_FORM =
  'Send the fields as a form: in JavaScript as URLSearchParams, not as FormData or JSON; in PHP as the text of http_build_query(), not as an array.';

const FIELDS = ['hub.mode', 'hub.topic', 'hub.callback', 'hub.secret', 'hub.lease_seconds'];

export const HUB_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const;

// Equal for an unknown pair: clients learn nothing of the subscriptions of others.
const ACCEPTED = makeReply(
  202,
  TEXT_TYPE,
  'Accepted. The hub now sends a GET to the callback: the request takes effect once it answers 2xx with nothing but hub.challenge in the body.\n',
);

/**
 * The hub with a trailing slash: 308, so that a POST is repeated with its body (RFC 9110 §15.4.9).
 */
export const redirectToHub: RequestHandler = (request, response, next) => {
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return next();
  const { query } = splitTarget(request.originalUrl);
  const location = HUB_PATH + (query && `?${query}`);
  const text = `The hub is at ${HUB_PATH}, without a trailing slash.\n`;
  sendReply(request, response, makeReply(308, TEXT_TYPE, text, ['Location', location]));
};

/** POST: subscribe and unsubscribe. GET and HEAD: the status, of the hub or of a subscription. */
export function createHubRoute(
  hub: () => HubAccess | undefined,
  clients: Clients,
  log: Logger,
): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'POST') readRequest(request, HUB_METHODS);
    const access = hub();
    if (!access) throw unavailable('The hub is starting', 2);
    try {
      const reply =
        request.method === 'POST'
          ? await receive(request, access, { clients, log })
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
  { clients, log }: { readonly clients: Clients; readonly log: Logger },
): Promise<Reply | undefined> {
  const type = request.headers['content-type'] ?? '';
  const misplaced = namesInQuery(request.originalUrl);
  const example = `Such as: curl ${url} -d hub.mode=subscribe -d hub.topic=${rules.topics[0]} --data-urlencode hub.callback=https://subscriber.example.com/push`;
  const advise = () => ['', AS_FORM, ...misplaced, example].join('\n');
  checkContentType(FORM_TYPE, type, advise);
  const body = await readBody(request, MAX_FORM_BYTES);
  if (!body) return undefined;
  const parsed = parseIntent(body, rules);
  if (parsed.problems) {
    const advice = misplaced.length > 0 ? [...misplaced, example] : [];
    throw new HttpError(400, [...parsed.problems, ...advice].join('\n'));
  }
  const intent = parsed.value;
  checkAcceptance(await client.accept(intent, clients.of(request)), settings);
  if (intent.secret !== undefined && request.protocol === 'http') {
    const { host } = intent;
    log.warn({ host }, 'a subscriber sent its secret over plain HTTP; serve the hub over HTTPS');
  }
  return ACCEPTED;
}

/** Returns names of WebSub §5.1 in the query of the URL, where some libraries put them. */
function namesInQuery(target: string): string[] {
  const names = new Set([...formPairs(splitTarget(target).query)].map(({ name }) => name));
  const found = FIELDS.filter((name) => names.has(name));
  if (found.length === 0) return [];
  const list = new Intl.ListFormat('en-GB').format(found);
  return [`The query of the URL is ignored, but contains ${list}; send them in the body.`];
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
