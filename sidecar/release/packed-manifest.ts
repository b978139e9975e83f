import type { Manifest } from '#artifacts/manifest.ts';
import { openDataPack } from '#release/data-pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { PackStore, type StoredPack } from './pack-store.ts';

/**
 * The manifest of the newest release that the sidecar made itself, its pages included, so that a
 * build can follow it. Packs that cannot be opened are passed over.
 */
export function readPackedManifest(stateDir: string): Manifest | undefined {
  const store = new PackStore(stateDir);
  const data = openFirst(store.list('data'));
  if (!data) return undefined;
  const pages = openFirst(store.list('pages'));
  return {
    manifestVersion: 1,
    ...ReleaseHead.parse(data.meta),
    entries: [data, pages].flatMap((pack) =>
      (pack?.paths() ?? []).flatMap((path) => pack?.get(path)?.entry ?? []),
    ),
  };
}

function openFirst(packs: readonly StoredPack[]) {
  for (const { file } of packs) {
    try {
      return openDataPack(file);
    } catch {
      // The sidecar warns of it when it starts; a build does without.
    }
  }
  return undefined;
}
