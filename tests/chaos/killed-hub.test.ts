import { suite, test } from 'node:test';
import { startPostgres } from '../support/postgres.ts';
import { killHubAndRecover } from './kill-hub-and-recover.ts';
import { planStageKills } from './plan-hub-kills.ts';
import { SEED } from './plan-kills.ts';

const timeout = 15 * 60_000;

suite('a hub that is killed at any stage keeps whom it has, and tells them all', {
  concurrency: true,
}, () => {
  test('on SQLite', { timeout }, async (t) => {
    t.diagnostic(`CHAOS_SEED=${SEED}`);
    await killHubAndRecover(t, { databaseUrl: undefined, seed: SEED }, planStageKills());
  });

  test('on PostgreSQL', { timeout }, async (t) => {
    const databaseUrl = await (await startPostgres(t)).createDatabase();
    await killHubAndRecover(t, { databaseUrl, seed: SEED }, planStageKills());
  });
});
