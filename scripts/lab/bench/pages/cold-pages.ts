import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadListSettings, loadList } from '../load/load-list.ts';
import { readCpuSeconds, readLoopSeconds } from '../process/process-usage.ts';
import type { Sample } from '../samples.ts';
import type { Server } from '../server/server.ts';

/** What asking for every page of a review once came to. */
export type ColdSample = Sample & {
  /** Processor time of the thread that renders and answers, a page; null where it is not told. */
  readonly loopMicroseconds: number | null;
};

/** A way to ask, with a sample a round; `first` is that of a server that has rendered nothing yet. */
export type ColdSeries = {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly samples: readonly ColdSample[];
};

export const COLD_CONNECTIONS = 32;

const WAYS = [
  { label: 'identity', headers: {} },
  { label: 'brotli', headers: { 'Accept-Encoding': 'br' } },
];

/**
 * Asks a server that remembers no page for every one of them, round by round, in each way in turn.
 * The first round, in which the server warms up, comes back apart.
 */
export async function measureColdPages(
  { origin, pid }: Server,
  paths: readonly string[],
  { folder, rounds }: { readonly folder: string; readonly rounds: number },
): Promise<{ readonly first: ColdSample; readonly series: readonly ColdSeries[] }> {
  const list = join(folder, 'permalinks');
  writeFileSync(list, paths.join('\n'));
  const take = (headers: LoadListSettings['headers']) =>
    takeSample(pid, { origin, list, headers, connections: COLD_CONNECTIONS });
  const first = await take({});
  const series = WAYS.map((way) => ({ ...way, samples: [] as ColdSample[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { headers, samples } of series) samples.push(await take(headers));
  }
  return { first, series };
}

async function takeSample(pid: number, settings: LoadListSettings): Promise<ColdSample> {
  const before = { all: readCpuSeconds(pid), loop: readLoopSeconds(pid) };
  const load = await loadList(settings);
  const after = { all: readCpuSeconds(pid), loop: readLoopSeconds(pid) };
  if (load.failures > 0) throw new Error(`${load.failures} connections failed`);
  const { requests, seconds, p50Milliseconds, p99Milliseconds } = load;
  const all = spent(before.all, after.all);
  const loop = spent(before.loop, after.loop);
  return {
    requestsPerSecond: requests / seconds,
    cpuMicroseconds: all === null ? null : (all * 1e6) / requests,
    loopMicroseconds: loop === null ? null : (loop * 1e6) / requests,
    busyPercent: all === null ? null : (all / seconds) * 100,
    p50Milliseconds,
    p99Milliseconds,
  };
}

function spent(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
