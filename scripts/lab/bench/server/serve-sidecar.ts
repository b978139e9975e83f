import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchRelease } from '../bench-release.ts';
import { ask } from '../load/ask.ts';
import { type Child, startChild } from '../process/child.ts';
import { findFreePort } from '../process/free-port.ts';
import { type Server, waitForAnswer } from './server.ts';

const LOAD_MILLISECONDS = 300_000;

const Readiness = z.object({ pages: z.string() });

type Settings = {
  readonly environment?: Readonly<Record<string, string>>;
  /** What node is told before the program. */
  readonly nodeArguments?: readonly string[];
  /** Whether it may make its release itself. */
  readonly mayBuild?: boolean;
  /** Hears of the process before it serves anything. */
  readonly onStarted?: (child: Child) => void;
};

/** The sidecar, with what it has written so far. */
export type ServingSidecar = Server & Pick<Child, 'output'>;

/**
 * Starts the sidecar on a release, without rate limits, and waits until the release is served and
 * pages can be rendered: what the service does until then would disturb what is measured.
 */
export async function serveSidecar(
  release: BenchRelease,
  { environment = {}, mayBuild = false, onStarted = () => {}, ...settings }: Settings = {},
): Promise<ServingSidecar> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = await startSidecar(release, port, {
    ...settings,
    environment: { RATE_LIMIT_PER_MINUTE: '0', ...environment },
  });
  onStarted(child);
  try {
    await waitForAnswer(origin, child);
    await waitForRelease(`${origin}/reviews.json`, child, mayBuild);
    await waitForPages(`${origin}/readyz`, child);
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
  const { pid, output } = child;
  return { origin, pid, output, [Symbol.asyncDispose]: child[Symbol.asyncDispose] };
}

/** Starts the sidecar as `npm start` does, and does not wait. */
export function startSidecar(
  { contentDir, outDir, stateDir, baseUrl }: BenchRelease,
  port: number,
  { environment = {}, nodeArguments = [] }: Settings = {},
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
  // What it says where it has nothing to serve at first.
  if (!child.output().includes('Checking the content')) return;
  throw new Error('The sources changed during the benchmark, so the sidecar builds; run it again.');
}

async function waitForRelease(url: string, child: Child, mayBuild: boolean): Promise<void> {
  const end = performance.now() + LOAD_MILLISECONDS;
  while (performance.now() < end) {
    const { status } = await ask({ url, headers: {} });
    if (!mayBuild) refuseBuild(child);
    if (status === 200) return;
    await setTimeout(20);
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
    await setTimeout(20);
  }
  throw new Error(`The sidecar has no pages: ${child.output().slice(-2000)}`);
}
