import { join } from 'node:path';
import { generateContent, writeContent } from '../../generate/generate.ts';
import type { GeneratedFile } from '../../generate/review-file.ts';
import { finish, startChild } from './process/process.ts';

export type BenchRelease = {
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  readonly baseUrl: string;
};

export const BENCH_BASE_URL = 'https://reviews.example';

export async function buildBenchRelease(folder: string, size: number): Promise<BenchRelease> {
  const contentDir = join(folder, 'content');
  const outDir = join(folder, 'release');
  await writeBenchContent(contentDir, size);
  await using build = await startChild(process.execPath, buildArguments(contentDir, outDir));
  await finish(build);
  return { contentDir, outDir, stateDir: join(folder, 'state'), baseUrl: BENCH_BASE_URL };
}

/** A build with what peers make as well: their sites have no other forms of pages. */
export function buildArguments(contentDir: string, outDir: string): string[] {
  const settings = ['--content', contentDir, '--out', outDir, '--base-url', BENCH_BASE_URL];
  return ['scripts/build.ts', ...settings, '--html'];
}

/** Writes content whose reviews are all published, so that every builder makes as many pages. */
export async function writeBenchContent(folder: string, size: number): Promise<void> {
  await writeContent(folder, listPublished(size));
}

export function* listPublished(size: number): Generator<GeneratedFile> {
  let reviews = 0;
  // A few in a hundred are not published.
  for (const file of generateContent({ reviews: 2 * size + 100 })) {
    if (!file.path.startsWith('reviews/')) yield file;
    else if (file.text.includes('\nverification: { status: verified,')) {
      yield file;
      reviews++;
      if (reviews >= size) return;
    }
  }
}
