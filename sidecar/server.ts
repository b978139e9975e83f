import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { ForwardedNotice } from './http/forwarded-notice.ts';
import { HttpError } from './http/http-error.ts';
import { methodNotAllowed } from './http/methods.ts';
import { OpenConnections } from './http/open-connections.ts';
import { addHeaders, sendReply } from './http/reply.ts';
import { authorityIn, isAuthority, originForm } from './http/request-target.ts';
import { sendError } from './http/send-error.ts';
import type { RawHeaders } from './http/shared-headers.ts';
import type { CurrentRelease } from './release/current-release.ts';
import type { ReplyAtOnce } from './routes/at-once.ts';

/** A client whose head or body is not whole so long after its first byte loses its connection. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked at in that time. */
const SWEEPS = 30;
/** Longer than load balancers keep idle connections (60 s), so that we never close one in use. */
const KEEP_ALIVE_MS = 65_000;
/** A client that neither sends nor reads for so long loses its connection, and what waits for it. */
const SILENCE_MS = 60_000;

// RFC 9112 §3.2.
const ONE_HOST = new HttpError(400, 'A request has one Host header; send one.');
const INVALID_HOST = new HttpError(
  400,
  'The Host is no host name or address, with a port or without; send that of the URL.',
);
const EXPECTATION_FAILED = new HttpError(417, 'Only 100-continue can be expected here.');
const TUNNEL_REFUSED = methodNotAllowed('CONNECT');

/** What the server answers with, on either way. */
export type Answering = {
  readonly current: CurrentRelease;
  readonly replyAtOnce: ReplyAtOnce;
  /** What every answer carries, whatever it is. */
  readonly headers: RawHeaders;
  readonly forwarded: ForwardedNotice;
};

type Settings = Answering & {
  readonly app: RequestListener;
  readonly requestTimeoutMs?: number;
};

/**
 * The HTTP server: what needs no more than a lookup in the release is answered here, from what was
 * prepared when it was loaded; all else goes to the application behind.
 */
export function createHttpServer({
  current,
  replyAtOnce,
  headers: always,
  forwarded,
  app,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: Settings): Server {
  const sweepMs = Math.ceil(requestTimeoutMs / SWEEPS);
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: sweepMs,
    // Otherwise node:http would answer a missing Host itself, without a body.
    requireHostHeader: false,
  };
  const now = () => performance.now();
  const open = new OpenConnections({ requestTimeoutMs, headers: always, now });
  const answerInTurn =
    (reply: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
      addHeaders(response, always);
      open.heard(request, response, () => reply(request, response));
    };
  const answerRequest: RequestListener = (request, response) => {
    const hostFault = faultOfHost(request);
    if (hostFault) {
      sendError(request, response, hostFault);
      return;
    }
    const { method, headers } = request;
    forwarded.look(headers);
    const url = originForm(request.url);
    request.url = url;
    const { release } = current;
    const isRead = method === 'GET' || method === 'HEAD';
    const reply = release && isRead && replyAtOnce(release, url, { method, headers });
    if (reply) sendReply(request, response, reply);
    else app(request, response);
  };
  const answer = answerInTurn(answerRequest);
  const server = createServer(options, answer);
  server.setTimeout(SILENCE_MS);
  server.on('connection', open.add);
  server.on('clientError', open.fail);
  server.on('connect', ({ socket }) => open.refuse(socket, TUNNEL_REFUSED));
  server.on('checkContinue', (request, response) => {
    answer(request, response);
    // No other answer needs a body (RFC 9110 §10.1.1).
    if (request.method === 'POST') open.invite(request, response);
  });
  server.on(
    'checkExpectation',
    answerInTurn((request, response) =>
      sendError(request, response, faultOfHost(request) ?? EXPECTATION_FAILED),
    ),
  );
  const sweeping = setInterval(() => open.sweep(), sweepMs).unref();
  server.once('close', () => clearInterval(sweeping));
  return server;
}

/** What is wrong with the Host of a request, which is that of its target where this names one. */
function faultOfHost(request: IncomingMessage): HttpError | undefined {
  const hosts = request.headersDistinct.host ?? [];
  const [host] = hosts;
  if (hosts.length > 1 || (host === undefined && request.httpVersion === '1.1')) return ONE_HOST;
  if (host !== undefined && !isAuthority(host)) return INVALID_HOST;
  // §3.2.2: the Host field is ignored then.
  const named = authorityIn(request.url);
  if (named === undefined) return undefined;
  request.headers.host = named;
  return isAuthority(named) ? undefined : INVALID_HOST;
}
