import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { actOut, type Behaviour, chooseDefault, type Received } from './subscriber-behaviour.ts';
import { SubscriberRecord } from './subscriber-record.ts';
import { readCertificate } from './tls.ts';

export type { Behaviour, Received } from './subscriber-behaviour.ts';

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
  /** Resolves with those that match once so many came, from the beginning. Gives up after 20 s. */
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
  const record = new SubscriberRecord();
  let decide: Decide = () => undefined;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const received = await receive(request, keepBodies);
    record.add(received);
    const behaviour = (await decide(received)) ?? chooseDefault(received);
    actOut(behaviour, received, response);
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
    received: record.received,
    get verifications() {
      return record.received.filter(({ method }) => method === 'GET');
    },
    get deliveries() {
      return record.received.filter(({ method }) => method === 'POST');
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
    waitFor: (many, match) => record.waitFor(many, match),
    close,
  };
}
