import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import type { BenchRelease } from '../bench-release.ts';
import { ask } from '../load/ask.ts';
import { type Child, startChild } from '../process/child.ts';
import { findFreePort } from '../process/free-port.ts';
import { refuseBuild } from '../server/serve-sidecar.ts';
import { waitForAnswer } from '../server/server.ts';

/** Requests in flight, ours and the peer's; each has a connection of its own. */
export const CONCURRENCY = 64;

const LOAD_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 20;
const PROGRAMS = {
  /** As `npm start` does. */
  pages: 'sidecar/main.ts',
  alone: join(import.meta.dirname, 'run-sidecar.ts'),
};

/** A service with a hub. */
export type HubSidecar = AsyncDisposable &
  Pick<Child, 'pid' | 'output'> & { readonly origin: string };

/** How the service runs: with page builds beside it or without, and what else node is told. */
export type SidecarSettings = {
  readonly certificate: string;
  readonly program: keyof typeof PROGRAMS;
  readonly nodeArguments?: readonly string[];
};

/** Starts the service on a release and its content. Its limits let one host have all there is. */
export async function startHubSidecar(
  { contentDir, outDir, stateDir, baseUrl }: BenchRelease,
  { certificate, program, nodeArguments = [] }: SidecarSettings,
): Promise<HubSidecar> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await startChild(process.execPath, [...nodeArguments, PROGRAMS[program]], {
    environment: {
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      CONTENT_DIR: contentDir,
      OUT_DIR: outDir,
      STATE_DIR: stateDir,
      WATCH: 'content',
      RATE_LIMIT_PER_MINUTE: '0',
      HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
      HUB_CONCURRENCY: String(CONCURRENCY),
      HUB_CONCURRENCY_PER_HOST: String(CONCURRENCY),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate,
    },
  });
  try {
    await waitForAnswer(origin, child);
    await waitForRelease(`${origin}/reviews.json`, child);
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
  const { pid, output } = child;
  return { origin, pid, output, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
}

/** Without page builds a service that has to build would never have anything to serve. */
async function waitForRelease(url: string, child: Child): Promise<void> {
  const end = performance.now() + LOAD_MILLISECONDS;
  while (performance.now() < end) {
    const { status } = await ask({ url, headers: {} });
    refuseBuild(child);
    if (status === 200) return;
    await elapse(PAUSE_MILLISECONDS);
  }
  throw new Error(`The service serves no release: ${child.output().slice(-2000)}`);
}
