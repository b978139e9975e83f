import { after } from 'node:test';
import { SEED } from '../../chaos/call-plan.ts';
import { testKilledHub } from '../../chaos/kill-hub-and-recover.ts';
import { startPostgres } from '../hub/postgres.ts';

const postgres = await startPostgres({ after });

// Other moments than those of SQLite.
testKilledHub('PostgreSQL', SEED + 1, postgres.createDatabase);
