import { test } from 'node:test';
import { PADDED_REVIEWS, paddedContent } from '../support/numbered-content.ts';
import { killAndRecover } from './kill-and-recover.ts';
import { planKills, SEED } from './plan-kills.ts';

const REBUILD_MS = 2_500;

test('so does one of which a release is stored as what changed since another', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const editions = {
    filesOf: paddedContent,
    reviewsIn: () => PADDED_REVIEWS,
    next: (after: number) => after + 1,
  };
  await killAndRecover(t, editions, planKills(['persisted', 'coded', 'pages-built'], REBUILD_MS));
});
