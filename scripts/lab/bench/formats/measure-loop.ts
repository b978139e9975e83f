import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FORMATS } from '#formats/formats.ts';
import { ask } from '../load/ask.ts';
import { DelayProbe, type DelaySummary, summariseDelays } from '../publish/delay-probe.ts';
import { REQUESTS_A_SECOND, startLightLoad } from '../publish/light-load.ts';
import { settle } from '../publish/own-run.ts';
import { BENCH_BASE_URL, writeBenchContent } from '../release.ts';
import type { BenchReport } from '../report.ts';
import { serveSidecar } from '../server/server.ts';
import { quantileOf } from '../statistics.ts';

/** The most milliseconds that the event loop may be late in 99 of 100 rounds. */
const DELAY_AIM = 10;

/** A stretch in which no format is made, to compare with. */
const NOTHING = 'nothing';
const QUIET_MILLISECONDS = 5000;

/** What readers and the event loop notice while a format is made. */
type LoopStretch = {
  readonly path: string;
  readonly seconds: number;
  readonly delay: DelaySummary | null;
  /** The 99th percentile of the answers to others, in milliseconds. */
  readonly others: number | null;
};

/** Asks a service for each format once, while others search and poll the feed. */
export async function measureLoop(folder: string, size: number): Promise<readonly LoopStretch[]> {
  const release = {
    contentDir: join(folder, 'content'),
    outDir: join(folder, 'dist'),
    stateDir: join(folder, 'state'),
    baseUrl: BENCH_BASE_URL,
  };
  mkdirSync(release.contentDir, { recursive: true });
  await writeBenchContent(release.contentDir, size);
  const probe = new DelayProbe(folder);
  await using server = await serveSidecar(release, {
    environment: { WATCH: 'content', ...probe.environment },
    nodeArguments: probe.nodeArguments,
    mayBuild: true,
  });
  await settle(server, true);
  await using others = await startLightLoad(server.origin);
  const measure = async (path: string, work: () => Promise<unknown>): Promise<LoopStretch> => {
    await Promise.all([others.take(), probe.take(server.pid)]);
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const delay = summariseDelays([await probe.take(server.pid)]);
    const { milliseconds, failures } = await others.take();
    if (failures > 0) throw new Error(`${failures} requests failed beside ${path}`);
    return { path, seconds, delay, others: quantileOf(milliseconds, 0.99) };
  };
  const stretches = [await measure(NOTHING, () => setTimeout(QUIET_MILLISECONDS))];
  for (const { path } of FORMATS) {
    const make = async () => {
      // Without the body, which this process would read on the same processors.
      const { status } = await ask({ url: `${server.origin}${path}`, headers: {}, method: 'HEAD' });
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    };
    stretches.push(await measure(path, make));
  }
  return stretches;
}

export function reportLoop(
  size: number,
  stretches: readonly LoopStretch[],
  notes: readonly string[],
): BenchReport {
  const delays = stretches.flatMap(({ delay }) => (delay ? [delay.p99] : []));
  return {
    title: `A service of ${size.toLocaleString('en')} reviews while it makes formats`,
    columns: ['asked for', 's', 'loop p99 ms', 'loop worst ms', 'others p99 ms'],
    rows: stretches.map(({ path, seconds, delay, others }) => [
      path,
      seconds,
      delay?.p99 ?? null,
      delay?.worst ?? null,
      others,
    ]),
    ratios: [
      {
        what: 'p99 of the event loop’s delay, ms, while any is made',
        value: delays.length === stretches.length ? Math.max(...delays) : null,
        aim: { atMost: DELAY_AIM },
      },
    ],
    notes: [
      `Others ask ${REQUESTS_A_SECOND} times a second meanwhile: half search, half poll the feed. Each format is asked for once, so that it is made.`,
      ...notes,
    ],
  };
}
