import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchRelease } from '../bench-release.ts';
import { ask } from '../load/ask.ts';
import { waitForQuiet } from '../process/process-tree.ts';
import { type ServingSidecar, serveSidecar } from '../server/serve-sidecar.ts';
import { ConditionalReader } from './conditional-reader.ts';
import { DelayProbe } from './delay-probe.ts';

const PAUSE_MILLISECONDS = 50;
const SETTLE_MILLISECONDS = 120_000;

const Health = z.object({ isRebuilding: z.boolean() });

/** A sidecar that publishes what is edited, with everything that watches it. */
export type PublishingSidecar = {
  readonly server: ServingSidecar;
  readonly probe: DelayProbe;
  /** Reads reviews.json. */
  readonly reader: ConditionalReader;
};

/** Starts the real sidecar on a release and its content. `resources` ends it. */
export async function startPublishing(
  release: BenchRelease,
  folder: string,
  resources: AsyncDisposableStack,
): Promise<PublishingSidecar> {
  const probe = new DelayProbe(folder);
  const { environment, nodeArguments } = probe;
  const settings = { environment: { ...environment, WATCH: 'content' }, nodeArguments };
  const server = resources.use(await serveSidecar(release, settings));
  const reader = resources.use(new ConditionalReader(`${server.origin}/reviews.json`));
  await reader.open();
  return { server, probe, reader };
}

/**
 * Waits until everything has followed the newest edit that was noticed, compressed variants too,
 * and, unless others ask for something all the time, no process works. Throws an Error where that
 * does not come.
 */
export async function settle(
  { origin, pid }: Pick<ServingSidecar, 'origin' | 'pid'>,
  comesToRest: boolean,
): Promise<void> {
  const end = performance.now() + SETTLE_MILLISECONDS;
  while ((await isRebuilding(origin)) || !(await isCompressed(origin))) {
    if (performance.now() > end) throw new Error('what follows an edit has no end');
    await setTimeout(PAUSE_MILLISECONDS);
  }
  if (comesToRest) await waitForQuiet(pid, end - performance.now());
}

async function isRebuilding(origin: string): Promise<boolean> {
  const { body } = await ask({ url: `${origin}/healthz`, headers: {} });
  return Health.parse(JSON.parse(body.toString())).isRebuilding;
}

/** Whether reviews.json is there in brotli: of a large one that comes after the rest. */
function isCompressed(origin: string): Promise<boolean> {
  const headers = { 'Accept-Encoding': 'br', Connection: 'close' };
  return new Promise((resolve, reject) => {
    request(`${origin}/reviews.json`, { method: 'HEAD', headers }, (response) => {
      response.resume();
      resolve(response.headers['content-encoding'] === 'br');
    })
      .once('error', reject)
      .end();
  });
}
