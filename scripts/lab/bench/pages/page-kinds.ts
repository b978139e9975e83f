import { Agent, get } from 'node:http';
import { FIXED_PAGES } from '#release/page-addresses.ts';
import { readLoopSeconds } from '../process/process-usage.ts';
import type { Server } from '../server/server.ts';

/** What a kind of page costs each time it is rendered. */
export type PageKind = {
  readonly label: string;
  readonly bytes: number;
  readonly brotliBytes: number;
  /** From the request to the last byte of the page in brotli. */
  readonly milliseconds: readonly number[];
  /** Processor time of the thread that renders and answers, a page; null where it is not told. */
  readonly loopMilliseconds: number | null;
};

const WARM_UP = 10;
const TIMES = 50;

/** Asks a server that remembers no page for one of each kind, again and again, one after the other. */
export async function measurePageKinds(
  { origin, pid }: Server,
  permalink: string,
): Promise<PageKind[]> {
  const kinds = [...FIXED_PAGES.map((path) => [path, path]), ['a review', permalink]] as const;
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
      const after = readLoopSeconds(pid);
      const loopMilliseconds =
        before === null || after === null ? null : ((after - before) * 1000) / TIMES;
      results.push({ label, bytes, brotliBytes, milliseconds, loopMilliseconds });
    }
  } finally {
    agent.destroy();
  }
  return results;
}

function fetchPage(agent: Agent, url: string, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': coding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}
