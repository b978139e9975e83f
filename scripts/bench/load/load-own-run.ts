import { connect } from 'node:net';
import { z } from 'zod';
import { summariseLoad } from './load.ts';
import { ResponseCounter } from './response-counter.ts';

const Settings = z.object({
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  expectedStatus: z.number(),
  connections: z.number(),
  seconds: z.number(),
  headsDiffer: z.boolean(),
});

const TIMEOUT_MILLISECONDS = 20_000;

/** The process of the load generator: settings come as an argument, figures go to its output. */
async function main({ request, expectedStatus, ...shape }: z.infer<typeof Settings>) {
  const { hostname, port, pathname, host } = new URL(request.url);
  const fields = Object.entries({ Host: host, ...request.headers });
  const head = `GET ${pathname} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}`;
  const milliseconds: number[] = [];
  let bytes = 0;
  let failures = 0;
  let sent = 0;
  const start = performance.now();
  const end = start + shape.seconds * 1000;

  const runConnection = () =>
    new Promise<void>((resolve) => {
      const counter = new ResponseCounter(expectedStatus);
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let asked = 0;
      const send = () => {
        asked = performance.now();
        sent++;
        socket.write(
          shape.headsDiffer ? `${head}\r\nUser-Agent: bench/${sent}\r\n\r\n` : `${head}\r\n\r\n`,
          'latin1',
        );
      };
      socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('no answer came')));
      socket.once('connect', send);
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (counter.take(chunk) === 0) return;
        const now = performance.now();
        milliseconds.push(now - asked);
        if (now < end) send();
        else socket.destroy();
      });
      socket.once('error', () => failures++);
      socket.once('close', () => {
        if (performance.now() < end) failures++;
        resolve();
      });
    });

  await Promise.all(Array.from({ length: shape.connections }, runConnection));
  const taken = (performance.now() - start) / 1000;
  const load = summariseLoad({ seconds: taken, bytes, failures }, milliseconds);
  process.stdout.write(JSON.stringify(load));
}

await main(Settings.parse(JSON.parse(process.argv[2] ?? '')));
