import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import type { Manifest, ManifestEntry } from '#release/manifest.ts';
import type { HeldTopic } from '../../sidecar/hub/hub-context.ts';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../sidecar/hub/store/open-store.ts';
import { readBodies, readDataManifest } from '../../sidecar/release/read-release-folder.ts';
import { ReleaseStore } from '../../sidecar/store/store.ts';
import { CommandError } from '../command.ts';

/** Where the store is: in PostgreSQL, else in a file. */
export type StorePlaces = { readonly databaseUrl: string | undefined; readonly stateDir: string };

/** Opens the store of the service. A file that is missing is made only where that was asked for. */
export async function openHubStore(
  { databaseUrl, stateDir }: StorePlaces,
  mayCreate: boolean,
): Promise<HubStore> {
  const file = join(stateDir, HUB_FILE);
  if (databaseUrl === undefined && !mayCreate && !existsSync(file)) {
    throw new CommandError(
      `There is no ${file}. The service makes it when it first starts; set STATE_DIR, or DATABASE_URL, as the service has it.`,
    );
  }
  return openStore({ databaseUrl, file });
}

export type TopicContent = Omit<HeldTopic, 'hash'>;

type TopicPlaces = { readonly outDir: string; readonly stateDir: string; readonly baseUrl: string };

/** Reads the topics of the newest readable release of this origin on disk; empty where none is. */
export function readTopics({ outDir, stateDir, baseUrl }: TopicPlaces): readonly TopicContent[] {
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
  const ordinalOf = (manifest: Manifest | undefined) => manifest?.ordinal ?? 0;
  releases.sort((a, b) => ordinalOf(b.manifest) - ordinalOf(a.manifest));
  for (const { manifest, read } of releases) {
    try {
      const topics = (manifest?.entries ?? []).filter(({ path }) => artifactAt(path)?.isTopic);
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
