import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

export const Latencies = z.object({ milliseconds: z.array(z.number()), failures: z.number() });
export type Latencies = z.infer<typeof Latencies>;

export type LightLoad = AsyncDisposable & {
  /** What became of the requests since the last call, when those in flight have been answered. */
  readonly take: () => Promise<Latencies>;
};

export const REQUESTS_A_SECOND = 200;

const PROGRAM = new URL('./run-light-load.ts', import.meta.url);

/** Starts readers in a thread: half search, half poll the feed; or all ask for `paths` in brotli. */
export async function startLightLoad(
  origin: string,
  requestsPerSecond = REQUESTS_A_SECOND,
  paths?: readonly string[],
): Promise<LightLoad> {
  const worker = new Worker(PROGRAM, { workerData: { origin, requestsPerSecond, paths } });
  await once(worker, 'online');
  return {
    take: async () => {
      const reply = once(worker, 'message');
      worker.postMessage('take');
      const [message] = await reply;
      return Latencies.parse(message);
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
