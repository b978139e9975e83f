import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on right now, for programs that cannot pick one themselves. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port is free.');
  return address.port;
}
