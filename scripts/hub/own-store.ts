import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../sidecar/config/config.ts';
import { HUB_FILE } from '../../sidecar/hub/hub-settings.ts';
import { type HubStore, StoreUnavailableError } from '../../sidecar/hub/store/hub-store.ts';
import { openStore, type StorePlace } from '../../sidecar/hub/store/open-store.ts';
import { CommandError, type Outcome } from '../command.ts';

/** Returns the place of the service's store. */
export function placeOf({ databaseUrl, stateDir }: Config): StorePlace {
  return { databaseUrl, file: join(stateDir, HUB_FILE) };
}

/** Works on the service's store. Rejects with a CommandError if there is none, or it fails. */
export async function withOwnStore(
  config: Config,
  now: Date,
  work: (store: HubStore) => Promise<Outcome>,
): Promise<Outcome> {
  const place = placeOf(config);
  if (place.databaseUrl === undefined && !existsSync(place.file)) {
    throw new CommandError(
      `There is no ${place.file}. The service creates it at its first start; set STATE_DIR or DATABASE_URL to the service's values.`,
    );
  }
  try {
    const store = await openStore(place, () => now.getTime());
    return await work(store).finally(() => store.close());
  } catch (error) {
    throw error instanceof StoreUnavailableError
      ? new CommandError(error.message, { cause: error })
      : error;
  }
}
