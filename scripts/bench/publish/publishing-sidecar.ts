import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchRelease } from '../bench-release.ts';
import { ask } from '../load/ask.ts';
import { ProcessTree } from '../process/process-tree.ts';
import { type ServingSidecar, serveSidecar } from '../server/serve-sidecar.ts';
import { ConditionalReader } from './conditional-reader.ts';
import { DelayProbe } from './delay-probe.ts';

const PAUSE_MILLISECONDS = 100;

const Health = z.object({
  release: z.object({ hasCurrentPages: z.boolean() }).nullable(),
  isRebuilding: z.boolean(),
});

/** A sidecar that publishes what is edited, with everything that watches it. */
export type PublishingSidecar = {
  readonly server: ServingSidecar;
  readonly tree: ProcessTree;
  readonly probe: DelayProbe;
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
  const tree = resources.use(new ProcessTree(server.pid));
  const reader = resources.use(new ConditionalReader(`${server.origin}/reviews.json`));
  await reader.open();
  return { server, tree, probe, reader };
}

/** Whether everything that is served follows from the newest edit that was noticed, pages too. */
export async function hasCurrentPages({ origin }: ServingSidecar): Promise<boolean> {
  const { body } = await ask({ url: `${origin}/healthz`, headers: {} });
  const { release, isRebuilding } = Health.parse(JSON.parse(body.toString()));
  return !isRebuilding && release?.hasCurrentPages === true;
}

/**
 * Waits until pages have followed the data and, unless others ask for something all the time, no
 * process works; false where time runs out.
 */
export async function settle(
  { server, tree }: PublishingSidecar,
  longestMilliseconds: number,
  comesToRest: boolean,
): Promise<boolean> {
  const end = performance.now() + longestMilliseconds;
  while (performance.now() < end) {
    if (await hasCurrentPages(server)) {
      return comesToRest ? tree.waitForQuiet(end - performance.now()) : true;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  return false;
}
