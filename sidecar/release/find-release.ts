import type { Manifest, ReleaseKey } from '#artifacts/manifest.ts';
import { readManifest } from '#release/manifest-file.ts';

/** A release on disk. */
export type StoredRelease = { readonly folder: string; readonly manifest: Manifest };

/** The releases in some folders whose key is accepted, newest first. */
export function findReleases(
  folders: readonly string[],
  accepts: (key: ReleaseKey) => boolean,
): StoredRelease[] {
  return folders
    .flatMap((folder): StoredRelease[] => {
      const manifest = readManifest(folder);
      return manifest && accepts(manifest.key) ? [{ folder, manifest }] : [];
    })
    .sort((a, b) => b.manifest.ordinal - a.manifest.ordinal);
}
