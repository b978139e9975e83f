import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutageDetector } from '../../../../sidecar/hub/work/outage-detector.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const HOLD_MS = 5_000;
const MINUTE = 60_000;

/** A network in which some hosts take connections. */
function createDetector(isUp: (host: string) => boolean = () => false) {
  const clock = new ManualClock();
  const changes: boolean[] = [];
  const tried: string[] = [];
  const outages = new OutageDetector({
    clock,
    random: () => 0.5,
    client: {
      canReach: async (callback) => {
        const [host = ''] = new URL(callback).hostname.split('.');
        tried.push(host);
        return isUp(host);
      },
    },
    onChange: (isPaused) => changes.push(isPaused),
  });
  type Fault = Parameters<typeof outages.judge>[1];
  const judge = (host: string, fault: Fault, startedAt = clock.now()) =>
    outages.judge(host, fault, startedAt);
  /** What silent hosts come to once the hold is over. */
  const judgeLate = async (fault: Fault, ...hosts: readonly string[]) => {
    const verdicts = hosts.map((host) => judge(host, fault));
    await clock.advance(HOLD_MS);
    return [...new Set(await Promise.all(verdicts))];
  };
  /** These hosts took a delivery, some time ago. */
  const hear = async (ms: number, ...hosts: readonly string[]) => {
    for (const host of hosts) outages.recordResponse(host, `https://${host}.example/`);
    await clock.advance(ms);
  };
  return { clock, changes, tried, outages, judge, judgeLate, hear };
}

test('a host that answers wrongly or may not be asked is to blame, at once', async () => {
  const { judge, changes } = createDetector();
  assert.equal(await judge('a', 'broken'), 'remote');
  assert.equal(await judge('b', 'blocked'), 'remote');
  assert.deepEqual(changes, []);
});

for (const [title, fault, hosts, verdict, ...expected] of [
  ['a lone host that is silent is to blame, however often', 'silent', ['a', 'a', 'a'], 'remote'],
  ['without a network of our own nobody is to blame', 'local', ['a'], 'local', true],
  ['several hosts that are silent alike are our fault', 'silent', ['a', 'b'], 'local', true],
] as const) {
  test(`where nobody was heard before: ${title}`, async () => {
    const { outages, judgeLate, changes } = createDetector();
    assert.deepEqual(await judgeLate(fault, ...hosts), [verdict]);
    assert.deepEqual(changes, expected);
    assert.equal(outages.isPaused, expected.length > 0);
  });
}

test('as soon as another host is heard the silent ones are to blame', async () => {
  const { outages, judge } = createDetector();
  const verdicts = [judge('a', 'silent'), judge('b', 'local')];
  outages.recordResponse('c');
  assert.deepEqual(await Promise.all(verdicts), ['remote', 'remote']);
});

test('another host that was heard while the attempt lasted is proof enough', async () => {
  const { judge, hear, clock } = createDetector();
  const startedAt = clock.now();
  await clock.advance(1_000);
  await hear(4_000, 'c');
  assert.equal(await judge('a', 'silent', startedAt), 'remote');
});

test('however many are silent, they are to blame where one that was heard before takes a connection', async () => {
  const { judgeLate, hear, tried } = createDetector((host) => host === 'live');
  await hear(86_400_000, 'live');
  const dead = Array.from({ length: 300 }, (_, index) => `dead${index}`);
  assert.deepEqual(await judgeLate('silent', ...dead), ['remote']);
  assert.deepEqual(tried, ['live']);
});

test('where none of those takes a connection it is our fault, also for a lone silent host', async () => {
  const { judgeLate, hear, tried } = createDetector();
  await hear(MINUTE, 'b', 'c');
  assert.deepEqual(await judgeLate('silent', 'a'), ['local']);
  assert.deepEqual(tried.toSorted(), ['b', 'c']);
});

test('of all that were heard a few are tried: the newest, and any others, but not the silent', async () => {
  const { judgeLate, hear, tried } = createDetector();
  await hear(MINUTE, ...Array.from({ length: 300 }, (_, index) => `h${index}`));
  await judgeLate('silent', 'h299');
  assert.equal(tried.length, 4);
  assert.deepEqual(tried.slice(0, 2), ['h298', 'h297']);
});

test('who answered and took nothing is not asked for proof', async () => {
  const { outages, judgeLate, clock, tried } = createDetector();
  outages.recordResponse('b');
  await clock.advance(MINUTE);
  assert.deepEqual(await judgeLate('local', 'a'), ['local']);
  assert.deepEqual(tried, []);
});

test('a pause ends when a host is heard, and is longer each time until then', async () => {
  const { outages, judgeLate, hear, changes } = createDetector();
  for (const pauseMs of [10_000, 20_000, 40_000, 60_000]) {
    await judgeLate('local', 'a');
    assert.equal(outages.pauseMs, pauseMs);
  }
  await hear(0, 'b');
  assert.equal(outages.isPaused, false);
  assert.deepEqual(changes, [true, false]);
});

test('a pause ends, too, where one that was heard before takes a connection again', async () => {
  const network = { isUp: false };
  const { judgeLate, hear, changes } = createDetector(() => network.isUp);
  await hear(MINUTE, 'b');
  await judgeLate('silent', 'a');
  network.isUp = true;
  assert.deepEqual(await judgeLate('silent', 'a'), ['remote']);
  assert.deepEqual(changes, [true, false]);
});

test('after close nobody is blamed, and nothing waits', async () => {
  const { outages, judge, clock } = createDetector();
  const verdict = judge('a', 'silent');
  outages.close();
  assert.deepEqual([await verdict, await judge('b', 'silent')], ['local', 'local']);
  assert.equal(clock.pending, 0);
});
