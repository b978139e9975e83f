import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { addressOfList, type ListQuery } from '#search/question/list-question.ts';
import { SORTS } from '#search/question/order.ts';
import { fetchBody } from '../load/ask.ts';
import { readLoopSeconds, spent } from '../process/usage.ts';
import { DelayProbe, type DelaySummary, summariseDelays } from '../publish/delay-probe.ts';
import { type Latencies, REQUESTS_A_SECOND, startLightLoad } from '../publish/light-load.ts';
import type { BenchRelease } from '../release.ts';
import type { BenchReport } from '../report.ts';
import { medianOf, quantileOf } from '../statistics.ts';
import { fetchPage, scatter } from './cold-pages.ts';
import { servePages } from './event-loop.ts';

type ListKind = {
  readonly label: string;
  readonly bytes: number;
  readonly milliseconds: readonly number[];
  /** Processor time of the thread, a page; null where the system does not report it. */
  readonly loopMilliseconds: number | null;
  readonly delay: DelaySummary | null;
};

const WARM_UP = 20;
const TIMES = 100;

const LISTS_A_SECOND = 20;
const BESIDE = `${LISTS_A_SECOND} new questions/s beside ${REQUESTS_A_SECOND} requests/s`;
const STRETCH_SECONDS = 10;
const MOST_LOOP_MILLISECONDS = 10;

const Buckets = z.object({ buckets: z.array(z.object({ groupBy: z.string(), key: z.string() })) });

/** The filter that asks for a bucket of each group. */
const FILTERS: Readonly<Record<string, (key: string) => ListQuery>> = {
  technician: (key) => ({ mentions_technician: key }),
  service: (key) => ({ mentions_service: key }),
  service_area: (key) => ({ service_area: key }),
  aspect: (key) => ({ aspect: key }),
  source: (key) => ({ source: key }),
  year: (key) => ({ since: `${key}-01-01`, until: `${key}-12-31` }),
};
const STARS = [1, 2, 3, 4, 5];
const TEXTS = ['the', 'call', 'explained', 'insurance', 'they kept', 'th', 'case', 'voicemail'];

/** The list with facets, asked questions that nobody asked before: one by one, then beside others. */
export async function reportColdLists(
  size: number,
  release: BenchRelease,
  folder: string,
): Promise<BenchReport> {
  const own = join(folder, 'lists');
  mkdirSync(own);
  const probe = new DelayProbe(own);
  await using server = await servePages(release, 'remembers', probe);
  const { origin, pid } = server;
  const asked = await listQuestions(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const kinds: ListKind[] = [];
  try {
    for (const [label, paths] of Object.entries(asked)) {
      const take = () => paths.splice(0, 1)[0] ?? '/reviews/';
      for (let time = 0; time < WARM_UP; time++) await fetchPage(agent, origin + take(), 'br');
      const milliseconds: number[] = [];
      let bytes = 0;
      await probe.take(pid);
      const before = readLoopSeconds(pid);
      for (let time = 0; time < TIMES; time++) {
        const start = performance.now();
        ({ length: bytes } = await fetchPage(agent, origin + take(), 'br'));
        milliseconds.push(performance.now() - start);
      }
      const loop = spent(before, readLoopSeconds(pid));
      const delay = summariseDelays([await probe.take(pid)]);
      const loopMilliseconds = loop === null ? null : (loop * 1000) / TIMES;
      kinds.push({ label, bytes, milliseconds, loopMilliseconds, delay });
    }
  } finally {
    agent.destroy();
  }
  await using others = await startLightLoad(origin);
  await using lists = await startLightLoad(origin, LISTS_A_SECOND, Object.values(asked).flat());
  await Promise.all([others.take(), lists.take(), probe.take(pid)]);
  await setTimeout(STRETCH_SECONDS * 1000);
  const delay = summariseDelays([await probe.take(pid)]);
  const [latencies] = await Promise.all([lists.take(), others.take()]);
  return report(size, kinds, { delay, latencies });
}

/** Addresses of the list, no two of which ask the same, by what they ask. */
async function listQuestions(origin: string): Promise<Record<string, string[]>> {
  const groups = Object.keys(FILTERS).join();
  const body = await fetchBody(`${origin}/api/reviews/stats?group_by=${groups}`);
  const { buckets } = Buckets.parse(JSON.parse(body.toString()));
  const single = buckets.flatMap(({ groupBy, key }) => FILTERS[groupBy]?.(key) ?? []);
  const inOrders = (queries: readonly ListQuery[]) =>
    scatter(queries.flatMap((one) => SORTS.map((sort) => addressOfList({ ...one, sort }))));
  const rated = single.flatMap((one) => STARS.map((rating) => ({ ...one, rating })));
  const texts = rated.flatMap((one) => TEXTS.map((query) => ({ ...one, query })));
  return {
    'a filter': inOrders(single),
    'a filter and stars': inOrders(rated),
    'a text, a filter and stars': inOrders(texts),
  };
}

type Beside = { readonly delay: DelaySummary | null; readonly latencies: Latencies };

function report(
  size: number,
  kinds: readonly ListKind[],
  { delay, latencies }: Beside,
): BenchReport {
  const { milliseconds, failures } = latencies;
  return {
    title: `Lists that nobody asked for before, ${size.toLocaleString('en')} reviews`,
    columns: [
      ...['asked for', 'pages', 'kB in brotli', 'median ms', 'p95 ms', 'worst ms'],
      ...['loop CPU ms', 'loop p99 ms', 'loop worst ms'],
    ],
    rows: [
      ...kinds.map(({ label, bytes, milliseconds, loopMilliseconds, delay }) => [
        label,
        milliseconds.length,
        bytes / 1000,
        ...timesOf(milliseconds),
        loopMilliseconds,
        delay?.p99 ?? null,
        delay?.worst ?? null,
      ]),
      [
        BESIDE,
        milliseconds.length,
        null,
        ...timesOf(milliseconds),
        null,
        delay?.p99 ?? null,
        delay?.worst ?? null,
      ],
    ],
    ratios: [
      {
        what: `event loop p99 ms, ${BESIDE}`,
        value: delay?.p99 ?? null,
        aim: { atMost: MOST_LOOP_MILLISECONDS },
      },
    ],
    notes: [
      ...(failures === 0 ? [] : [`${failures} requests failed.`]),
      `Each page answers another question: it is searched, counted by its facets, rendered and compressed. One after the other on one connection, of a server that is warm; then ${STRETCH_SECONDS} s of all kinds, sent when they are due, beside searches and conditional requests for the feed.`,
    ],
  };
}

function timesOf(milliseconds: readonly number[]) {
  return [
    medianOf(milliseconds),
    quantileOf(milliseconds, 0.95),
    quantileOf(milliseconds, 1),
  ] as const;
}
