import { connect } from 'node:net';
import { type Load, summariseLoad } from './load.ts';
import { ResponseCounter } from './response-counter.ts';

type Settings = {
  readonly url: URL;
  readonly expectedStatus: number;
  readonly connections: number;
};

const TIMEOUT_MILLISECONDS = 20_000;

/**
 * Sends requests on some connections, the next on each once one is answered, until `nextRequest` has
 * no more. Throws an Error where an answer has another status.
 */
export async function runConnections(
  { url, expectedStatus, connections }: Settings,
  nextRequest: () => string | undefined,
): Promise<Load> {
  const milliseconds: number[] = [];
  let bytes = 0;
  let failures = 0;
  const start = performance.now();

  const runConnection = () =>
    new Promise<void>((resolve) => {
      const counter = new ResponseCounter(expectedStatus);
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
      let asked = 0;
      let isDone = false;
      const send = () => {
        const request = nextRequest();
        if (request === undefined) {
          isDone = true;
          socket.destroy();
          return;
        }
        asked = performance.now();
        socket.write(request, 'latin1');
      };
      socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('no answer came')));
      socket.once('connect', send);
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (counter.take(chunk) === 0) return;
        milliseconds.push(performance.now() - asked);
        send();
      });
      // Told by its close as well.
      socket.once('error', () => {});
      socket.once('close', () => {
        if (!isDone) failures++;
        resolve();
      });
    });

  await Promise.all(Array.from({ length: connections }, runConnection));
  const seconds = (performance.now() - start) / 1000;
  return summariseLoad({ seconds, bytes, failures }, milliseconds);
}

/** What a request begins with, up to its last field. */
export function headOf(url: URL, path: string, headers: Readonly<Record<string, string>>): string {
  const fields = Object.entries({ Host: url.host, ...headers });
  return `GET ${path} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}`;
}
