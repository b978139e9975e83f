import { suite, test } from 'node:test';
import { SEED } from './call-plan.ts';
import { killHubAndRecover } from './kill-hub-and-recover.ts';

suite('a hub on SQLite that is killed keeps whom it has, and tells them all', {
  concurrency: true,
}, () => {
  for (const when of ['at calls', 'at random'] as const) {
    test(when, { timeout: 15 * 60_000 }, async (t) => {
      t.diagnostic(`CHAOS_SEED=${SEED}`);
      await killHubAndRecover(t, { databaseUrl: undefined, seed: SEED, when });
    });
  }
});
