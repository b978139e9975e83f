import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** What a page build is given. */
export type PageBuild = {
  readonly script: string;
  /** The data release that pages are made from, and the pages before. */
  readonly release: string;
  readonly previous: string | undefined;
  readonly out: string;
  /** Where it may write while it builds. */
  readonly work: string;
  readonly timeoutMs: number;
  /** Ends the build when nobody wants it. */
  readonly signal: AbortSignal;
};

/** Thrown where pages could not be built; the message is what the build said. */
export class PageBuildError extends Error {
  override readonly name = 'PageBuildError';
}

/** How many review pages were rendered, and how many were taken over from the build before. */
export const PageBuildReport = z.object({
  rendered: z.int().nonnegative(),
  reused: z.int().nonnegative(),
});
export type PageBuildReport = z.infer<typeof PageBuildReport>;

/** A build that is told to end gets this long. */
const GRACE_MS = 2_000;

/**
 * Builds pages in a process of its own, which gives its memory back when it ends and leaves every
 * event loop of ours alone. Throws a PageBuildError where it fails or takes too long.
 */
export async function buildPagesInChild(build: PageBuild): Promise<PageBuildReport> {
  const { script, release, previous, out, work, timeoutMs, signal } = build;
  const options = ['--attached', '--release', release, '--out', out, '--work', work];
  if (previous !== undefined) options.push('--previous', previous);
  // Its standard input says nothing, but ends with this process, however that ends.
  const child = spawn(process.execPath, [script, ...options], { stdio: 'pipe' });

  lowerPriority(child.pid);

  let kill: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    kill ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  try {
    const [said, complaint, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      closed,
    ]);
    signal.throwIfAborted();
    if (isLate) throw new PageBuildError(`The page build took more than ${timeoutMs} ms.`);
    if (code !== 0) {
      throw new PageBuildError(complaint.trim() || `The page build ended with code ${code}.`);
    }
    return parseReport(said);
  } finally {
    clearTimeout(deadline);
    clearTimeout(kill);
    signal.removeEventListener('abort', end);
  }
}

/** Readers and edits come first: a page build gets the processors that they leave. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: it is built all the same.
  }
}

function parseReport(said: string): PageBuildReport {
  try {
    return PageBuildReport.parse(JSON.parse(said));
  } catch (cause) {
    const shown = JSON.stringify(said.slice(0, 200));
    throw new PageBuildError(`The page build said ${shown} in place of its report.`, { cause });
  }
}
