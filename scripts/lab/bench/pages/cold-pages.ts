import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { FIXED_PAGES } from '#release/page-addresses.ts';
import { fetchBody, send } from '../load/ask.ts';
import { type ListLoad, loadList } from '../load/load.ts';
import { readCpuSeconds, readLoopSeconds, spent } from '../process/usage.ts';
import { sampleOf } from '../rounds.ts';
import type { Server } from '../server/server.ts';
import type { Sample } from '../statistics.ts';

export type ColdSample = Sample & {
  /** Processor time of the thread, a page; null where the system does not report it. */
  readonly loopMicroseconds: number | null;
};

export const COLD_CONNECTIONS = 32;

const WAYS = [
  { label: 'identity', headers: {} },
  { label: 'brotli', headers: { 'Accept-Encoding': 'br' } },
];

/**
 * Asks for every page, round by round and way by way; the first round, of a server that has rendered
 * nothing yet, warms up.
 */
export async function measureColdPages(
  { origin, pid }: Server,
  paths: readonly string[],
  { folder, rounds }: { readonly folder: string; readonly rounds: number },
) {
  const list = join(folder, 'permalinks');
  writeFileSync(list, paths.join('\n'));
  const take = (headers: ListLoad['headers']) =>
    takeSample(pid, { origin, list, headers, connections: COLD_CONNECTIONS });
  const first = await take({});
  const series = WAYS.map((way) => ({ ...way, samples: [] as ColdSample[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { headers, samples } of series) samples.push(await take(headers));
  }
  return { first, series };
}

async function takeSample(pid: number, order: ListLoad): Promise<ColdSample> {
  const before = { all: readCpuSeconds(pid), loop: readLoopSeconds(pid) };
  const load = await loadList(order);
  const loop = spent(before.loop, readLoopSeconds(pid));
  const all = spent(before.all, readCpuSeconds(pid));
  if (load.failures > 0) throw new Error(`${load.failures} connections failed`);
  return {
    ...sampleOf(load, all),
    loopMicroseconds: loop === null ? null : (loop * 1e6) / load.requests,
  };
}

export type PageKind = {
  readonly label: string;
  readonly bytes: number;
  readonly brotliBytes: number;
  readonly milliseconds: readonly number[];
  /** Processor time of the thread, a page; null where the system does not report it. */
  readonly loopMilliseconds: number | null;
};

const WARM_UP = 10;
const TIMES = 50;

/** Asks a server that remembers no page for one of each kind, again and again. */
export async function measurePageKinds(
  { origin, pid }: Server,
  permalink: string,
): Promise<PageKind[]> {
  // Of the documentation, the longest.
  const fixed = FIXED_PAGES.filter((path) => !/^\/docs\/(?!operating)/.test(path));
  const kinds = [...fixed.map((path) => [path, path]), ['a review', permalink]] as const;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results: PageKind[] = [];
  try {
    for (const [label = '', path = ''] of kinds) {
      const url = origin + path;
      const { length: bytes } = await fetchPage(agent, url, 'identity');
      for (let time = 0; time < WARM_UP; time++) await fetchPage(agent, url, 'br');
      const milliseconds: number[] = [];
      let brotliBytes = 0;
      const before = readLoopSeconds(pid);
      for (let time = 0; time < TIMES; time++) {
        const start = performance.now();
        ({ length: brotliBytes } = await fetchPage(agent, url, 'br'));
        milliseconds.push(performance.now() - start);
      }
      const loopSeconds = spent(before, readLoopSeconds(pid));
      const loopMilliseconds = loopSeconds === null ? null : (loopSeconds * 1000) / TIMES;
      results.push({ label, bytes, brotliBytes, milliseconds, loopMilliseconds });
    }
  } finally {
    agent.destroy();
  }
  return results;
}

export async function fetchPage(agent: Agent, url: string, coding: string): Promise<Buffer> {
  const { status, body } = await send({ url, headers: { 'Accept-Encoding': coding } }, agent);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  return body;
}

const Dataset = z.object({ reviews: z.array(z.object({ url: z.url() })) });

export async function listPermalinks(origin: string): Promise<string[]> {
  const body = await fetchBody(`${origin}/reviews.json`);
  const { reviews } = Dataset.parse(JSON.parse(body.toString()));
  return scatter(reviews.map(({ url }) => new URL(url).pathname));
}

/** In an order of its own: of neighbours the server would have read one for the other’s page. */
export function scatter(paths: readonly string[]): string[] {
  return paths
    .map((path) => [createHash('sha256').update(path).digest('hex'), path] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, path]) => path);
}
