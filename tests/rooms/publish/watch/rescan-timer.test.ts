import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RescanTimer } from '../../../../sidecar/publish/watch/debounce.ts';

function createTimer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let rescans = 0;
  const timer = new RescanTimer(() => rescans++);
  const rescansAfter = (ms: number) => {
    t.mock.timers.tick(ms);
    return rescans;
  };
  return { timer, rescansAfter };
}

test('everything is looked at again after 5 s', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart();
  assert.equal(rescansAfter(4_999), 0);
  assert.equal(rescansAfter(1), 1);
  timer.restart(50);
  assert.equal(rescansAfter(4_999), 1);
  assert.equal(rescansAfter(1), 2);
});

test('what took long is not done more often than takes a hundredth of the time', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart(2_000);
  assert.equal(rescansAfter(199_999), 0);
  assert.equal(rescansAfter(1), 1);
});

test('a restart counts from the beginning, and nothing comes after close', (t) => {
  const { timer, rescansAfter } = createTimer(t);
  timer.restart();
  assert.equal(rescansAfter(4_000), 0);
  timer.restart();
  assert.equal(rescansAfter(4_000), 0);
  timer.close();
  timer.restart();
  assert.equal(rescansAfter(60_000), 0);
});
