import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../sidecar/hub/store/open-store.ts';
import { HUB_FILE } from '../../sidecar/hub/store/store-file.ts';
import { HubRefusal } from './hub-refusal.ts';

type Places = { readonly databaseUrl: string | undefined; readonly stateDir: string };

/**
 * Opens the store of the service: DATABASE_URL, else the file in STATE_DIR. A file that is not
 * there is made only where that was asked for.
 */
export async function openHubStore(
  { databaseUrl, stateDir }: Places,
  mayCreate: boolean,
): Promise<HubStore> {
  const file = join(stateDir, HUB_FILE);
  if (databaseUrl === undefined && !mayCreate && !existsSync(file)) {
    throw new HubRefusal(
      `There is no ${file}. The service makes it when it first starts; set STATE_DIR, or DATABASE_URL, as the service has it.`,
    );
  }
  return openStore({ databaseUrl, file });
}
