import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Clients } from './client.ts';
import type { RawHeaders } from './headers.ts';
import { badRequest, HttpError } from './http-error.ts';
import { OpenConnections } from './open-connections.ts';
import type { RequestLimit } from './rate-limit.ts';
import { answerRaw } from './raw-http.ts';
import { addHeaders, type Reply, sendReply } from './reply.ts';
import {
  authorityIn,
  isAuthority,
  methodNotAllowed,
  originForm,
  type ReadRequest,
} from './request.ts';
import { sendError } from './send-error.ts';

/*
 * HTTP: everything between sockets and routes. It knows no route and no release.
 *
 * A request is answered in one of three ways, the cheapest first:
 *
 *   raw-http.ts   a chunk that is one simple GET or HEAD (request.ts), and whose reply a lookup
 *                 finds, is answered straight on its socket; anything else hands the connection over
 *                 to node:http for good
 *   http.ts       node:http has read the head: the Host is checked, and the same lookup is made
 *   application   routes.ts answers what needs more than a lookup, and all errors
 *
 * The three send the same bytes for the same request, but for the order of header lines. A lookup
 * whose request counts against a limit (rate-limit.ts) is counted where its reply is sent; where the
 * client has none left, the application refuses it.
 *
 * Replies are values (reply.ts) made of published files (published-file.ts, reply-with-file.ts) or of
 * errors (http-error.ts, send-error.ts); conditional.ts decides between 200, 304 and 412.
 * open-connections.ts watches over what node:http reads: time limits, order of answers, refusals;
 * limit-connections.ts over how many connections there are.
 */

/** A client whose head or body is not whole this long after its first byte loses its connection. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often connections are looked at in that time. */
const SWEEPS = 30;
/** Longer than load balancers keep idle connections (60 s), so that none is closed in use. */
const KEEP_ALIVE_MS = 65_000;
/** A client that neither sends nor reads for this long loses its connection, and what waits for it. */
const SILENCE_MS = 60_000;

// RFC 9112 §3.2.
const NO_HOST = hostFault('is missing; send the host of the URL');
const MANY_HOSTS = hostFault('is given more than once; send it once, with the host of the URL');
const INVALID_HOST = hostFault(
  'must be a host name or an address, with a port or without; send the host of the URL',
);
const EXPECTATION_FAILED = new HttpError(
  417,
  'Expect can only be 100-continue here; leave the field out.',
);
const TUNNEL_REFUSED = methodNotAllowed('CONNECT');

/** A reply that was found by a lookup. */
export type FoundReply = {
  readonly reply: Reply;
  /** Whether keeping it takes no memory of its own, as its body is part of the release. */
  readonly isHeldAnyway: boolean;
  /** Whether a later lookup finds the very same reply, which is kept within a bound. */
  readonly isLasting?: boolean;
  /** How it counts against the limit, if it does: `free` where nothing changed. */
  readonly count?: 'full' | 'free' | undefined;
};

/** Finds the reply of what is served; undefined for what needs more than a lookup. */
export type LookupReply = (target: string, request: ReadRequest) => FoundReply | undefined;

export type Deps = {
  /** A lookup finds the same for as long as `files` is the same object; before, there are none. */
  readonly served: { readonly files?: object | undefined };
  readonly lookupReply: LookupReply;
  /** What replies that are found count against. */
  readonly limit: RequestLimit;
  readonly clients: Clients;
  /** What every answer carries, whatever it is. */
  readonly headers: RawHeaders;
  /** The public origin, or empty while it is not known. */
  readonly origin: () => string;
};

type Options = {
  readonly app: RequestListener;
  readonly requestTimeoutMs?: number;
  /** Whether there is the fast path. */
  readonly isRaw?: boolean;
};

/** A server with all ways to answer, and how to end its connections. */
export type HttpServer = {
  readonly server: Server;
  /** Closes the connections that wait for a request. */
  readonly closeIdle: () => void;
  readonly closeAll: () => void;
};

/** Makes the HTTP server, which does not listen yet. */
export function createHttpServer({
  app,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  isRaw = true,
  ...deps
}: Deps & Options): HttpServer {
  const { served, lookupReply, limit, clients, headers: always, origin } = deps;
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
  const open = new OpenConnections({ requestTimeoutMs, headers: always, origin, now });

  /** The reply of a lookup, counted; undefined where the application has to answer. */
  const findReply = (request: IncomingMessage, url: string): Reply | undefined => {
    const { method, headers } = request;
    if (!served.files || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const found = lookupReply(url, { method, headers });
    if (!found?.count) return found?.reply;
    const quota = limit.count(clients.of(request), found.count === 'free');
    return quota && { ...found.reply, headers: [...quota, ...found.reply.headers] };
  };
  const answerInTurn =
    (reply: RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
      addHeaders(response, always);
      open.receive(request, response, () => reply(request, response));
    };
  const answer = answerInTurn((request, response) => {
    const fault = faultOfHost(request);
    if (fault) {
      sendError(request, response, fault, origin());
      return;
    }
    clients.look(request.headers);
    const url = originForm(request.url);
    request.url = url;
    const reply = raw?.isMissed(request.socket) ? undefined : findReply(request, url);
    if (reply) sendReply(request, response, reply);
    else app(request, response);
  });
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
      sendError(request, response, faultOfHost(request) ?? EXPECTATION_FAILED, origin()),
    ),
  );
  const sweeping = setInterval(() => open.sweep(), sweepMs).unref();
  server.once('close', () => clearInterval(sweeping));
  const raw = isRaw ? answerRaw(server, deps) : undefined;
  return {
    server,
    closeIdle: () => {
      server.closeIdleConnections();
      raw?.closeIdle();
    },
    closeAll: () => {
      server.closeAllConnections();
      raw?.closeAll();
    },
  };
}

function hostFault(fault: string): HttpError {
  return badRequest('invalid_host', ['Host'], `Host ${fault}`);
}

/** What is wrong with the Host of a request, which is that of its target where this names one. */
function faultOfHost(request: IncomingMessage): HttpError | undefined {
  const hosts = request.headersDistinct.host ?? [];
  const [host] = hosts;
  if (hosts.length > 1) return MANY_HOSTS;
  if (host === undefined && request.httpVersion === '1.1') return NO_HOST;
  if (host !== undefined && !isAuthority(host)) return INVALID_HOST;
  // §3.2.2: the Host field is ignored then.
  const named = authorityIn(request.url);
  if (named === undefined) return undefined;
  request.headers.host = named;
  return isAuthority(named) ? undefined : INVALID_HOST;
}

/** Thrown where the address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Starts to listen. Returns the port: a free one where 0 is asked for. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? 'another process has it; set PORT' : `${cause.message}`;
      reject(new ListenError(`Port ${port} of ${host} cannot be used: ${reason}.`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      // Later failures are not of the address.
      server.off('error', fail);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
