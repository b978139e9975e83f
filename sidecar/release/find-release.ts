import type { ReleaseKey } from '#artifacts/manifest.ts';
import { readManifest } from '#release/manifest-file.ts';
import { PackStore } from './pack-store.ts';

/** Where a release lies. */
export type StoredRelease = {
  /** A folder of single files, as a build leaves it, or a pack of the sidecar's own. */
  readonly kind: 'folder' | 'pack';
  readonly path: string;
};

/** A release that could be served, if it can be loaded. */
export type Candidate = StoredRelease & { readonly ordinal: number };

type Places = { readonly outDir: string; readonly stateDir: string };

/** The releases on disk, newest first. Packs are judged when they are opened. */
export function findReleases(
  { outDir, stateDir }: Places,
  accepts: (key: ReleaseKey) => boolean,
): Candidate[] {
  return [...findFolder(outDir, accepts), ...findPacks(stateDir)].sort(
    (a, b) => b.ordinal - a.ordinal,
  );
}

function findFolder(path: string, accepts: (key: ReleaseKey) => boolean): Candidate[] {
  const manifest = readManifest(path);
  if (!manifest || !accepts(manifest.key)) return [];
  return [{ kind: 'folder', path, ordinal: manifest.ordinal }];
}

function findPacks(stateDir: string): Candidate[] {
  return new PackStore(stateDir)
    .list()
    .map(({ file, ordinal }) => ({ kind: 'pack', path: file, ordinal }));
}
