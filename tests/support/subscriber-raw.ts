import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';
import { readCertificate } from './tls.ts';

/** A server on 127.0.0.1 that does to sockets what no HTTP server would. */
export type RawServer = { readonly port: number; readonly connections: () => number };

async function listen(lifetime: Lifetime, server: Server): Promise<RawServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(lifetime, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return { port: bound.port, connections: () => sockets.size };
}

/** Over plain TCP. */
export function startTcp(lifetime: Lifetime, use: (socket: Socket) => void) {
  return listen(lifetime, createTcpServer(use));
}

/** Over TLS with the certificate of subscribers. */
export function startTls(lifetime: Lifetime, use: (socket: Socket) => void) {
  const server = createTlsServer(readCertificate('subscriber'), (socket) => {
    socket.on('error', () => {});
    use(socket);
  });
  return listen(lifetime, server);
}

/** Answers the first bytes of a request with these, whatever they are. */
export function startAnswering(lifetime: Lifetime, answer: string) {
  return startTls(lifetime, (socket) => {
    socket.once('data', () => socket.write(answer));
  });
}
