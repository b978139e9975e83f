import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startChild } from '../lab/bench/process/process.ts';

/** The service with the demonstration content, while it is inspected. */
export type Demonstration = AsyncDisposable & { readonly origin: string };

const START_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 50;

/** Starts the service as it is deployed on a free port and waits until it serves. */
export async function startDemonstration(folder: string): Promise<Demonstration> {
  const child = await startChild(process.execPath, ['sidecar/main.ts'], {
    environment: {
      PORT: '0',
      HOST: '127.0.0.1',
      BASE_URL: 'https://reviews.example',
      OUT_DIR: join(folder, 'release'),
      STATE_DIR: join(folder, 'state'),
      // Every call of the Inspector opens a connection of its own and asks several times.
      RATE_LIMIT_PER_MINUTE: '0',
    },
  });
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  const end = performance.now() + START_MILLISECONDS;
  while (performance.now() < end && !hasEnded) {
    const origin = originIn(child.output());
    if (origin !== undefined) return { origin, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
    await setTimeout(PAUSE_MILLISECONDS);
  }
  await child[Symbol.asyncDispose]();
  throw new Error(`The service does not start: ${child.output().slice(-2000)}`);
}

/** Where a service listens that has logged that it serves; undefined where it has not yet. */
export function originIn(log: string): string | undefined {
  const [, port] = /"port":(\d+)/.exec(log) ?? [];
  const serves = /"msg":"[^"]*serving/.test(log);
  return port !== undefined && serves ? `http://127.0.0.1:${port}` : undefined;
}
