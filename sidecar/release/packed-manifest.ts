import type { Manifest } from '#artifacts/manifest.ts';
import { openDataPack } from '#release/data-pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { PackStore } from './pack-store.ts';

/**
 * The manifest of the newest release that the sidecar made itself, so that a build can follow it.
 * Packs that cannot be opened are passed over.
 */
export function readPackedManifest(stateDir: string): Manifest | undefined {
  for (const { file } of new PackStore(stateDir).list()) {
    try {
      const pack = openDataPack(file);
      const entries = pack.paths().flatMap((path) => pack.get(path)?.entry ?? []);
      return { manifestVersion: 1, ...ReleaseHead.parse(pack.meta), entries };
    } catch {
      // The sidecar warns of it when it starts; a build does without.
    }
  }
  return undefined;
}
