import { artifactAt } from '#artifacts/catalog.ts';
import type { AnyManifest, ManifestEntry } from '#artifacts/manifest.ts';
import type { Pieces } from '#search/pieces.ts';
import { readBodies, readDataManifest } from '../../sidecar/release/read-release-folder.ts';
import { ReleaseStore } from '../../sidecar/store/release-store.ts';

/** What is sent to the subscribers of a topic. */
export type TopicContent = {
  readonly topic: string;
  readonly mediaType: string;
  readonly body: Pieces;
};

type Places = { readonly outDir: string; readonly stateDir: string; readonly baseUrl: string };

/**
 * Reads the topics as the newest release on disk holds them: what the service last published for
 * this origin. Releases that cannot be read are passed over. Empty where there is none.
 */
export function readTopics({ outDir, stateDir, baseUrl }: Places): readonly TopicContent[] {
  const releases = [
    {
      manifest: readDataManifest(outDir),
      read: (entry: ManifestEntry) => readBodies(outDir, entry).identity,
    },
    {
      manifest: ReleaseStore.readManifest(stateDir),
      read: (entry: ManifestEntry) => ReleaseStore.readFile(stateDir, entry),
    },
  ].filter(({ manifest }) => manifest?.key.baseUrl === baseUrl);
  const ordinalOf = (manifest: AnyManifest | undefined) => manifest?.ordinal ?? 0;
  releases.sort((a, b) => ordinalOf(b.manifest) - ordinalOf(a.manifest));
  for (const { manifest, read } of releases) {
    try {
      const topics = (manifest?.entries ?? []).filter(({ path }) => artifactAt(path)?.topic);
      if (topics.length === 0) continue;
      return topics.map((entry) => ({
        topic: baseUrl + entry.path,
        mediaType: entry.mediaType,
        body: read(entry),
      }));
    } catch {
      // Damaged, or gone since the folder was read: the other one is as good for a trial.
    }
  }
  return [];
}
