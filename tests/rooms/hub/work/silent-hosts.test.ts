import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SilentHosts } from '../../../../sidecar/hub/work/notification.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { status, unreached } from './hub-in-process.ts';

const silent = unreached('connection');

const TO_A: Parameters<SilentHosts['record']>[0] = { topic: 'feed', sequence: 1, host: 'a' };

/** What is said of attempts at a version of a topic, one at each of these hosts. */
function startRecord() {
  const hosts = new SilentHosts(new ManualClock());
  return (
    result: Parameters<SilentHosts['record']>[1],
    sequence: number,
    names: string,
    topic = 'feed',
  ) => [...names].map((host) => hosts.record({ topic, sequence, host }, result));
}

test('from the fifth silent host on nobody is reached, over versions, until one answers', () => {
  const record = startRecord();
  assert.deepEqual(record(silent, 1, 'aabbccdd'), Array(8).fill(false));
  assert.deepEqual(record(silent, 1, 'efa'), [true, true, true]);
  assert.deepEqual(record(silent, 2, 'abc'), [true, true, true]);
  // Any answer is one.
  assert.deepEqual(record(status(500), 2, 'a'), [false]);
  assert.deepEqual(record(silent, 3, 'bcdef'), [false, false, false, false, true]);
});

test('a version that somebody answered, or an older one, could have reached the others, of that topic alone', () => {
  const record = startRecord();
  record(status(204), 2, 'a');
  // An answer to an older version that was in flight.
  record(status(204), 1, 'b');
  assert.deepEqual(record(silent, 2, 'cdefgh'), Array(6).fill(false));
  assert.deepEqual(record(silent, 1, 'c'), [false]);
  assert.deepEqual(record(silent, 2, 'c', 'other'), [true]);
  assert.deepEqual(record(silent, 3, 'c'), [true]);
});

test('a wait ends with an answer from any host, after five seconds, or with the hub', async () => {
  const clock = new ManualClock();
  const hosts = new SilentHosts(clock);
  const waits = () => [hosts.waitForAnswer(), hosts.waitForAnswer()];
  const answered = waits();
  await clock.advance(4_999);
  hosts.record(TO_A, silent);
  hosts.record(TO_A, status(500));
  assert.deepEqual(await Promise.all(answered), [true, true]);
  const late = waits();
  await clock.advance(5_000);
  hosts.record(TO_A, status(204));
  assert.deepEqual(await Promise.all(late), [false, false]);
  const stopped = waits();
  hosts.stop();
  assert.deepEqual(await Promise.all(stopped), [false, false]);
  assert.equal(clock.pending, 0);
});
