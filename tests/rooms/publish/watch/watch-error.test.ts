import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOnce } from '../../../../sidecar/publish/watch/watcher.ts';

test('each kind of error is warned of once, with what to do about the limits of the kernel', () => {
  const warnings: { message: string; cause: unknown }[] = [];
  const failed = warnOnce((message, cause) => warnings.push({ message, cause }));
  const limit = Object.assign(new Error('System limit reached'), { code: 'ENOSPC' });
  failed(limit);
  failed(Object.assign(new Error('again'), { code: 'ENOSPC' }));
  failed(Object.assign(new Error('too many'), { code: 'EMFILE' }));
  failed(new Error('who knows'));
  failed('who knows');
  assert.equal(warnings.length, 3);
  assert.match(warnings[0]?.message ?? '', /raise fs\.inotify\.max_user_watches/);
  assert.equal(warnings[0]?.cause, limit);
  assert.match(warnings[1]?.message ?? '', /max_user_instances/);
});
