import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Run } from '../../../../sidecar/hub/store/sql-engine.ts';
import type { Rule } from './store-subject.ts';

/** What a store needs of a database. */
export function testEngine(test: Rule): void {
  test('a transaction is whole or nothing, and is no matter to others', async ({ prepare }) => {
    await prepare(async (engine) => {
      await engine.transaction((run) => run('CREATE TABLE words (word TEXT UNIQUE)'));
      const add = (word: string, end: (run: Run) => unknown = () => {}) =>
        engine.transaction(async (run) => {
          await run('INSERT INTO words VALUES ($1)', word);
          await end(run);
        });
      const fail = () => Promise.reject(new TypeError('a bug'));
      const isOwn = (error: unknown) => !(error instanceof StoreUnavailableError);
      for (let round = 0; round < 8; round++) {
        await Promise.all([
          assert.rejects(add('a', fail), TypeError),
          add(`${round}`),
          assert.rejects(
            add('b', (run) => run('SELECT nonsense')),
            isOwn,
          ),
          // SQLite rolls back by itself after some errors.
          assert.rejects(
            add('c', (run) => run('ROLLBACK').then(fail)),
            TypeError,
          ),
        ]);
        await assert.rejects(add(`${round}`), isOwn);
      }
      const rows = await engine.read('SELECT word FROM words ORDER BY word');
      assert.equal(JSON.stringify(rows).replaceAll(/\D/g, ''), '01234567');
    });
  });
}
