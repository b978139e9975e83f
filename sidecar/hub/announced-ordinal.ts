import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { HUB_FILE } from './hub-settings.ts';

/** The hub's thread opens its store at the same time. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Returns the highest ordinal that was announced to subscribers, as recorded in a folder's embedded
 * store; 0 if none is or it cannot be read. A release with a lower one is kept from them.
 */
export function readAnnouncedOrdinal(stateDir: string): number {
  const file = join(stateDir, HUB_FILE);
  if (!existsSync(file)) return 0;
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const row = database.prepare('SELECT max(ordinal) AS ordinal FROM testimony_topics').get();
      return Number(row?.ordinal ?? 0);
    } finally {
      database.close();
    }
  } catch {
    // The hub reports it when it opens its store.
    return 0;
  }
}
