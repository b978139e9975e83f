import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'astro';
import type { Manifest } from '#artifacts/manifest.ts';
import { setPublication } from '#release/current-publication.ts';
import { newestManifest, readManifest } from '#release/manifest-file.ts';
import { loadPublication, type Publication } from '#release/publication.ts';
import { releaseInFolder } from '#release/release-before.ts';
import { createAstroConfig } from '../site/astro-config.ts';
import {
  clearLeftovers,
  makeParentFolder,
  putInPlace,
  refuseForeignFolder,
} from './release-folder.ts';

// Without sync, Astro writes no types beside the sources, where a server may not write.
const BUILD_OPTIONS: Parameters<typeof build>[1] & { readonly sync: boolean } = { sync: false };

type Settings = {
  readonly contentDir: string;
  readonly baseUrl: string;
  readonly outDir: string;
  /** Releases elsewhere that may be the one before this one. */
  readonly earlier: readonly (Manifest | undefined)[];
};

/**
 * Builds a release beside `outDir` and renames it into place, so that nobody sees half of it.
 * Wrong content throws a ContentError before anything is written.
 */
export async function buildRelease(
  settings: Settings,
): Promise<{ readonly publication: Publication; readonly files: number }> {
  const outDir = resolve(settings.outDir);
  await makeParentFolder(outDir);
  await clearLeftovers(outDir);
  refuseForeignFolder(outDir);
  const { contentDir, baseUrl } = settings;
  const publication = loadPublication(contentDir, baseUrl, releaseInFolder(outDir));
  setPublication(publication);

  const building = `${outDir}.building-${process.pid}`;
  try {
    const previous = newestManifest([readManifest(outDir), ...settings.earlier]);
    const now = () => new Date();
    const config = createAstroConfig({ ...settings, previous, now }, building);
    await build({ configFile: false, logLevel: 'warn', ...config }, BUILD_OPTIONS);
    const files = readManifest(building)?.entries.length ?? 0;
    await putInPlace(building, outDir);
    return { publication, files };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}
