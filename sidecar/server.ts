import { createServer, type RequestListener, type Server } from 'node:http';
import { answerClientError, refuseOnSocket } from './http/client-error.ts';
import { HttpError } from './http/http-error.ts';
import { methodNotAllowed } from './http/methods.ts';
import { sendReply } from './http/reply.ts';
import { originForm } from './http/request-target.ts';
import { sendError } from './http/send-error.ts';
import type { CurrentRelease } from './release/current-release.ts';
import type { ReplyAtOnce } from './routes/at-once.ts';

const TIMEOUTS = {
  // Longer than load balancers keep idle connections (60 s), so that we never close one in use.
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** A client that neither sends nor reads for so long loses its connection, and what waits for it. */
const SILENCE_MS = 60_000;

// RFC 9112 §3.2.
const ONE_HOST = new HttpError(400, 'A request has one Host header; send one.');
const EXPECTATION_FAILED = new HttpError(417, 'Only 100-continue can be expected here.');
const TUNNEL_REFUSED = methodNotAllowed('CONNECT');

/**
 * The HTTP server: what needs no more than a lookup in the release is answered here, from what was
 * prepared when it was loaded; all else goes to the application behind.
 */
export function createHttpServer(
  current: CurrentRelease,
  replyAtOnce: ReplyAtOnce,
  app: RequestListener,
): Server {
  // Without requireHostHeader, node:http would answer a missing Host itself, without a body.
  const options = { ...TIMEOUTS, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    const { method, headers, httpVersion } = request;
    const hosts = request.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
      sendError(request, response, ONE_HOST);
      return;
    }
    const url = originForm(request.url);
    request.url = url;
    const { release } = current;
    const isRead = method === 'GET' || method === 'HEAD';
    const reply = release && isRead && replyAtOnce(release, url, { method, headers });
    if (reply) sendReply(request, response, reply);
    else app(request, response);
  });
  server.setTimeout(SILENCE_MS);
  server.on('checkExpectation', (request, response) => {
    sendError(request, response, EXPECTATION_FAILED);
  });
  server.on('connect', (_request, socket) => refuseOnSocket(socket, TUNNEL_REFUSED));
  server.on('clientError', answerClientError);
  return server;
}
