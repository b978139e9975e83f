import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { headOf, runConnections } from './run-connections.ts';

const Settings = z.object({
  origin: z.string(),
  /** A file with a path a line. */
  list: z.string(),
  headers: z.record(z.string(), z.string()),
  connections: z.number(),
});

/** The process that asks for each path of a list once; figures go to its output. */
async function main({ origin, list, headers, connections }: z.infer<typeof Settings>) {
  const url = new URL(origin);
  const paths = readFileSync(list, 'utf8').split('\n');
  const requests = paths.map((path) => `${headOf(url, path, headers)}\r\n\r\n`);
  let sent = 0;
  const settings = { url, expectedStatus: 200, connections };
  const load = await runConnections(settings, () => requests[sent++]);
  process.stdout.write(JSON.stringify(load));
}

await main(Settings.parse(JSON.parse(process.argv[2] ?? '')));
