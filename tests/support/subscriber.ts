import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { readCertificate } from '../fixtures/tls/certificates.ts';
import { atEnd, type Lifetime } from './lifetime.ts';
import { waitUntil } from './wait-until.ts';

/** A request as it was received. */
export type Received = {
  readonly method: string;
  /** Path with query, raw. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/**
 * The way in which a subscriber answers a request.
 * - `echo`: 200 with hub.challenge as the body.
 * - `hang`: never answers.
 * - `drip`: status line and headers, then a byte a second.
 * - `drip-head`: a byte of the head a second.
 * - `flood`: 200 and an endless body, as fast as it is taken.
 * - `fail-and-flood`: 500 and an endless body.
 * - `reset`: destroys the socket.
 * - `raw`: sends these bytes in place of an answer, and closes.
 */
export type Behavior =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  | { readonly raw: string }
  | 'echo'
  | 'hang'
  | 'drip'
  | 'drip-head'
  | 'flood'
  | 'fail-and-flood'
  | 'reset';

type Decide = (received: Received) => Behavior | undefined | Promise<Behavior | undefined>;

export type Subscriber = Awaited<ReturnType<typeof startSubscriber>>;

const DRIP_MS = 1000;
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 'x');

export const isPost = ({ method }: Pick<Received, 'method'>): boolean => method === 'POST';

function readChallenge({ url }: Received) {
  return new URL(url, 'https://subscriber.test').searchParams.get('hub.challenge');
}

function chooseDefault(received: Received): Behavior {
  if (isPost(received)) return { status: 204 };
  return readChallenge(received) === null ? { status: 404 } : 'echo';
}

function drip(response: ServerResponse, next: () => void) {
  next();
  const timer = setInterval(next, DRIP_MS).unref();
  response.once('close', () => clearInterval(timer));
}

function dripHead(response: ServerResponse) {
  const letters = 'HTTP/1.1 200 OK\r\nX-Slow: '[Symbol.iterator]();
  drip(response, () => response.socket?.write(letters.next().value ?? 'x'));
}

function flood(response: ServerResponse) {
  while (!response.destroyed && response.write(FLOOD_CHUNK));
  response.once('drain', () => flood(response));
}

function actOut(behavior: Behavior, received: Received, response: ServerResponse) {
  if (behavior === 'hang') return;
  if (behavior === 'reset') response.socket?.resetAndDestroy();
  else if (behavior === 'echo') response.end(readChallenge(received) ?? '');
  else if (behavior === 'drip') drip(response, () => response.write('x'));
  else if (behavior === 'drip-head') dripHead(response);
  else if (behavior === 'flood') flood(response);
  else if (behavior === 'fail-and-flood') flood(response.writeHead(500));
  else if ('raw' in behavior) response.socket?.end(behavior.raw);
  else response.writeHead(behavior.status, behavior.headers).end(behavior.body);
}

async function receive(request: IncomingMessage): Promise<Received> {
  const body = Buffer.concat(await request.toArray());
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body };
}

type SubscriberOptions = {
  /** 127.0.0.1 to 127.0.0.64 or ::1, which the certificate names. */
  readonly address?: string;
  readonly port?: number;
  readonly certificate?: 'subscriber' | 'untrusted';
};

/** Starts a subscriber: an HTTPS server on loopback whose certificate CA_FILE vouches for. */
export async function startSubscriber(
  lifetime: Lifetime,
  { address = '127.0.0.1', port = 0, certificate = 'subscriber' }: SubscriberOptions = {},
) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let decide: Decide = () => undefined;
  const https = createServer(readCertificate(certificate), async (request, response) => {
    try {
      const one = await receive(request);
      received.push(one);
      actOut((await decide(one)) ?? chooseDefault(one), one, response);
    } catch {
      // A hub may hang up in the middle of its request.
      request.socket.destroy();
    }
  });
  let take = (socket: Socket): unknown => https.emit('connection', socket);
  const server = createTcpServer((socket) => {
    connections++;
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)));
    take(socket);
  });
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The subscriber has no port.');
  /** For instance https://127.0.0.1:4711. */
  const origin = `https://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  /** Stops listening and destroys all connections, as the end of the lifetime does. */
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    hangUp();
    await closed;
  };
  atEnd(lifetime, close);

  return {
    origin,
    port: bound.port,
    /** All requests, in order. */
    received,
    get verifications() {
      return received.filter(({ method }) => method === 'GET');
    },
    get deliveries() {
      return received.filter(isPost);
    },
    /** The number of TCP connections so far, also of those without a request. */
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    /** The address of a callback of this subscriber. */
    callback: (path = '/callback') => origin + path,
    /**
     * Changes the way in which requests are answered. Undefined means the default: an echo for a GET
     * with hub.challenge, 204 for a POST, 404 for the rest.
     */
    behave: (next: Decide) => {
      decide = next;
    },
    /** Changes the way in which connections are accepted, before TLS. Those that are open end. */
    take: (next: (socket: Socket) => unknown) => {
      take = next;
      hangUp();
    },
    /** Resolves to all requests so far that match, once there are so many. */
    waitFor: (many: number, match: (received: Received) => boolean = () => true) =>
      waitUntil(`the subscriber gets ${many} such requests`, () => {
        const found = received.filter(match);
        return found.length >= many && found;
      }),
    close,
  };
}
