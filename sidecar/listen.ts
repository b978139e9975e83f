import type { Server } from 'node:http';

/** Thrown where the address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Starts to listen. Returns the port, which is a free one where 0 was asked for. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? 'another process has it; set PORT' : `${cause.message}`;
      reject(new ListenError(`Port ${port} of ${host} cannot be used: ${reason}.`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      // What fails from here on is no fault of the address.
      server.off('error', fail);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
