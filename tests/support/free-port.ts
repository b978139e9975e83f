import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on, for who has to know it before the service does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address) return address.port;
  throw new Error('There is no free port.');
}
