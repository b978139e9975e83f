import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { actOut, type Received } from './subscriber-behaviour.ts';
import { readCertificate } from './tls.ts';

const MANY_HEADERS = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`X-Fill-${index}`, 'x'.repeat(1000)]),
);
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 'x');

/** What is done with a request once TLS stands. */
type Answer = (response: ServerResponse, received: Received) => void;
/** What is done with a connection before TLS. */
type Take = (socket: Socket) => void;

/** An answer without end, as fast as it is taken. */
function flood(response: ServerResponse, status: number): void {
  response.writeHead(status);
  const more = () => {
    while (!response.destroyed && response.write(FLOOD_CHUNK));
  };
  response.on('drain', more);
  more();
}

/** Whatever strangers' servers do to those who ask them. */
export const ANSWERS = {
  'never answers': () => {},
  'drips its head': (response, received) => actOut('drip-head', received, response),
  'fails and floods': (response) => flood(response, 500),
  'hangs up': (response) => response.socket?.destroy(),
  'sends 20 kB of headers': (response) => response.writeHead(200, MANY_HEADERS).end(),
  'speaks of another protocol': (response) => response.socket?.end('220 mail ready\r\n'),
} satisfies Readonly<Record<string, Answer>>;

const plain = createHttpServer((_request, response) => response.end('plain'));
const untrusted = createHttpsServer(readCertificate('untrusted'), (_request, response) => {
  response.end();
});

/** The same to those who connect to them. */
export const TAKES = {
  'is silent in the handshake': () => {},
  'closes in mid-handshake': (socket) => socket.once('data', () => socket.destroy()),
  'has an untrusted certificate': (socket) => untrusted.emit('connection', socket),
  'speaks plain HTTP': (socket) => plain.emit('connection', socket),
  'closes at once': (socket) => socket.destroy(),
} satisfies Readonly<Record<string, Take>>;

export type Turncoat = {
  readonly origin: string;
  readonly callback: string;
  /** POSTs that came while it was hostile, or connections where it takes none. */
  readonly attempts: () => number;
  /** From here on it is hostile. */
  readonly turn: (hostile: { readonly answer: Answer } | { readonly take: Take }) => void;
};

/** A subscriber on an address of loopback that is good until it is told to be otherwise. */
export async function startTurncoat(lifetime: Lifetime, address: string): Promise<Turncoat> {
  let answer: Answer = (response, received) => {
    actOut(received.method === 'POST' ? { status: 204 } : 'echo', received, response);
  };
  let take: Take = (socket) => good.emit('connection', socket);
  let attempts = 0;
  const good = createHttpsServer(readCertificate('subscriber'), (request, response) => {
    const { method = '', url = '', headers, rawHeaders } = request;
    request.resume();
    response.on('error', () => {});
    attempts++;
    answer(response, { method, url, headers, rawHeaders, body: Buffer.alloc(0) });
  });
  good.on('tlsClientError', () => {});
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)));
    attempts++;
    take(socket);
  });
  server.listen(0, address);
  await once(server, 'listening');
  atEnd(lifetime, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  const origin = `https://${address}:${bound.port}`;
  return {
    origin,
    callback: `${origin}/callback`,
    attempts: () => attempts,
    turn: (hostile) => {
      attempts = 0;
      // What is connected would go on as before.
      for (const socket of sockets) socket.destroy();
      if ('answer' in hostile) answer = hostile.answer;
      else take = hostile.take;
    },
  };
}
