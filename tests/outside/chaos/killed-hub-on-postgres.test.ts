import { after } from 'node:test';
import { startPostgres } from '../hub/postgres.ts';

process.env.DATABASE_URL = await (await startPostgres({ after })).createDatabase();
await import('../../chaos/killed-hub.test.ts');
