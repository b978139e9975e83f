import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { setInterval } from 'node:timers';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { readCertificate } from './tls.ts';
import { waitUntil } from './wait-until.ts';

/** A request as it came. */
export type Received = {
  readonly method: string;
  /** Path with query, raw. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

/**
 * What a subscriber does with a request.
 * - `echo`: 200 with hub.challenge as the body.
 * - `hang`: never answers.
 * - `drip`: status line and headers, then a byte a second.
 * - `drip-head`: a byte of the head a second.
 * - `flood`: 200 and an endless body, as fast as it is taken.
 * - `reset`: destroys the socket.
 */
export type Behaviour =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  | 'echo'
  | 'hang'
  | 'drip'
  | 'drip-head'
  | 'flood'
  | 'reset';

type Decide = (received: Received) => Behaviour | undefined | Promise<Behaviour | undefined>;

export type Subscriber = {
  /** For instance https://127.0.0.1:4711. */
  readonly origin: string;
  /** All requests, in order. */
  readonly received: readonly Received[];
  /** The GETs. */
  readonly verifications: readonly Received[];
  /** The POSTs. */
  readonly deliveries: readonly Received[];
  /** TCP connections that were made, whether or not a request came on them. */
  readonly connections: number;
  /** Those of them that are open. */
  readonly openConnections: number;
  /** The address of a callback here; '/callback' where no path is given. */
  callback(path?: string): string;
  /**
   * Changes what is done with requests. Undefined means the default: an echo for a GET with
   * hub.challenge, 204 for a POST, 404 for the rest.
   */
  behave(decide: Decide): void;
  /** Resolves with those that match once so many came, from the beginning. */
  waitFor(count: number, match?: (received: Received) => boolean): Promise<readonly Received[]>;
  /** Stops listening and destroys all connections; also done at the end of the lifetime. */
  close(): Promise<void>;
};

export type SubscriberOptions = {
  /** 127.0.0.1 to 127.0.0.64 or ::1, which the certificate names. */
  readonly address?: string;
  readonly port?: number;
  readonly certificate?: 'subscriber' | 'untrusted';
  /** False: bodies are read and thrown away. */
  readonly keepBodies?: boolean;
};

const DRIP_MS = 1000;
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 'x');

/** The hub.challenge of a request, if it has one. */
function readChallenge({ url }: Received) {
  return new URL(url, 'https://subscriber.test').searchParams.get('hub.challenge');
}

/** What is done where a test asks for nothing else. */
function chooseDefault(received: Received): Behaviour {
  if (received.method === 'POST') return { status: 204 };
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
  if (response.destroyed) return;
  while (response.write(FLOOD_CHUNK)) if (response.destroyed) return;
  response.once('drain', () => flood(response));
}

/** Does it. */
export function actOut(behaviour: Behaviour, received: Received, response: ServerResponse) {
  if (behaviour === 'hang') return;
  if (behaviour === 'reset') response.socket?.resetAndDestroy();
  else if (behaviour === 'echo') response.end(readChallenge(received) ?? '');
  else if (behaviour === 'drip') drip(response, () => response.write('x'));
  else if (behaviour === 'drip-head') dripHead(response);
  else if (behaviour === 'flood') flood(response);
  else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
}

async function receive(request: IncomingMessage, keepsBody: boolean): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (keepsBody) chunks.push(chunk);
  const { method = '', url = '', headers, rawHeaders } = request;
  return { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
}

async function listen(server: Server, port: number, address: string) {
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The subscriber has no port.');
  return `https://${address.includes(':') ? `[${address}]` : address}:${bound.port}`;
}

/** Remembers the sockets of a server, also those whose TLS handshake has not ended. */
function trackSockets(server: Server) {
  const sockets = new Set<Socket>();
  const count = { value: 0 };
  server.on('connection', (socket: Socket) => {
    count.value += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
  });
  return { sockets, count };
}

/** Starts a subscriber: an HTTPS server on loopback whose certificate CA_FILE vouches for. */
export async function startSubscriber(
  lifetime: Lifetime,
  options: SubscriberOptions = {},
): Promise<Subscriber> {
  const {
    address = '127.0.0.1',
    port = 0,
    certificate = 'subscriber',
    keepBodies = true,
  } = options;
  const received: Received[] = [];
  let decide: Decide = () => undefined;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const one = await receive(request, keepBodies);
    received.push(one);
    actOut((await decide(one)) ?? chooseDefault(one), one, response);
  }

  const server = createServer(readCertificate(certificate), (request, response) => {
    // A hub that hangs up in the middle of its request is no fault of the subscriber's.
    answer(request, response).catch(() => request.socket.destroy());
  });
  const { sockets, count } = trackSockets(server);
  const origin = await listen(server, port, address);

  async function close() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  atEnd(lifetime, close);

  return {
    origin,
    received,
    get verifications() {
      return received.filter(({ method }) => method === 'GET');
    },
    get deliveries() {
      return received.filter(({ method }) => method === 'POST');
    },
    get connections() {
      return count.value;
    },
    get openConnections() {
      return sockets.size;
    },
    callback: (path = '/callback') => origin + path,
    behave: (next) => {
      decide = next;
    },
    waitFor: (many, match = () => true) =>
      waitUntil(`the subscriber gets ${many} such requests`, () => {
        const found = received.filter(match);
        return found.length >= many && found;
      }),
    close,
  };
}

/**
 * Starts subscribers for the tests of a file, each on an address of its own. They behave well again
 * after their test and stay to the end of the file, so that the hub need not find out that they are
 * gone while other tests wait for it.
 */
export function createStart(file: Lifetime): (test: Lifetime) => Promise<Subscriber> {
  const stops: (() => void | Promise<void>)[] = [];
  const stay = { after: (stop: () => void | Promise<void>) => void stops.push(stop) };
  atEnd(file, async () => {
    for (const stop of stops) await stop();
  });
  let addresses = 1;
  return async (test) => {
    const subscriber = await startSubscriber(stay, { address: `127.0.0.${++addresses}` });
    atEnd(test, () => subscriber.behave(() => undefined));
    return subscriber;
  };
}
