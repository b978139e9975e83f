import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { makeRelease } from '../../support/release.ts';

test('a release is current from the swap on', async () => {
  const current = new CurrentRelease();
  assert.equal(current.release, undefined);
  const { release } = await makeRelease();
  const searchable = current.swap(release);
  assert.equal(current.release, release);
  assert.equal(current.isReady, false);
  await searchable;
  assert.equal(current.isReady, true);
});

test('a release whose index cannot be built is served, but not ready', async () => {
  const current = new CurrentRelease();
  const { release } = await makeRelease();
  const broken = { ...release, searchable: Promise.reject(new Error('out of memory')) };
  await assert.rejects(current.swap(broken), /out of memory/);
  assert.equal(current.release, broken);
  assert.equal(current.isReady, false);
});

test('a process drains once it is told to', () => {
  const current = new CurrentRelease();
  assert.equal(current.isDraining, false);
  current.drain();
  assert.equal(current.isDraining, true);
});
