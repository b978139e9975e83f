import { test } from 'node:test';
import { killHubAndRecover } from './kill-hub-and-recover.ts';
import { planStageKills } from './plan-hub-kills.ts';
import { SEED } from './plan-kills.ts';

test('a hub on SQLite that is killed at any stage keeps whom it has, and tells them all', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  await killHubAndRecover(t, { databaseUrl: undefined, seed: SEED }, planStageKills());
});
