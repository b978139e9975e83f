import { describe } from 'node:test';
import { testAdmission } from './admission-rules.ts';
import { testAnnouncements } from './announcement-rules.ts';
import { testClaims } from './claim-rules.ts';
import { testEngine } from './engine-rules.ts';
import { testLookups } from './lookup-rules.ts';
import { testMigration } from './migration-rules.ts';
import { testSequences } from './sequence-rules.ts';
import { createRule, type MakePlace } from './store-subject.ts';
import { testTransitions } from './transition-rules.ts';
import { testUpkeep } from './upkeep-rules.ts';

/** All that a store of the hub promises, whichever engine is below. */
export function testStore(name: string, makePlace: MakePlace): void {
  describe(`the store in ${name}`, () => {
    const test = createRule(makePlace);
    testEngine(test);
    testAdmission(test);
    testAnnouncements(test);
    testClaims(test);
    testTransitions(test);
    testUpkeep(test);
    testLookups(test);
    testMigration(test);
    testSequences(test);
  });
}
