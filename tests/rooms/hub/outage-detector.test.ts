import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutageDetector } from '../../../sidecar/hub/work/outage-detector.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const HOLD_MS = 5_000;
const callbackOf = (host: string) => `https://${host}.example/`;

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
  /** What a silent host comes to once the hold is over. */
  const judgeLate = async (host: string, fault: Fault = 'silent') => {
    const verdict = judge(host, fault);
    await clock.advance(HOLD_MS);
    return verdict;
  };
  const hear = (host: string) => outages.recordResponse(host, callbackOf(host));
  return { clock, changes, tried, outages, judge, judgeLate, hear };
}

test('a host that answers wrongly or may not be asked is to blame, at once', async () => {
  const { judge, changes } = createDetector();
  assert.equal(await judge('a', 'broken'), 'remote');
  assert.equal(await judge('b', 'blocked'), 'remote');
  assert.deepEqual(changes, []);
});

test('a lone host that is silent is to blame, after a moment', async () => {
  const { judgeLate, changes } = createDetector();
  assert.equal(await judgeLate('a'), 'remote');
  assert.deepEqual(changes, []);
});

test('without a network of our own nobody is to blame, not even a lone host', async () => {
  const { judgeLate, changes } = createDetector();
  assert.equal(await judgeLate('a', 'local'), 'local');
  assert.deepEqual(changes, [true]);
});

test('where nobody was heard before, several hosts that are silent alike are our fault', async () => {
  const { outages, judge, clock, changes } = createDetector();
  const verdicts = ['a', 'b'].map((host) => judge(host, 'silent'));
  await clock.advance(HOLD_MS);
  assert.deepEqual(await Promise.all(verdicts), ['local', 'local']);
  assert.equal(outages.isPaused, true);
  assert.deepEqual(changes, [true]);
});

test('many subscriptions of one silent host are one host', async () => {
  const { judge, clock } = createDetector();
  const verdicts = Array.from({ length: 9 }, () => judge('a', 'silent'));
  await clock.advance(HOLD_MS);
  assert.deepEqual(new Set(await Promise.all(verdicts)), new Set(['remote']));
});

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
  hear('c');
  await clock.advance(4_000);
  assert.equal(await judge('a', 'silent', startedAt), 'remote');
});

test('however many are silent, they are to blame where one that was heard before takes a connection', async () => {
  const { judge, hear, clock, tried } = createDetector((host) => host === 'live');
  hear('live');
  await clock.advance(86_400_000);
  const verdicts = Array.from({ length: 300 }, (_, index) => judge(`dead${index}`, 'silent'));
  await clock.advance(HOLD_MS);
  assert.deepEqual(new Set(await Promise.all(verdicts)), new Set(['remote']));
  assert.deepEqual(tried, ['live']);
});

test('where none of those takes a connection it is our fault, also for a lone silent host', async () => {
  const { judgeLate, hear, clock, tried } = createDetector();
  for (const host of ['b', 'c']) hear(host);
  await clock.advance(60_000);
  assert.equal(await judgeLate('a'), 'local');
  assert.deepEqual(tried.toSorted(), ['b', 'c']);
});

test('of all that were heard a few are tried: the newest, and any others, but not the silent', async () => {
  const { judgeLate, hear, clock, tried } = createDetector();
  for (let index = 0; index < 300; index++) hear(`h${index}`);
  await clock.advance(60_000);
  await judgeLate('h299');
  assert.equal(tried.length, 4);
  assert.deepEqual(tried.slice(0, 2), ['h298', 'h297']);
});

test('who answered and took nothing is not asked for proof', async () => {
  const { outages, judgeLate, clock, tried } = createDetector();
  outages.recordResponse('b');
  await clock.advance(60_000);
  assert.equal(await judgeLate('a', 'local'), 'local');
  assert.deepEqual(tried, []);
});

test('a pause ends when a host is heard, and is longer each time until then', async () => {
  const { outages, judgeLate, hear, changes } = createDetector();
  const pauses: number[] = [];
  for (let time = 0; time < 4; time++) {
    await judgeLate('a', 'local');
    pauses.push(outages.pauseMs);
  }
  assert.deepEqual(pauses, [10_000, 20_000, 40_000, 60_000]);
  hear('b');
  assert.equal(outages.isPaused, false);
  assert.deepEqual(changes, [true, false]);
});

test('a pause ends, too, where one that was heard before takes a connection again', async () => {
  const network = { isUp: false };
  const { judgeLate, hear, clock, changes } = createDetector(() => network.isUp);
  hear('b');
  await clock.advance(60_000);
  await judgeLate('a');
  network.isUp = true;
  assert.equal(await judgeLate('a'), 'remote');
  assert.deepEqual(changes, [true, false]);
});

test('after close nobody is blamed, and nothing waits', async () => {
  const { outages, judge, clock } = createDetector();
  const verdict = judge('a', 'silent');
  outages.close();
  assert.equal(await verdict, 'local');
  assert.equal(await judge('b', 'silent'), 'local');
  assert.equal(clock.pending, 0);
});
