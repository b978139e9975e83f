import { suite, test } from 'node:test';
import { SEED } from '../../chaos/call-plan.ts';
import { killHubAndRecover } from '../../chaos/kill-hub-and-recover.ts';
import { startPostgres } from '../../support/postgres.ts';

/** Other moments than those of SQLite. */
const seed = SEED + 1;

suite('a hub on PostgreSQL that is killed keeps whom it has, and tells them all', {
  concurrency: true,
}, () => {
  for (const when of ['at calls', 'at random'] as const) {
    test(when, { timeout: 15 * 60_000 }, async (t) => {
      t.diagnostic(`CHAOS_SEED=${SEED}`);
      const databaseUrl = await (await startPostgres(t)).createDatabase();
      await killHubAndRecover(t, { databaseUrl, seed, when });
    });
  }
});
