import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { z } from 'zod';
import { summariseLoad } from '../load/load.ts';
import { FIRST_ID } from './call.ts';
import { post } from './post.ts';

const Settings = z.object({
  url: z.string(),
  calls: z.array(
    z.object({
      headers: z.record(z.string(), z.string()),
      before: z.string(),
      after: z.string(),
    }),
  ),
  connections: z.number(),
  seconds: z.number(),
});

/** The process of a load generator: the name of a file with settings comes as an argument. */
async function main({ url, calls, connections, seconds }: z.infer<typeof Settings>) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let bytes = 0;
  let failures = 0;
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;

  const runConnection = async () => {
    while (performance.now() < end) {
      const call = calls[sent % calls.length];
      if (call === undefined) return;
      const id = FIRST_ID + ++sent;
      const asked = performance.now();
      const body = call.before + id + call.after;
      const posted = await post(url, call.headers, body, agent);
      milliseconds.push(performance.now() - asked);
      bytes += posted.wireBytes;
      if (posted.status !== 200 || !posted.body.includes(`"id":${id}`)) failures++;
    }
  };

  await Promise.all(Array.from({ length: connections }, runConnection));
  agent.destroy();
  const taken = (performance.now() - start) / 1000;
  const load = summariseLoad({ seconds: taken, bytes, failures }, milliseconds);
  process.stdout.write(JSON.stringify(load));
}

await main(Settings.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))));
