import { Client } from 'pg';
import type { HubContent, HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { openStore, type StorePlace } from '../../sidecar/hub/store/open-store.ts';
import { waitUntil } from '../support/wait-until.ts';

const OTHERS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'testimony'`;
// What a process has claimed is taken over 2 × (HUB_TIMEOUT_SECONDS + 7 s) after, 45 s where it is
// a verification. replicas.test.ts waits for that; here the claims are made to be as old.
const AGE = `UPDATE testimony_subscriptions SET ready_at = 1 WHERE claim IS NOT NULL;
  UPDATE testimony_requests SET ready_at = 1 WHERE claim IS NOT NULL`;

/** Opens a store for a moment. */
export async function useStore<Result>(
  place: StorePlace,
  use: (store: HubStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** What a store holds whose only process was killed; its claims are as if that were long ago. */
export async function readRemains(place: StorePlace): Promise<HubContent> {
  if (place.databaseUrl !== undefined) await endClaims(place.databaseUrl);
  return useStore(place, (store) => store.exportAll());
}

async function endClaims(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    // The server goes on with what it was told last, such as a COMMIT, until it sees the end.
    await waitUntil('the server knows of its end', async () => {
      return (await client.query(OTHERS)).rows.length === 0;
    });
    await client.query(AGE);
  } finally {
    await client.end();
  }
}
