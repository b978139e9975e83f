import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import { readBodies } from '#release/load.ts';
import { readDataManifest } from '#release/manifest.ts';
import type { HeldTopic } from '../../sidecar/hub/hub-context.ts';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../sidecar/hub/store/open-store.ts';
import { folderOf, ordinalsIn } from '../../sidecar/publish/store/release-folders.ts';
import { CommandError } from '../command.ts';

/** Where the store is: in PostgreSQL, else in a file. */
export type StorePlaces = { readonly databaseUrl?: string | undefined; readonly stateDir: string };

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
  const folders = [...ordinalsIn(stateDir).map((ordinal) => folderOf(stateDir, ordinal)), outDir];
  const releases = folders.flatMap((folder) => {
    const manifest = readDataManifest(folder);
    return manifest?.key.baseUrl === baseUrl ? [{ folder, manifest }] : [];
  });
  releases.sort((a, b) => b.manifest.ordinal - a.manifest.ordinal);
  for (const { folder, manifest } of releases) {
    try {
      const topics = manifest.entries.filter(({ path }) => artifactAt(path)?.isTopic);
      if (topics.length === 0) continue;
      return topics.map((entry) => ({
        topic: baseUrl + entry.path,
        mediaType: entry.mediaType,
        body: readBodies(folder, entry).identity,
      }));
    } catch {
      // Damaged, or gone since the folder was read: the other one is as good for a trial.
    }
  }
  return [];
}
