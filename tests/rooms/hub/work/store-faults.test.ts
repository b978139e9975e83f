import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError, UNUSABLE } from '../../../../sidecar/hub/store/hub-store.ts';
import { StoreFaults } from '../../../../sidecar/hub/work/store-faults.ts';

const AWAY = new StoreUnavailableError('The database db.test/hub does not answer.');

test('all that failed is tried when it is time to, and at once when some of it succeeds', () => {
  const reported: string[] = [];
  const tried: string[] = [];
  const faults = new StoreFaults({
    onFault: ({ code }) => reported.push(code),
    onRecovered: () => reported.push('recovered'),
  });
  const [writer, verifier] = [() => void tried.push('writer'), () => void tried.push('verifier')];
  for (const work of [writer, verifier, writer]) faults.fail(work, AWAY);
  assert.deepEqual(tried, []);
  faults.retry();
  assert.deepEqual(tried.splice(0), ['writer', 'verifier']);
  // What never failed may not have asked the store.
  faults.succeed(() => {});
  assert.deepEqual(tried, []);
  faults.succeed(verifier);
  assert.deepEqual(tried, ['writer']);
  faults.succeed(writer);
  assert.deepEqual(new Set(reported.splice(0, 3)), new Set(['HUB_STORE_UNAVAILABLE']));
  assert.deepEqual(reported, ['recovered']);
});

test('a fault has a code, a reason without a path, and a cause', () => {
  const known: unknown[] = [];
  const faults = new StoreFaults({ onFault: (fault) => known.push(fault), onRecovered: () => {} });
  for (const code of ['ENOSPC', UNUSABLE]) {
    faults.fail(() => {}, new StoreUnavailableError('/state is bad.', { code }));
  }
  faults.fail(() => {}, new TypeError('a mistake'));
  const cause = '/state is bad.';
  assert.deepEqual(known.slice(0, 2), [
    { code: 'ENOSPC', reason: 'no space left', cause },
    { code: UNUSABLE, reason: 'it needs attention', cause },
  ]);
  assert.match(JSON.stringify(known[2]), /HUB_FAILED.*TypeError: a mistake.*store-faults\.test/);
});
