import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { makeRelease } from '../../support/release.ts';

test('a release is current from the swap on', async () => {
  const current = new CurrentRelease();
  assert.equal(current.release, undefined);
  const { release } = await makeRelease();
  current.swap(release);
  assert.equal(current.release, release);
});

test('a process drains once it is told to', () => {
  const current = new CurrentRelease();
  assert.equal(current.isDraining, false);
  current.drain();
  assert.equal(current.isDraining, true);
});
