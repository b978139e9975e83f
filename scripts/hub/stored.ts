import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import { readBodies } from '#release/load.ts';
import { readDataManifest } from '#release/manifest.ts';
import type { Config } from '../../sidecar/config/config.ts';
import type { HeldTopic } from '../../sidecar/hub/hub-context.ts';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openStore, type StorePlace } from '../../sidecar/hub/store/open-store.ts';
import { folderOf, ordinalsIn } from '../../sidecar/publish/store/release-folders.ts';
import { CommandError } from '../command.ts';

/** Returns the place of the service's store. */
export function placeOf({ databaseUrl, stateDir }: Config): StorePlace {
  return { databaseUrl, file: join(stateDir, HUB_FILE) };
}

/** Opens the store of the service; rejects if there is none. */
export async function openHubStore(config: Config): Promise<HubStore> {
  const place = placeOf(config);
  if (place.databaseUrl === undefined && !existsSync(place.file)) {
    throw new CommandError(
      `There is no ${place.file}. The service creates it at its first start; set STATE_DIR or DATABASE_URL to the service’s values.`,
    );
  }
  return openStore(place);
}

export type TopicContent = Omit<HeldTopic, 'hash'>;

type TopicPlaces = { readonly outDir: string; readonly stateDir: string; readonly baseUrl: string };

/**
 * Reads the topics of the newest readable release of this origin on disk; empty if there is none.
 */
export function readTopics({ outDir, stateDir, baseUrl }: TopicPlaces): readonly TopicContent[] {
  const stored = ordinalsIn(stateDir).map((ordinal) => folderOf(stateDir, ordinal));
  for (const folder of [...stored, outDir]) {
    try {
      const manifest = readDataManifest(folder);
      if (manifest?.key.baseUrl !== baseUrl) continue;
      const topics = manifest.entries.filter(({ path }) => artifactAt(path)?.isTopic);
      return topics.map((entry) => ({
        topic: baseUrl + entry.path,
        mediaType: entry.mediaType,
        body: readBodies(folder, entry).identity,
      }));
    } catch {
      // Damaged, or replaced meanwhile: another is as good for a trial.
    }
  }
  return [];
}
