import { createAdmission } from './admission.ts';
import { createAnnouncements } from './announcements.ts';
import { createClaims } from './claims.ts';
import type { HubStore } from './hub-store.ts';
import { migrate } from './migrations.ts';
import type { SqlEngine } from './sql-engine.ts';
import { createTransitions } from './transitions.ts';
import { createLookups, createUpkeep } from './upkeep.ts';

export type StorePlace = {
  /** PostgreSQL, for many sidecars. */
  readonly databaseUrl: string | undefined;
  /** SQLite, for this sidecar alone, if there is no URL. */
  readonly file: string;
};

/** Opens a store, and creates it or brings it up to date; rejects as HubStore's methods do. */
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
  return {
    now: () => engine.now(),
    isExclusive: engine.isExclusive,
    close: () => engine.close(),
    ...createAdmission(engine),
    ...createAnnouncements(engine),
    ...createClaims(engine),
    ...createTransitions(engine),
    ...createLookups(engine),
    ...createUpkeep(engine),
  };
}

/** Each driver is loaded only if needed. */
export async function openEngine(
  { databaseUrl, file }: StorePlace,
  now: () => number,
): Promise<SqlEngine> {
  if (databaseUrl === undefined) return (await import('./sqlite-engine.ts')).openSqlite(file, now);
  return (await import('./postgres-engine.ts')).openPostgres(databaseUrl);
}
