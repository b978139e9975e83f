import { test } from 'node:test';
import { STAGES } from '../../sidecar/publish/messages.ts';
import { isLarge, numberedContent, reviewsIn } from '../support/numbered-content.ts';
import type { Editions } from './deployment.ts';
import { killAndRecover } from './kill-and-recover.ts';
import { planKills, SEED } from './plan-kills.ts';

const EDITIONS: Editions = {
  filesOf: numberedContent,
  reviewsIn,
  next: (after, at) => {
    let edition = after + 1;
    // Nothing follows small data.
    while (isLarge(edition) !== (at === 'coded')) edition++;
    return edition;
  },
};

test('a service that was killed serves a whole release at once, and soon the newest', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  await killAndRecover(t, EDITIONS, planKills({ ms: 500, stages: STAGES, part: 1 }));
});
