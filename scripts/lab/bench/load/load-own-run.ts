import { z } from 'zod';
import { headOf, runConnections } from './run-connections.ts';

const Settings = z.object({
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  expectedStatus: z.number(),
  connections: z.number(),
  seconds: z.number(),
  headsDiffer: z.boolean(),
});

/** The process of the load generator: settings come as an argument, figures go to its output. */
async function main({ request, seconds, headsDiffer, ...shape }: z.infer<typeof Settings>) {
  const url = new URL(request.url);
  const head = headOf(url, url.pathname, request.headers);
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const load = await runConnections({ url, ...shape }, () => {
    // Every connection asks once, however late it was made.
    if (sent >= shape.connections && performance.now() >= end) return undefined;
    sent++;
    return headsDiffer ? `${head}\r\nUser-Agent: bench/${sent}\r\n\r\n` : `${head}\r\n\r\n`;
  });
  process.stdout.write(JSON.stringify(load));
}

await main(Settings.parse(JSON.parse(process.argv[2] ?? '')));
