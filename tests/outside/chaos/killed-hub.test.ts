import { suite, test } from 'node:test';
import { killHubAndRecover } from '../../chaos/kill-hub-and-recover.ts';
import { planRandomKills, planStageKills } from '../../chaos/plan-hub-kills.ts';
import { SEED } from '../../chaos/plan-kills.ts';
import { startPostgres } from '../../support/postgres.ts';

/** Other moments than those of SQLite. */
const seed = SEED + 1;

suite('a hub on PostgreSQL that is killed keeps whom it has, and tells them all', {
  concurrency: true,
}, () => {
  for (const [when, kills] of [
    ['at any stage', planStageKills()],
    ['at any moment', planRandomKills(seed)],
  ] as const) {
    test(when, { timeout: 15 * 60_000 }, async (t) => {
      t.diagnostic(`CHAOS_SEED=${SEED}`);
      const databaseUrl = await (await startPostgres(t)).createDatabase();
      await killHubAndRecover(t, { databaseUrl, seed }, kills);
    });
  }
});
