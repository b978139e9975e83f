import { test } from 'node:test';
import { PADDED_REVIEWS, paddedContent } from '../support/numbered-content.ts';
import { killAndRecover } from './kill-and-recover.ts';
import { planKills, SEED } from './plan-kills.ts';

test('a killed service recovers also where a release was stored as what changed since another', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const editions = {
    filesOf: paddedContent,
    reviewsIn: () => PADDED_REVIEWS,
    next: (after: number) => after + 1,
  };
  const stages = ['persisted', 'coded'] as const;
  await killAndRecover(t, editions, planKills({ ms: 1_500, stages, part: 1 / 3 }));
});
