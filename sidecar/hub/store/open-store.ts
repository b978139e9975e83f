import { randomUUID } from 'node:crypto';
import type { HubStore } from './hub-store.ts';
import { migrate } from './migrations.ts';
import type { SqlEngine } from './sql-engine.ts';
import { createSqlStore } from './sql-store.ts';

export type StorePlace = {
  /** PostgreSQL, for many sidecars. */
  readonly databaseUrl: string | undefined;
  /** SQLite, for this sidecar alone, where there is no URL. */
  readonly file: string;
};

/**
 * Opens a store, and makes it or brings it up to date. Rejects with a StoreUnavailableError where
 * that may succeed later, and with a StoreUnusableError where somebody has to look at it.
 */
export async function openStore(
  place: StorePlace,
  now: () => number = Date.now,
): Promise<HubStore> {
  const engine = await openEngine(place, now);
  try {
    await migrate(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return createSqlStore(engine, randomUUID);
}

/** Each driver is loaded where it is needed. */
async function openEngine(
  { databaseUrl, file }: StorePlace,
  now: () => number,
): Promise<SqlEngine> {
  if (databaseUrl === undefined) return (await import('./sqlite-engine.ts')).openSqlite(file, now);
  return (await import('./postgres-engine.ts')).openPostgres(databaseUrl);
}
