import { setTimeout } from 'node:timers/promises';
import { DelayProbe, type DelaySummary, summariseDelays } from '../publish/delay-probe.ts';
import {
  type Latencies,
  type LightLoad,
  REQUESTS_A_SECOND,
  startLightLoad,
} from '../publish/light-load.ts';
import type { BenchRelease } from '../release.ts';
import { type Server, serveSidecar } from '../server/server.ts';

export type LoopStretch = {
  readonly label: string;
  readonly delay: DelaySummary | null;
  readonly pages: Latencies | undefined;
  readonly others: Latencies | undefined;
};

const COLD_PAGES_A_SECOND = 100;
export const AIMED_STRETCH = `${COLD_PAGES_A_SECOND} cold pages/s beside ${REQUESTS_A_SECOND} requests/s`;
export const STRETCH_SECONDS = 20;
const WARM_UP_SECONDS = 4;

/** Measures the event loop's delay while cold pages are asked for, with and without others. */
export async function measureEventLoop(
  release: BenchRelease,
  permalinks: readonly string[],
  folder: string,
): Promise<LoopStretch[]> {
  const probe = new DelayProbe(folder);
  await using server = await servePages(release, 'forgets', probe);
  const { origin, pid } = server;
  const askForPages = () => startLightLoad(origin, COLD_PAGES_A_SECOND, permalinks);
  const measure = async (
    label: string,
    seconds: number,
    loads: { readonly pages?: LightLoad; readonly others?: LightLoad },
  ): Promise<LoopStretch> => {
    await Promise.all([loads.pages?.take(), loads.others?.take(), probe.take(pid)]);
    await setTimeout(seconds * 1000);
    const delay = summariseDelays([await probe.take(pid)]);
    const [pages, others] = await Promise.all([loads.pages?.take(), loads.others?.take()]);
    return { label, delay, pages, others };
  };
  const stretches: LoopStretch[] = [];
  await using others = await startLightLoad(origin);
  {
    await using pages = await askForPages();
    await measure('warming up', WARM_UP_SECONDS, { pages, others });
    stretches.push(await measure(AIMED_STRETCH, STRETCH_SECONDS, { pages, others }));
  }
  const alone = `${REQUESTS_A_SECOND} requests/s alone`;
  stretches.push(await measure(alone, STRETCH_SECONDS / 2, { others }));
  await others[Symbol.asyncDispose]();
  await using pages = await askForPages();
  const label = `${COLD_PAGES_A_SECOND} cold pages/s alone`;
  stretches.push(await measure(label, STRETCH_SECONDS / 2, { pages }));
  return stretches;
}

export function servePages(
  release: BenchRelease,
  memory: 'remembers' | 'forgets',
  probe?: DelayProbe,
): Promise<Server> {
  const pageMemory = memory === 'forgets' ? { PAGE_MEMORY_MB: '0' } : {};
  return serveSidecar(release, {
    environment: { WATCH: 'off', ...pageMemory, ...probe?.environment },
    ...(probe && { nodeArguments: probe.nodeArguments }),
  });
}
