import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { peerHeaders } from '../../../../scripts/lab/bench/fanout/processes.ts';
import {
  type FanOut,
  reckonFanOut,
  reportTopic,
} from '../../../../scripts/lab/bench/fanout/report.ts';
import {
  Arrivals,
  callbackPath,
  checkArrivals,
  Tally,
} from '../../../../scripts/lab/bench/fanout/tally.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';

const BODY = Buffer.from('the body');

function deliver(tally: Tally, path: string, at: number): void {
  const isSample = tally.begin(() => ({ at: String(at) }), at);
  tally.end(
    path,
    BODY.length,
    isSample ? [BODY.subarray(0, 2), BODY.subarray(2)] : undefined,
    at + 1,
  );
}

test('each callback counts once, in whatever order, and others are strangers', () => {
  const tally = new Tally(3);
  for (const path of [2, 0, 0].map(callbackPath)) deliver(tally, path, 1);
  for (const path of [callbackPath(3), '/s/-1', '/s/01x', '/']) deliver(tally, path, 1);
  const { total, callbacks, strangers } = tally.arrivals();
  assert.deepEqual({ total, callbacks, strangers }, { total: 7, callbacks: 2, strangers: 4 });
});

test('it is complete with as many bodies as expected, from the first head to the last body', async () => {
  const tally = new Tally(2);
  let isComplete = false;
  const done = tally.complete.then(() => {
    isComplete = true;
  });
  deliver(tally, callbackPath(0), 10);
  await Promise.resolve();
  assert.ok(!isComplete);
  deliver(tally, callbackPath(1), 20);
  await done;
  const { firstAt, lastAt, headers } = Arrivals.parse(tally.arrivals());
  assert.deepEqual([firstAt, lastAt, headers], [10, 21, { at: '10' }]);
});

const NOTHING = new Tally(0).arrivals();
const RIGHT: Arrivals = {
  ...NOTHING,
  total: 2,
  callbacks: 2,
  lengths: [BODY.length],
  hashes: [hash('sha256', BODY, 'hex')],
};

test('a fan-out that brought each callback the body once is right', () => {
  assert.doesNotThrow(() => checkArrivals(RIGHT, 2, BODY));
});

const WRONG: readonly (readonly [change: Partial<Arrivals>, message: RegExp])[] = [
  [{ total: 1, callbacks: 1 }, /^Error: 2 callbacks were to get a body; /],
  [{ total: 3 }, /^Error: 2 callbacks/],
  [{ callbacks: 1 }, /^Error: 2 callbacks/],
  [{ strangers: 1 }, /^Error: 2 callbacks/],
  [{ lengths: [7] }, /bodies of 7 bytes came in place of 8/],
  [{ lengths: [8, 7] }, /bodies of 8, 7 bytes/],
  [{ hashes: ['0'] }, /or another than is served/],
  [{ hashes: [] }, /0 kinds of bodies/],
];
for (const [change, message] of WRONG) {
  test(`${JSON.stringify(change)} in place of what was sent is refused`, () => {
    assert.throws(() => checkArrivals({ ...RIGHT, ...change }, 2, BODY), message);
  });
}

test('rates run from the first to the last delivery, times from the start', () => {
  const came = { ...NOTHING, total: 1000, lengths: [500_000], connections: 64 };
  const timed = { ...came, firstAt: 1500, lastAt: 3500 };
  const [before, after] = [
    { sender: 1, subscribers: 2 },
    { sender: 1.5, subscribers: 3 },
  ];
  const figures = reckonFanOut(timed, 1000, before, after);
  assert.deepEqual(figures, {
    deliveriesPerSecond: 500,
    megabytesPerSecond: 250,
    cpuSecondsPerThousand: 0.5,
    firstMilliseconds: 500,
    lastMilliseconds: 2500,
    subscribersPercent: 50,
    connections: 64,
  });
  const unknown = { sender: null, subscribers: null };
  const { cpuSecondsPerThousand, subscribersPercent } = reckonFanOut(timed, 0, unknown, unknown);
  assert.deepEqual([cpuSecondsPerThousand, subscribersPercent], [null, null]);
  assert.throws(() => reckonFanOut(NOTHING, 0, before, after), /nothing was delivered/);
});

test('the peer sends the headers of the hub that undici does not write itself, unsigned', () => {
  const sent = { 'Content-Type': 'application/json', Link: '<a>; rel="hub"', 'user-agent': 'T' };
  const own = {
    host: 'a',
    connection: 'keep-alive',
    'X-Hub-Signature': '0',
    'content-length': '8',
  };
  assert.deepEqual(peerHeaders({ ...own, ...sent }), sent);
});

const fanOut = (deliveriesPerSecond: number): FanOut => ({
  deliveriesPerSecond,
  megabytesPerSecond: 1,
  cpuSecondsPerThousand: 1,
  firstMilliseconds: 1,
  lastMilliseconds: 2,
  subscribersPercent: 1,
  connections: 64,
});
const RESULT = {
  path: '/feed.xml',
  subscriptions: 1000,
  bodyBytes: 50_400,
  ours: [fanOut(80), fanOut(90)],
  peer: [fanOut(100), fanOut(100)],
  others: [{ label: 'signed', fanOuts: [fanOut(70)] }],
  failures: [],
};

test('every sender has a row with the medians of its rounds, and the aim is 0.8 of the peer', () => {
  const { title, columns, rows, ratios } = reportTopic(RESULT, []);
  assert.equal(title, '/feed.xml (50 kB) to 1,000 subscribers over TLS');
  assert.deepEqual(
    rows.map((row) => row.slice(0, 3)),
    [
      ['Testimony', 2, 85],
      ['bare undici', 2, 100],
      ['signed', 1, 70],
    ],
  );
  for (const row of rows) assert.equal(row.length, columns.length);
  assert.deepEqual(ratios.map(isMet), [true]);
  const slow = { ...RESULT, ours: [fanOut(79), fanOut(79)] };
  assert.deepEqual(reportTopic(slow, []).ratios.map(isMet), [false]);
});
