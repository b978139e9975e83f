import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'astro';
import { setPublication } from '#release/current-publication.ts';
import type { PackedFile } from '#release/pack.ts';
import { PackWriter, unfinishedPack } from '#release/pack-writer.ts';
import { sealFile } from '#release/seal-file.ts';
import { reviewPages } from '../../site/components/review-pages.ts';
import { digestPages } from '../../site/page-inputs.ts';
import { createPagesConfig } from '../../site/pages-config.ts';
import { clearLeftovers } from '../release-folder.ts';
import { endEarly } from './end-early.ts';
import type { PagesOptions } from './options.ts';
import {
  INPUTS_MEMBER,
  NO_PAGES,
  type PreviousPages,
  readPreviousPages,
} from './previous-pages.ts';
import { readRelease } from './read-release.ts';

// Without sync, Astro writes no types beside the sources, where a server may not write.
const BUILD_OPTIONS: Parameters<typeof build>[1] & { readonly sync: boolean } = {
  devOutput: false,
  sync: false,
};

/** How many review pages were rendered, and how many taken over from the build before. */
export type PageCounts = { readonly rendered: number; readonly reused: number };

/**
 * Builds the pages of a data release into a pack, rendering the review pages that are made of
 * something else than before. Whatever happens, nothing but the pack stays.
 */
export async function buildPages(options: PagesOptions, now: Date): Promise<PageCounts> {
  const { head, dataset } = readRelease(options.release);
  const pages = reviewPages(dataset);
  const inputs = digestPages(pages, head.key.code);
  const previous = options.previous ? await readPreviousPages(options.previous, inputs) : NO_PAGES;
  setPublication({ dataset, key: head.key, isReused: previous.isReusable });

  const out = resolve(options.out);
  const builds = join(resolve(options.work), 'pages');
  const workDir = `${builds}.building-${process.pid}`;
  await mkdir(options.work, { recursive: true });
  await Promise.all([clearLeftovers(builds), clearLeftovers(out)]);
  endEarly({ paths: [workDir, unfinishedPack(out)], attached: options.attached });

  const writer = await PackWriter.create(out);
  try {
    const seal = (file: string, bytes: Uint8Array) =>
      sealFile(file, bytes, { previous: previous.entries, now });
    await fillPack(writer, seal, previous, dataset.baseUrl, workDir);
    const told = Buffer.from(JSON.stringify(Object.fromEntries(inputs)));
    await writer.finish(head, { [INPUTS_MEMBER]: told });
  } finally {
    await writer.abandon();
    await rm(workDir, { recursive: true, force: true });
  }
  const reused = previous.reusable.length;
  return { rendered: pages.length - reused, reused };
}

/** Renders what is new, and takes over what is the same with the files that it needs. */
async function fillPack(
  writer: PackWriter,
  seal: (file: string, bytes: Uint8Array) => Promise<PackedFile>,
  previous: PreviousPages,
  baseUrl: string,
  workDir: string,
): Promise<void> {
  const rendered = new Set<string>();
  const config = createPagesConfig(baseUrl, workDir, async (file, bytes) => {
    const sealed = await seal(file, bytes);
    rendered.add(sealed.entry.path);
    await writer.add(sealed);
  });
  await Promise.all([
    build({ configFile: false, logLevel: 'error', ...config }, BUILD_OPTIONS),
    // Meanwhile, since much of a build is waiting for the threads of the bundler.
    addAll(writer, previous.reusable),
  ]);
  await addAll(writer, previous.assetsBeside(rendered));
}

async function addAll(writer: PackWriter, files: Iterable<PackedFile>): Promise<void> {
  for (const file of files) await writer.add(file);
}
