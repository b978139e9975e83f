import type { buildConnector } from 'undici';
import type { CallbackUrl } from './callback-url.ts';
import { UnconnectedError } from './connect-error.ts';

/** Whether something at a callback's host takes a connection, be it without good TLS. */
export function takesConnection(
  { origin }: CallbackUrl,
  connect: buildConnector.connector,
): Promise<boolean> {
  const { hostname, host, port, protocol } = new URL(origin);
  return new Promise((resolve) => {
    connect(
      { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, port, protocol },
      (error, socket) => {
        socket?.destroy();
        resolve(error === null || (error instanceof UnconnectedError && error.wasReached));
      },
    );
  });
}
