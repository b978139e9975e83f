import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { z } from 'zod';
import { serveCommands } from './control.ts';
import { callbackPath } from './tally.ts';

// This is the process of the peer: undici in a bare loop, which remembers nothing.

const Order = z.object({
  origin: z.string(),
  count: z.number(),
  headers: z.record(z.string(), z.string()),
  bodyFile: z.string(),
});

const [controlPort, concurrency] = process.argv.slice(2).map(Number);
if (!controlPort || !concurrency) throw new Error('Usage: run-peer.ts PORT CONCURRENCY');
const agent = new Agent({ connections: concurrency });

async function send({ origin, count, headers, bodyFile }: z.infer<typeof Order>): Promise<void> {
  const body = readFileSync(bodyFile);
  let next = 0;
  const sendOn = async () => {
    while (next < count) {
      const path = callbackPath(next++);
      const answer = await agent.request({ origin, path, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`${path} answers ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency ?? 1 }, sendOn));
}

await serveCommands(controlPort, { send: (input) => send(Order.parse(input)) });
