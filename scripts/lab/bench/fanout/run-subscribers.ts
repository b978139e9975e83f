import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as elapse } from 'node:timers/promises';
import { z } from 'zod';
import { serveCommands } from './control.ts';
import { machineTime, Tally } from './tally.ts';

// This is the process of all subscribers: it reads each body, answers 204, and counts.

const Expectation = z.object({ count: z.number() });
const Patience = z.object({ milliseconds: z.number() });
const [controlPort = '', port = '', certificate = '', key = ''] = process.argv.slice(2);

let tally = new Tally(0);

function take(request: IncomingMessage, response: ServerResponse): void {
  const counting = tally;
  const sample: Buffer[] | undefined = counting.begin(() => headersOf(request), machineTime())
    ? []
    : undefined;
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    sample?.push(chunk);
  });
  request.once('end', () => {
    response.writeHead(204).end();
    counting.end(request.url ?? '', length, sample, machineTime());
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? '']));
}

const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, take)
  .on('secureConnection', () => tally.connect())
  .listen(Number(port), '127.0.0.1');

await serveCommands(Number(controlPort), {
  // Every fan-out begins without connections. What came after the last one was complete is returned.
  expect: (input) => {
    const before = tally.arrivals();
    tally = new Tally(Expectation.parse(input).count);
    server.closeIdleConnections();
    return before;
  },
  await: async (input) => {
    const late = elapse(Patience.parse(input).milliseconds, undefined, { ref: false });
    await Promise.race([tally.complete, late]);
    return tally.arrivals();
  },
});
