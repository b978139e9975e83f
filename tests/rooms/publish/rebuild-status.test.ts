import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';

const now = () => new Date('2026-11-20T08:00:00Z');
const time = '2026-11-20T08:00:00.000Z';

test('a rebuild that fails is told until one succeeds', () => {
  const status = new RebuildStatus(now);
  assert.equal(status.lastError, undefined);
  status.start();
  assert.equal(status.isRebuilding, true);
  status.fail('CONTENT_INVALID', 2);
  assert.equal(status.isRebuilding, false);
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.start();
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.succeed();
  assert.equal(status.lastError, undefined);
});

test('a fault of storing is told where the content is right, until all is stored', () => {
  const status = new RebuildStatus(now);
  status.fail('CONTENT_INVALID', 2);
  status.fail('STORAGE_FAILED', 1);
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.succeed();
  assert.deepEqual(status.lastError, { code: 'STORAGE_FAILED', time, count: 1 });
  status.keep();
  assert.equal(status.lastError, undefined);
});
