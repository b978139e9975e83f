import { createAdmission } from './admission.ts';
import { createCounting } from './count.ts';
import { createDeliveries } from './deliveries.ts';
import type { HubStore } from './hub-store.ts';
import { createSettling } from './settle.ts';
import type { SqlEngine } from './sql-engine.ts';
import { createTransfer } from './transfer.ts';
import { createUpkeep } from './upkeep.ts';
import { createVerifications } from './verifications.ts';

/** A store in a database whose schema is up to date. Each claim gets a random word of its own. */
export function createSqlStore(engine: SqlEngine, randomClaim: () => string): HubStore {
  return {
    now: () => engine.now(),
    isExclusive: engine.isExclusive,
    close: () => engine.close(),
    ...createAdmission(engine),
    ...createVerifications(engine, randomClaim),
    ...createDeliveries(engine, randomClaim),
    ...createSettling(engine),
    ...createUpkeep(engine),
    ...createCounting(engine),
    ...createTransfer(engine),
  };
}
