import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type Manifest, nextOrdinal } from '#artifacts/manifest.ts';
import {
  currentPublication,
  hasPublication,
  setPublication,
} from '#release/current-publication.ts';
import { writeManifest, writeStoredDataset } from '#release/manifest-file.ts';
import { loadPublication } from '#release/publication.ts';
import { sealFolder } from '#release/seal-folder.ts';
import { serializeDataset } from '#release/stored-dataset.ts';

/** What a build is made of. */
export type ReleaseSettings = {
  readonly contentDir: string;
  readonly baseUrl: string;
  /** The manifest of the release that this build follows, for ordinals and Last-Modified. */
  readonly previous: Manifest | undefined;
  readonly now: () => Date;
};

/** Loads the content before pages are rendered, and seals what was rendered as a release. */
export function releaseInFolder({
  contentDir,
  baseUrl,
  previous,
  now,
}: ReleaseSettings): AstroIntegration {
  return {
    name: 'testimony',
    hooks: {
      'astro:config:setup': () => {
        if (!hasPublication()) setPublication(loadPublication(contentDir, baseUrl));
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const { dataset, key } = currentPublication();
        const entries = await sealFolder(folder, {
          previous: new Map(previous?.entries.map((entry) => [entry.path, entry])),
          now: now(),
        });
        await writeStoredDataset(dirname(folder), serializeDataset(dataset));
        await writeManifest(dirname(folder), {
          manifestVersion: 1,
          ordinal: nextOrdinal(previous?.ordinal, now()),
          key,
          entries,
        });
      },
    },
  };
}
