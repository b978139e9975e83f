import { describe } from 'node:test';
import { testAdmission } from './admission-rules.ts';
import { testDelivery } from './delivery-rules.ts';
import { testEnds } from './ended-rules.ts';
import { testLadder } from './ladder-rules.ts';
import { testSettlement } from './settlement-rules.ts';
import { testShares } from './share-rules.ts';
import { createRule, type MakePlace } from './store-subject.ts';
import { testTransfer } from './transfer-rules.ts';
import { testUpkeep } from './upkeep-rules.ts';
import { testVerification } from './verification-rules.ts';

/** All that a store of the hub promises, whichever engine is below. */
export function testStore(name: string, makePlace: MakePlace): void {
  describe(`the store in ${name}`, () => {
    const test = createRule(makePlace);
    for (const testRules of [
      testAdmission,
      testShares,
      testVerification,
      testDelivery,
      testLadder,
      testSettlement,
      testEnds,
      testUpkeep,
      testTransfer,
    ]) {
      testRules(test);
    }
  });
}
