import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { finish, startChild } from '../process/child.ts';
import type { Load, LoadGenerator, LoadSettings } from './load.ts';

const NEW_HEADS = `
local sent = 0
request = function()
  sent = sent + 1
  wrk.headers["User-Agent"] = "bench/" .. sent
  return wrk.format()
end
`;
const SUMMARY = `
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\n{"requests":%d,"microseconds":%d,"bytes":%d,"failures":%d,"p50":%f,"p99":%f}\\n',
    summary.requests, summary.duration, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`;
const Summary = z
  .object({
    requests: z.number(),
    microseconds: z.number(),
    bytes: z.number(),
    failures: z.number(),
    p50: z.number(),
    p99: z.number(),
  })
  .transform(
    ({ microseconds, p50, p99, ...figures }): Load => ({
      ...figures,
      seconds: microseconds / 1e6,
      p50Milliseconds: p50 / 1e3,
      p99Milliseconds: p99 / 1e3,
    }),
  );

/** Large bodies take long where other processes want the processors too. */
const TIMEOUT = '20s';

/** wrk, with one thread; undefined where it is not installed. Its scripts go into the folder. */
export async function findWrk(folder: string): Promise<LoadGenerator | undefined> {
  try {
    await using version = await startChild('wrk', ['--version']);
    await version.ended;
  } catch {
    return undefined;
  }
  writeFileSync(join(folder, 'same.lua'), SUMMARY);
  writeFileSync(join(folder, 'new.lua'), NEW_HEADS + SUMMARY);
  return {
    note: 'The load came from wrk, with one thread and no pipelining.',
    run: (settings) => run(folder, settings),
  };
}

async function run(folder: string, settings: LoadSettings): Promise<Load> {
  const { request, connections, seconds, headsDiffer } = settings;
  const fields = Object.entries(request.headers).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const script = join(folder, headsDiffer ? 'new.lua' : 'same.lua');
  const shape = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const rest = ['--timeout', TIMEOUT, '--script', script, ...fields, request.url];
  await using wrk = await startChild('wrk', [...shape, ...rest]);
  return parseSummary(await finish(wrk));
}

/** wrk writes a table of its own before the line of our script. */
export function parseSummary(output: string): Load {
  const line = output.split('\n').find((one) => one.startsWith('{'));
  if (line === undefined) throw new Error(`wrk gave no summary: ${output.slice(0, 500)}`);
  return Summary.parse(JSON.parse(line));
}
