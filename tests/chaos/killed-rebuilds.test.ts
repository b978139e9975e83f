import { test } from 'node:test';
import { STAGES } from '../support/call-faults.ts';
import {
  isLarge,
  numberedContent,
  PADDED_REVIEWS,
  paddedContent,
  reviewsIn,
} from '../support/sample-content.ts';
import { SEED } from './call-plan.ts';
import { killAndRecover } from './kill-and-recover.ts';

const { coded, ...OF_EACH } = STAGES;

test('a service that was killed serves a whole release at once, and soon the newest', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const next = (after: number, isSmall = false) => {
    let edition = after + 1;
    while (isSmall && isLarge(edition)) edition++;
    return edition;
  };
  const editions = { filesOf: numberedContent, reviewsIn, next };
  await killAndRecover(t, { editions, ms: 500, stages: Object.values(OF_EACH), part: 1 });
});

test('a killed service recovers also where a release was stored as what changed since another', {
  timeout: 15 * 60_000,
}, async (t) => {
  t.diagnostic(`CHAOS_SEED=${SEED}`);
  const editions = {
    filesOf: paddedContent,
    reviewsIn: () => PADDED_REVIEWS,
    next: (after: number) => after + 1,
  };
  await killAndRecover(t, { editions, ms: 1_500, stages: [STAGES.stored, coded], part: 1 / 3 });
});
