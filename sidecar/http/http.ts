import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { systemCodeOf } from '#dataset/system-fault.ts';
import type { Clients } from './client.ts';
import { type ConnectionOptions, Connections, logRarely } from './connections.ts';
import type { RawHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';
import { addHeaders, type Reply, sendReply } from './reply.ts';
import { faultOfHost, methodNotAllowed, originForm, type ReadRequest } from './request.ts';
import { sendError } from './send-error.ts';

/*
 * HTTP: everything between sockets and routes. It knows neither routes nor releases.
 * node:http reads a request. Its Host is checked, then a lookup is made (../routes/lookup.ts), which
 * finds the reply to nearly every request; the application (../routes/routes.ts) answers all others,
 * and all errors.
 *
 * Replies are values (reply.ts) made of published files (published-file.ts, reply-with-file.ts) or
 * of errors (http-error.ts, send-error.ts); conditional.ts decides between 200, 304 and 412.
 * connections.ts bounds the number and duration of connections, and refuses input that is not HTTP;
 * rate-limit.ts bounds the requests of a client, which client.ts identifies.
 */

/**
 * A client whose head or body is incomplete this long after its first byte loses its connection.
 */
const REQUEST_TIMEOUT_MS = 30_000;
/** Connections are checked this many times within that period. */
const SWEEPS = 30;
/** Longer than load balancers keep idle connections (60 s), so that none is closed in use. */
const KEEP_ALIVE_MS = 65_000;
/**
 * A connection is reset if nothing moves for this long, so that unread data does not stay in the
 * kernel either. While an answer is sent, Node.js checks twice. A little longer than a request may
 * take, as half a request is answered with 408.
 */
const STILL_MS = 32_000;

const EXPECTATION_FAILED = new HttpError(
  417,
  'The only supported value of Expect is 100-continue; omit the field.',
);
const TUNNEL_REFUSED = methodNotAllowed('CONNECT');

/** Finds the reply to a GET or HEAD; undefined if a lookup is not enough. */
export type LookupReply = (target: string, request: ReadRequest) => Reply | undefined;

type Options = Pick<ConnectionOptions, 'maxConnections' | 'log' | 'origin'> & {
  readonly lookupReply: LookupReply;
  /** Answers everything else; until it is loaded, requests wait. */
  readonly app: Promise<RequestListener>;
  readonly clients: Clients;
  /** Headers of every answer. */
  readonly headers: RawHeaders;
  readonly requestTimeoutMs?: number;
  readonly stillMs?: number;
};

/** A server, and a way to end its connections. */
export type HttpServer = {
  readonly server: Server;
  /** Closes connections that wait for a request or for the rest of one. */
  readonly closeIdle: () => void;
  readonly closeAll: () => void;
};

/** Creates the HTTP server, which does not listen yet. */
export function createHttpServer({
  lookupReply,
  app,
  clients,
  headers: always,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  stillMs = STILL_MS,
  ...options
}: Options): HttpServer {
  const { origin } = options;
  const sweepMs = Math.ceil(requestTimeoutMs / SWEEPS);
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: sweepMs,
    // Otherwise node:http would answer a missing Host itself, without a body.
    requireHostHeader: false,
  });
  const refuse = (request: IncomingMessage, response: ServerResponse, error: HttpError) => {
    addHeaders(response, always);
    sendError(request, response, error, origin());
  };
  const connections = new Connections({ ...options, requestTimeoutMs, headers: always, refuse });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const fault = faultOfHost(request);
    if (fault) return refuse(request, response, fault);
    clients.look(request.headers);
    const { method, headers } = request;
    const target = originForm(request.url);
    request.url = target;
    const isRead = method === 'GET' || method === 'HEAD';
    const reply = isRead ? lookupReply(target, { method, headers }) : undefined;
    if (reply) {
      sendReply(request, response, reply, always);
      return;
    }
    addHeaders(response, always);
    void app.then((route) => route(request, response));
  };
  server.on('request', (request, response) => {
    if (connections.receive(request, response)) answer(request, response);
  });
  server.on('checkContinue', (request, response) => {
    // If another answer is pending, node:http would put 100 between its head and its body.
    if (response.socket) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request, response) => {
    if (!connections.receive(request, response)) return;
    refuse(request, response, faultOfHost(request) ?? EXPECTATION_FAILED);
  });
  server.on('connection', connections.add);
  server.on('clientError', connections.fail);
  const logFailed = logRarely((err: Error) =>
    options.log.error(
      { err },
      'connections cannot be accepted; if too many files are open, lower MAX_CONNECTIONS or raise the limit on open files (ulimit -n, or LimitNOFILE of systemd)',
    ),
  );
  // An earlier failure is reported by listen().
  server.once('listening', () => server.on('error', logFailed));
  server.on('connect', ({ socket }) => connections.refuse(socket, TUNNEL_REFUSED));
  server.setTimeout(stillMs, connections.reset);
  const sweeping = setInterval(() => connections.sweep(), sweepMs).unref();
  server.once('close', () => clearInterval(sweeping));
  return {
    server,
    closeIdle: () => connections.closeIdle(),
    closeAll: () => connections.closeAll(),
  };
}

/** Thrown if the service cannot listen at the address. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Starts listening. Returns the port: a free one if 0 is requested. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const isTaken = systemCodeOf(cause) === 'EADDRINUSE';
    const reason = isTaken
      ? 'another process uses it; set PORT'
      : cause instanceof Error
        ? cause.message
        : String(cause);
    throw new ListenError(`Port ${port} of ${host} cannot be used: ${reason}.`, { cause });
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
