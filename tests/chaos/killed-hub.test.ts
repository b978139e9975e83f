import { SEED } from './call-plan.ts';
import { testKilledHub } from './kill-hub-and-recover.ts';

testKilledHub('SQLite', SEED, async () => undefined);
