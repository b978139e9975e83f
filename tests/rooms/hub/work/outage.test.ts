import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SilentHosts } from '../../../../sidecar/hub/work/silent-hosts.ts';
import { atLength } from '../../../support/at-length.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { LADDER, startHub, status, unreached } from './hub-in-process.ts';

const MINUTE = 60_000;
const EDITS = 4;
const BETWEEN_MS = atLength(60, 5) * MINUTE;
const settings = { retryDelays: LADDER };

for (const [fault, countedOnce] of [
  ['local', 0],
  // A firewall that drops everything: the first four may be dead, from the fifth on it is our side.
  ['connection', 4],
] as const) {
  test(`an outage of our own network (${fault}) ends no subscription, and all get the newest soon after`, async (t) => {
    const { requestMany, publish, callbacks, clock, failures } = await startHub(t, { settings });
    await requestMany(40);
    callbacks.script = { get: () => unreached(fault), post: () => unreached(fault) };
    for (let edit = 1; edit <= EDITS; edit++) {
      await publish(`edit ${edit}`);
      await clock.advance(BETWEEN_MS - 100);
    }
    const counted = (await failures()).filter(([, count]) => count === 1);
    assert.deepEqual([(await failures()).length, counted.length], [40, countedOnce]);
    callbacks.script = {};
    callbacks.delivered.length = 0;
    await clock.advance(61_000);
    assert.deepEqual(callbacks.texts(), Array(40).fill(`edit ${EDITS}`));
  });
}

test('hosts that refuse before a live one answers get each change once, and are gone after three', async (t) => {
  const { requestMany, publish, callbacks, clock, subscriptions } = await startHub(t);
  await requestMany(20, 'dead');
  await requestMany(1, 'live');
  callbacks.script = {
    post: async ({ callback }) => {
      if (callback.includes('dead')) return unreached('connection');
      await new Promise<void>((resolve) => clock.after(3_000, resolve));
      return undefined;
    },
  };
  for (const text of ['one', 'two', 'three']) {
    await publish(text);
    await clock.advance(6_000);
    assert.deepEqual(callbacks.texts('dead'), Array(20).fill(text));
    callbacks.delivered.length = 0;
  }
  assert.deepEqual(
    (await subscriptions()).map(({ host }) => host),
    ['live0.example'],
  );
});

const silent = unreached('connection');

/** Tells of an attempt at a version of a topic at each of these hosts, and lets five seconds pass. */
function startRecord() {
  const clock = new ManualClock();
  const hosts = new SilentHosts(clock);
  const record = async (
    result: Parameters<SilentHosts['isOutage']>[1],
    offered: number,
    names: string,
    topic = 'feed',
  ) => {
    const all = [...names].map((host) => hosts.isOutage({ topic, offered, host }, result));
    await clock.advance(5_000);
    return (await Promise.all(all)).map(Number).join('');
  };
  return { clock, hosts, record };
}

test('from the fifth silent host on none is reached, over versions, until one answers', async () => {
  const { record } = startRecord();
  assert.equal(await record(silent, 1, 'aabbccddefa'), '00000000111');
  assert.equal(await record(silent, 2, 'abc'), '111');
  // Any answer is one.
  assert.equal(await record(status(500), 2, 'a'), '0');
  assert.equal(await record(silent, 3, 'bcdef'), '00001');
  // The version could have reached others, and so could an older one, of that topic alone.
  await record(status(204), 4, 'a');
  await record(status(204), 3, 'b');
  assert.equal(await record(silent, 4, 'cdefgh'), '000000');
  assert.equal(await record(silent, 3, 'c'), '0');
  assert.equal(await record(silent, 4, 'c', 'other'), '1');
  assert.equal(await record(silent, 5, 'c'), '1');
});

test('a wait ends with an answer from any host, after five seconds, or with the hub', async () => {
  const { clock, hosts, record } = startRecord();
  await record(silent, 1, 'abcd');
  const version = { topic: 'feed', offered: 1, host: 'e' };
  const answered = hosts.isOutage(version, silent);
  await clock.advance(4_999);
  await hosts.isOutage(version, status(500));
  assert.equal(await answered, false);
  await record(silent, 2, 'abcd');
  const stopped = hosts.isOutage({ ...version, offered: 2 }, silent);
  hosts.stop();
  assert.deepEqual([await stopped, clock.pending], [true, 0]);
});
