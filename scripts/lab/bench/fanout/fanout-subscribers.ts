import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { cpuSeconds, REPOSITORY, until } from '../programs.ts';

const CERTIFICATES = join(REPOSITORY, 'tests/fixtures/tls');
/** The authority that signed the certificate of the subscribers. */
export const AUTHORITY_FILE = join(CERTIFICATES, 'ca.pem');

/** Starts callbacks in this process, all on one HTTPS server that confirms each subscription. */
export async function startSubscribers(count: number) {
  const callbacks = Array.from({ length: count }, (_, number) => `/callback/${number}`);
  let confirmed = 0;
  let isReceiving = () => {};
  let receive = (_callback: string, _length: number) => {};
  const options = {
    cert: readFileSync(join(CERTIFICATES, 'subscriber.pem')),
    key: readFileSync(join(CERTIFICATES, 'subscriber.key')),
  };
  const server = createServer(options, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://localhost');
    const challenge = searchParams.get('hub.challenge');
    if (challenge !== null) {
      confirmed++;
      response.end(challenge);
      return;
    }
    isReceiving();
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    request.once('end', () => {
      response.writeHead(204).end();
      receive(pathname, length);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    callbacks: callbacks.map((path) => `https://127.0.0.1:${port}${path}`),
    untilConfirmed: () => until(() => confirmed === count, 'the last confirmation'),
    /**
     * Measures the processor time of the sender, from the first request to the end of the last body.
     * Throws unless each callback gets the same body once.
     */
    measure: async (sender: number, send: () => unknown) => {
      server.closeIdleConnections();
      const waiting = new Set(callbacks);
      const lengths = new Set<number>();
      let deliveries = 0;
      let first: number | undefined;
      let last: number | undefined;
      isReceiving = () => {
        first ??= cpuSeconds(sender);
      };
      receive = (callback, length) => {
        deliveries++;
        lengths.add(length);
        if (waiting.delete(callback) && waiting.size === 0) last = cpuSeconds(sender);
      };
      await send();
      await until(() => last !== undefined, 'the last delivery', { seconds: 120 });
      const [length = 0, ...others] = lengths;
      if (deliveries !== count || others.length > 0) {
        throw new Error(`${count} callbacks got ${deliveries} bodies of ${lengths.size} lengths`);
      }
      return { cpuSeconds: (last ?? 0) - (first ?? 0), length };
    },
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
