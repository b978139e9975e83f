import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export type BuildSettings = {
  readonly contentDir: string;
  readonly baseUrl: string;
  readonly outDir: string;
  /** Ends the build when nobody wants it. */
  readonly signal: AbortSignal;
};

/** Thrown where a build failed; the message is what the build said. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

const SCRIPT = join(import.meta.dirname, '../scripts/build.ts');

/**
 * Builds a release in a process of its own, which gives its memory back when it ends and leaves
 * the event loop alone. Resolves when the release stands in its folder, with the
 * warnings of the build, a line each.
 */
export async function buildInChild(settings: BuildSettings): Promise<string[]> {
  const { contentDir, baseUrl, outDir, signal } = settings;
  const options = ['--content', contentDir, '--base-url', baseUrl, '--out', outDir];
  const child = spawn(process.execPath, [SCRIPT, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [said, code] = await Promise.all([text(child.stderr), closed]);
  if (code !== 0) throw new BuildError(said.trim() || `The build ended with code ${code}.`);
  return said.trim().split('\n').filter(Boolean);
}
