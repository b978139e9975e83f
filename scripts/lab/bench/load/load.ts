/**
 * Load on a server, from a process of its own: the next request on a connection is sent once the
 * last one is answered. `findGenerator` prefers wrk and falls back on run-load.ts, which counts
 * answers in connections.ts. Single requests are sent by ask.ts.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { finish, startChild } from '../process/process.ts';
import { quantile } from '../statistics.ts';
import type { BenchRequest } from './ask.ts';

export const Load = z.object({
  requests: z.number(),
  seconds: z.number(),
  bytes: z.number(),
  failures: z.number(),
  p50Milliseconds: z.number(),
  p99Milliseconds: z.number(),
});
export type Load = z.infer<typeof Load>;

type Duration = { readonly connections: number; readonly seconds: number };

type RequestLoad = Duration & {
  readonly request: BenchRequest;
  readonly expectedStatus: number;
  /** Whether every request carries a User-Agent of its own, so that no two heads are the same. */
  readonly headsDiffer: boolean;
};

export type NumberedPost = {
  readonly headers: Readonly<Record<string, string>>;
  readonly before: string;
  readonly after: string;
};

type PostLoad = Duration & { readonly url: string; readonly posts: readonly NumberedPost[] };

/** All ids from here on have as many digits, so that all requests and answers keep their sizes. */
export const FIRST_ID = 10_000_000;

export type LoadGenerator = {
  readonly note: string;
  readonly noteOnPosts: string;
  readonly run: (load: RequestLoad) => Promise<Load>;
  readonly runPosts: (load: PostLoad) => Promise<Load>;
};

/** wrk where it is installed, else our own generator. Its scripts go into the folder. */
export async function findGenerator(folder: string): Promise<LoadGenerator> {
  try {
    await using version = await startChild('wrk', ['--version']);
    await version.ended;
  } catch {
    return ownGenerator(folder);
  }
  return wrkGenerator(folder);
}

/** For machines without wrk. It takes more processor time than wrk does. */
function ownGenerator(folder: string): LoadGenerator {
  return {
    note: 'wrk is not installed; the load came from our own generator, which may be slower than the fastest servers: where a server was busy for much less than 100 %, the throughput is that of the generator.',
    noteOnPosts:
      'wrk is not installed; the load came from our own generator, which is slower than the fastest servers: the throughput is then its own, and the CPU time is what tells.',
    run: (load) => runOwn({ kind: 'request', ...load }),
    runPosts: (load) => {
      // Too long for an argument.
      const file = join(folder, 'posts.json');
      writeFileSync(file, JSON.stringify(load));
      return runOwn({ kind: 'posts', file });
    },
  };
}

export type ListLoad = {
  readonly origin: string;
  readonly list: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
};

/** Asks for each path of a list in its order. Throws an Error where any answer is not 200. */
export function loadList(load: ListLoad): Promise<Load> {
  return runOwn({ kind: 'list', ...load });
}

async function runOwn(order: Readonly<Record<string, unknown>>): Promise<Load> {
  const program = join(import.meta.dirname, 'run-load.ts');
  await using child = await startChild(process.execPath, [program, JSON.stringify(order)]);
  return Load.parse(JSON.parse(await finish(child)));
}

export function summariseLoad(
  seen: Pick<Load, 'seconds' | 'bytes' | 'failures'>,
  milliseconds: readonly number[],
): Load {
  return {
    ...seen,
    requests: milliseconds.length,
    p50Milliseconds: quantile(milliseconds, 0.5),
    p99Milliseconds: quantile(milliseconds, 0.99),
  };
}

const NEW_HEADS = `
local sent = 0
request = function()
  sent = sent + 1
  wrk.headers["User-Agent"] = "bench/" .. sent
  return wrk.format()
end
`;

/** The end of every script for wrk: a line that `parseSummary` reads. */
const WRK_SUMMARY = `
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

const WRK_NOTE = 'The load came from wrk, with one thread and no pipelining.';
/** Large bodies take long where other processes want the processors too. */
const WRK_TIMEOUT = '20s';

function wrkGenerator(folder: string): LoadGenerator {
  const script = join(folder, 'load.lua');
  const run = async (text: string, { url, headers }: BenchRequest, duration: Duration) => {
    writeFileSync(script, text + WRK_SUMMARY);
    const fields = Object.entries(headers).flatMap((field) => ['--header', field.join(': ')]);
    const { connections, seconds } = duration;
    const shape = [
      ...['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`],
      ...['--timeout', WRK_TIMEOUT, '--script', script],
    ];
    await using wrk = await startChild('wrk', [...shape, ...fields, url]);
    return parseSummary(await finish(wrk));
  };
  return {
    note: WRK_NOTE,
    noteOnPosts: WRK_NOTE,
    run: ({ request, headsDiffer, ...duration }) =>
      run(headsDiffer ? NEW_HEADS : '', request, duration),
    runPosts: ({ url, posts, ...duration }) =>
      run(postScript(url, posts), { url, headers: {} }, duration),
  };
}

export function parseSummary(output: string): Load {
  const line = output.split('\n').find((one) => one.startsWith('{'));
  if (line === undefined) throw new Error(`wrk gave no summary: ${output.slice(0, 500)}`);
  return Summary.parse(JSON.parse(line));
}

function postScript(url: string, posts: readonly NumberedPost[]): string {
  const texts = posts.map((post) => requestTextOf(url, post).map(luaString));
  return `
local before = { ${texts.map(([before]) => before).join(',\n')} }
local after = { ${texts.map(([, after]) => after).join(',\n')} }
local sent = 0
request = function()
  local turn = sent % #before + 1
  sent = sent + 1
  return before[turn] .. string.format("%d", ${FIRST_ID} + sent) .. after[turn]
end
`;
}

function requestTextOf(url: string, { headers, before, after }: NumberedPost): [string, string] {
  const { host, pathname } = new URL(url);
  const length = Buffer.byteLength(before) + String(FIRST_ID).length + Buffer.byteLength(after);
  const fields = Object.entries({ Host: host, ...headers, 'Content-Length': `${length}` });
  const head = [`POST ${pathname} HTTP/1.1`, ...fields.map((field) => field.join(': ')), '', ''];
  return [head.join('\r\n') + before, after];
}

function luaString(text: string): string {
  const codes = [...Buffer.from(text)].map((byte) =>
    /[\w :/.,{}[\]-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  );
  return `"${codes.join('')}"`;
}
