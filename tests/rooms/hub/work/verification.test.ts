import assert from 'node:assert/strict';
import { test } from 'node:test';
import { never, startHub } from './hub-in-process.ts';

test('what was accepted and not verified is verified after a restart', async (t) => {
  const first = await startHub(t);
  first.callbacks.script = { get: never };
  await first.request({ secret: 'kept' });
  // As a kill would leave it, with the claim of the dead process.
  const second = await first.restart();
  await second.clock.advance(100);
  assert.equal(second.callbacks.asked.length, 1);
  assert.equal((await second.subscriptions())[0]?.secret, 'kept');
});

test('ten verifications of one host are made at once, and then ten a minute', async (t) => {
  const settings = { isRateLimited: true };
  const { request, requestOfHost, callbacks, clock } = await startHub(t, { settings });
  await requestOfHost('busy.example', 30);
  const ofBusy = () => callbacks.asked.filter(({ callback }) => callback.includes('busy')).length;
  const first = ofBusy();
  assert.ok(first >= 10 && first <= 11, `${first}`);
  await request({ callback: 'https://other.example/' });
  assert.equal(callbacks.asked.length, first + 1);
  await clock.advance(60_000);
  assert.ok(ofBusy() >= 19 && ofBusy() <= 21, `${ofBusy()}`);
  await clock.advance(60_000);
  assert.equal(ofBusy(), 30);
});
