import { z } from 'zod';
import { finish, startChild } from '../process/child.ts';
import type { Load } from './load.ts';

/** What the report says of load that wrk made. */
export const WRK_NOTE = 'The load came from wrk, with one thread and no pipelining.';

/** The end of every script for wrk: a line that `runWrk` reads. */
export const WRK_SUMMARY = `
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

/** Whether wrk is installed. */
export async function hasWrk(): Promise<boolean> {
  try {
    await using version = await startChild('wrk', ['--version']);
    await version.ended;
    return true;
  } catch {
    return false;
  }
}

type Run = {
  readonly url: string;
  /** The file of a script that ends with WRK_SUMMARY. */
  readonly script: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Runs wrk with one thread. */
export async function runWrk({ url, script, connections, seconds, headers = {} }: Run) {
  const fields = Object.entries(headers).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const shape = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const rest = ['--timeout', TIMEOUT, '--script', script, ...fields, url];
  await using wrk = await startChild('wrk', [...shape, ...rest]);
  return parseSummary(await finish(wrk));
}

/** wrk writes a table of its own before the line of our script. */
export function parseSummary(output: string): Load {
  const line = output.split('\n').find((one) => one.startsWith('{'));
  if (line === undefined) throw new Error(`wrk gave no summary: ${output.slice(0, 500)}`);
  return Summary.parse(JSON.parse(line));
}
