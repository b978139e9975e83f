import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinTime } from '../../../../sidecar/hub/callback/within-time.ts';

test('work that ends in time gives its value, and its signal never comes', async () => {
  const signals: AbortSignal[] = [];
  const value = await withinTime(10_000, async (signal) => {
    signals.push(signal);
    return 7;
  });
  assert.equal(value, 7);
  assert.equal(signals[0]?.aborted, false);
});

test('work that fails in time fails as it did', async () => {
  const failure = new Error('It failed.');
  await assert.rejects(
    withinTime(10_000, () => Promise.reject(failure)),
    failure,
  );
});

test('work that does not heed its signal ends all the same', async () => {
  const signals: AbortSignal[] = [];
  const endless = withinTime(10, (signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  await assert.rejects(endless, { code: 'ETIMEDOUT' });
  assert.equal(signals[0]?.aborted, true);
});

test('work that fails because of its signal fails by its time', async () => {
  const heeding = withinTime(10, (signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new Error('It was stopped.')));
    return promise;
  });
  await assert.rejects(heeding, { code: 'ETIMEDOUT' });
});
