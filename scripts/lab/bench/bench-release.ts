import { join } from 'node:path';
import { writeBenchContent } from './bench-content.ts';
import { finish, startChild } from './process/child.ts';

/** A release on disk with the content it was built from. */
export type BenchRelease = {
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  readonly baseUrl: string;
};

export const BENCH_BASE_URL = 'https://reviews.example';

/** Writes content with so many published reviews, and builds it as `npm run build` does. */
export async function buildBenchRelease(folder: string, size: number): Promise<BenchRelease> {
  const contentDir = join(folder, 'content');
  const outDir = join(folder, 'release');
  await writeBenchContent(contentDir, size);
  await using build = await startChild(process.execPath, buildArguments(contentDir, outDir));
  await finish(build);
  return { contentDir, outDir, stateDir: join(folder, 'state'), baseUrl: BENCH_BASE_URL };
}

export function buildArguments(contentDir: string, outDir: string): string[] {
  const settings = ['--content', contentDir, '--out', outDir, '--base-url', BENCH_BASE_URL];
  return ['scripts/build.ts', ...settings];
}
