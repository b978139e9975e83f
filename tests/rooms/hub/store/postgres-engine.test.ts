import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseError } from 'pg';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { explainPostgresError } from '../../../../sidecar/hub/store/postgres-engine.ts';

const explain = (code: string) => {
  const error = Object.assign(new DatabaseError('what it says', 0, 'error'), { code });
  return [error, explainPostgresError(error, 'db.test/hub')] as const;
};

test('what PostgreSQL says passes, or is a bug that stays what it is', () => {
  const passing = '08006 57P01 57014 53100 53300 25006 40001 40P01 25P03 55P03 28P01 3D000 42501';
  for (const code of passing.split(' ')) {
    const [error, explained] = explain(code);
    assert.ok(explained instanceof StoreUnavailableError, code);
    assert.equal(explained.cause, error);
    assert.match(explained.message, /db\.test\/hub.*what it says/);
  }
  for (const code of ['42601', '23505', 'XX000']) {
    const [error, explained] = explain(code);
    assert.equal(explained, error);
  }
  // All that only the driver says is about the connection.
  const timeout = explainPostgresError(new Error('Query read timeout'), 'db.test/hub');
  assert.ok(timeout instanceof StoreUnavailableError);
});
