/**
 * Servers under measurement: the sidecar on a release, and in static.ts the servers of static files
 * that it is compared with. Each runs in a process of its own, answers before it is handed out, and
 * ends with whatever holds it.
 */

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from '../load/ask.ts';
import { type Child, findFreePort, startChild } from '../process/process.ts';
import type { BenchRelease } from '../release.ts';

export type Server = AsyncDisposable & {
  readonly origin: string;
  readonly pid: number;
  readonly output: () => string;
};

const ANSWER_MILLISECONDS = 60_000;
const LOAD_MILLISECONDS = 300_000;
const PAUSE_MILLISECONDS = 20;

/** Starts a server on a free port and waits until it is ready. Ends it and throws where it is not. */
export async function startServer(
  start: (port: number) => Promise<Child>,
  waitUntilReady: (origin: string, child: Child) => Promise<void> = async () => {},
): Promise<Server> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await start(port);
  const { pid, output } = child;
  try {
    await waitForAnswer(origin, child);
    await waitUntilReady(origin, child);
    return { origin, pid, output, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}

async function waitForAnswer(origin: string, child: Child): Promise<void> {
  const end = performance.now() + ANSWER_MILLISECONDS;
  while (performance.now() < end && !child.hasEnded()) {
    try {
      await ask({ url: `${origin}/`, headers: {} });
      return;
    } catch {
      // It does not listen yet.
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }
  throw new Error(`it does not answer: ${child.output().trim().slice(-2000)}`);
}

const Readiness = z.object({ pages: z.string() });

type SidecarOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
  readonly mayBuild?: boolean;
  readonly onStarted?: (child: Child) => void;
};

/** Starts the sidecar without rate limits and waits until its release and its pages are served. */
export function serveSidecar(
  release: BenchRelease,
  { environment, nodeArguments = [], mayBuild = false, onStarted }: SidecarOptions = {},
): Promise<Server> {
  return startServer(
    async (port) => {
      const child = await startSidecar(release, port, nodeArguments, {
        RATE_LIMIT_PER_MINUTE: '0',
        ...environment,
      });
      onStarted?.(child);
      return child;
    },
    async (origin, child) => {
      await waitForRelease(`${origin}/reviews.json`, child, mayBuild);
      await waitForPages(`${origin}/readyz`, child);
    },
  );
}

/** Starts the sidecar as `npm start` does, and does not wait. */
export function startSidecar(
  { contentDir, outDir, stateDir, baseUrl }: BenchRelease,
  port: number,
  nodeArguments: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Child> {
  return startChild(process.execPath, [...nodeArguments, 'sidecar/main.ts'], {
    environment: {
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      CONTENT_DIR: contentDir,
      OUT_DIR: outDir,
      STATE_DIR: stateDir,
      ...environment,
    },
  });
}

/** Throws where the sidecar does not take the release: it would measure a build. */
export function refuseBuild(child: Child): void {
  // Written where there is nothing to serve at first.
  if (!child.output().includes('Checking the content')) return;
  throw new Error('The sources changed during the benchmark, so the sidecar builds; run it again.');
}

async function waitForRelease(url: string, child: Child, mayBuild: boolean): Promise<void> {
  const end = performance.now() + LOAD_MILLISECONDS;
  while (performance.now() < end) {
    const { status } = await ask({ url, headers: {} });
    if (!mayBuild) refuseBuild(child);
    if (status === 200) return;
    await setTimeout(PAUSE_MILLISECONDS);
  }
  throw new Error(`The sidecar serves no release: ${child.output().slice(-2000)}`);
}

async function waitForPages(url: string, child: Child): Promise<void> {
  const end = performance.now() + LOAD_MILLISECONDS;
  while (performance.now() < end) {
    const { status, body } = await ask({ url, headers: {} });
    const pages = status === 200 ? Readiness.parse(JSON.parse(body.toString())).pages : undefined;
    if (pages === 'ready') return;
    if (pages !== undefined && pages !== 'starting') break;
    await setTimeout(PAUSE_MILLISECONDS);
  }
  throw new Error(`The sidecar has no pages: ${child.output().slice(-2000)}`);
}
