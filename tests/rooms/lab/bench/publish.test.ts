import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadContent } from '#dataset/load-content.ts';
import { ConditionalReader } from '../../../../scripts/lab/bench/publish/conditional-reader.ts';
import {
  DelayProbe,
  DelayReport,
  summariseDelays,
} from '../../../../scripts/lab/bench/publish/delay-probe.ts';
import { measureEdit, type OwnResult } from '../../../../scripts/lab/bench/publish/own-run.ts';
import type { PeerResult } from '../../../../scripts/lab/bench/publish/peers.ts';
import {
  fastestMedian,
  listRatios,
  reportTimes,
  summarisePhase,
} from '../../../../scripts/lab/bench/publish/report.ts';
import {
  createEditor,
  type Edit,
  replaceBody,
  saveEdit,
} from '../../../../scripts/lab/bench/publish/review-edits.ts';
import { waitForWritten } from '../../../../scripts/lab/bench/publish/written-file.ts';
import { listPublished } from '../../../../scripts/lab/bench/release.ts';
import { isMet } from '../../../../scripts/lab/bench/report.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createContentFolder, createFolder } from '../../../support/content-folder.ts';

const PATIENCE_MS = 10_000;

/** Publishes the text of one file as /reviews.json at once, and as /reviews/a/ some requests later. */
async function startStandIn(t: TestContext) {
  const folder = createContentFolder(t, { 'a.md': '---\nid: a\n---\nold\n' });
  const file = join(folder, 'a.md');
  const asked: string[] = [];
  let page = readFileSync(file, 'utf8');
  let staleAnswers = 0;
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const data = readFileSync(file, 'utf8');
    asked.push(`${method} ${url}`);
    if (url === '/healthz') {
      const isFirst = asked.filter((one) => one === 'GET /healthz').length === 1;
      response.end(JSON.stringify({ isRebuilding: isFirst }));
      return;
    }
    if (method === 'HEAD') {
      response.writeHead(200, { 'Content-Encoding': headers['accept-encoding'] ?? '' }).end();
      return;
    }
    if (url === '/reviews/a/' && page !== data && ++staleAnswers === 3) page = data;
    const body = url === '/reviews.json' ? data : page;
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { ETag: etag }).end(isKnown ? undefined : body);
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const origin = `http://127.0.0.1:${address.port}`;
  const reader = new ConditionalReader(`${origin}/reviews.json`);
  atEnd(t, () => reader[Symbol.dispose]());
  await reader.open();
  const own = { origin, pid: process.pid, output: () => '', [Symbol.asyncDispose]: async () => {} };
  const text = '---\nid: a\n---\nfirst\n';
  const edit: Edit = { file, reviewId: 'a', marker: 'first', text, way: 'by rename' };
  return { sidecar: { server: own, probe: new DelayProbe(folder), reader }, edit, asked };
}

test('an edit is measured until its data are served, once nothing is published any more', async (t) => {
  const { sidecar, edit, asked } = await startStandIn(t);
  const { arrival, stretches } = await measureEdit(sidecar, edit, 'data');
  assert.ok(arrival.whole >= arrival.head && arrival.head > 0);
  assert.equal(stretches, undefined);
  const whole = ['GET /healthz', 'GET /healthz', 'HEAD /reviews.json', 'GET /reviews.json'];
  assert.deepEqual(asked.slice(1, 5), whole);
  assert.ok(!asked.includes('GET /reviews/a/'));
});

test('or until its page is, by a reader who asks for nothing else', async (t) => {
  const { sidecar, edit, asked } = await startStandIn(t);
  await measureEdit(sidecar, edit, 'page');
  const count = (request: string) => asked.filter((one) => one === request).length;
  assert.ok(count('GET /reviews/a/') >= 4);
  assert.equal(count('GET /reviews.json'), 1);
});

test('an edit that is not served in time is an error that says so', async (t) => {
  const { sidecar } = await startStandIn(t);
  const late = sidecar.reader.waitFor('the edit', performance.now(), 50);
  await assert.rejects(late, /the edit was not served within 0\.05 s/);
});

const REVIEWS = 20;
const FILES = Object.fromEntries([...listPublished(REVIEWS)].map(({ path, text }) => [path, text]));

test('the body of a review is replaced, and its front matter is not', () => {
  assert.equal(replaceBody('---\nid: a\n---\nold\n---\ntext\n', 'new'), '---\nid: a\n---\nnew\n');
  assert.throws(() => replaceBody('no front matter', 'new'), /no front matter/);
});

test('every edit is of another review, has another length, and takes the other way', (t) => {
  const nextEdit = createEditor(join(createContentFolder(t, FILES), 'reviews'));
  const edits = Array.from({ length: REVIEWS }, nextEdit);
  for (const field of [
    ({ file }: Edit) => file,
    ({ marker }: Edit) => marker,
    ({ text }: Edit) => `${text.length - text.indexOf('Edit')}`,
  ]) {
    assert.equal(new Set(edits.map(field)).size, REVIEWS);
  }
  const ways = edits.slice(0, 3).map(({ way }) => way);
  assert.deepEqual(ways, ['by rename', 'in place', 'by rename']);
});

test('a saved edit leaves good content, and no other file', (t) => {
  const folder = createContentFolder(t, FILES);
  const list = () => readdirSync(folder, { recursive: true }).sort();
  const before = list();
  const nextEdit = createEditor(join(folder, 'reviews'));
  const edits = [nextEdit(), nextEdit()];
  for (const edit of edits) saveEdit(edit);
  assert.deepEqual(list(), before);
  const { reviews } = loadContent(folder).content;
  for (const { reviewId, marker } of edits) {
    assert.ok(reviews.find(({ id }) => id === reviewId)?.reviewBody.startsWith(marker));
  }
});

test('a file counts when it is whole, not when it has the text', async (t) => {
  const file = join(createFolder(t), 'reviews.json');
  const start = performance.now();
  let checks = 0;
  let ended = 0;
  const milliseconds = await waitForWritten(file, 'edit', {
    start,
    longestMilliseconds: PATIENCE_MS,
    checkWriter: () => {
      checks++;
      if (checks === 3) writeFileSync(file, '{"reviews":["edit",');
      if (checks !== 30) return;
      appendFileSync(file, '"another"]}\n');
      ended = performance.now() - start;
    },
  });
  assert.ok(milliseconds >= ended && ended > 0);
});

test('an old file does not count, and a writer that has failed ends the wait', async (t) => {
  const file = join(createFolder(t), 'reviews.json');
  writeFileSync(file, '{"reviews":["old"]}\n');
  const late = { start: performance.now(), longestMilliseconds: 100 };
  await assert.rejects(waitForWritten(file, 'edit', late), /not written within 0\.1 s/);
  const checkWriter = () => {
    throw new Error('it ended with code 1');
  };
  const failing = { ...late, longestMilliseconds: PATIENCE_MS, checkWriter };
  await assert.rejects(waitForWritten(file, 'edit', failing), /ended with code 1/);
});

const delays = (count: number, max: number, percentiles: [number, number][]) =>
  DelayReport.parse({
    number: 1,
    count,
    max: max * 1e6,
    percentiles: percentiles.map(([percentile, delay]) => [percentile, delay * 1e6]),
  });
const EVEN: [number, number][] = [
  [0, 1],
  [100, 2],
];
const idle = delays(9900, 2, EVEN);
const blocked = delays(50, 80, [
  [0, 40],
  [100, 80],
]);
const steep = delays(1000, 50, [
  [50, 1.1],
  [98, 2],
  [99.5, 30],
  [100, 50],
]);
const empty = delays(0, 0, [[100, 0]]);

for (const { what, reports, summary } of [
  { what: 'one stretch', reports: [steep], summary: { p99: 30, worst: 50 } },
  // 50 of 9,950 are less than one in a hundred.
  { what: 'a short block', reports: [idle, blocked], summary: { p99: 2, worst: 80 } },
  {
    what: 'a longer block',
    reports: [idle, blocked, blocked, blocked],
    summary: { p99: 80, worst: 80 },
  },
  { what: 'nothing', reports: [], summary: null },
  { what: 'an empty stretch', reports: [empty], summary: null },
  {
    what: 'an empty stretch beside another',
    reports: [empty, idle],
    summary: { p99: 2, worst: 2 },
  },
]) {
  test(`the delays of ${what} count by how much was recorded`, () => {
    assert.deepEqual(summariseDelays(reports), summary);
  });
}

test('a phase has the figures of all its stretches together', () => {
  const stretch = (milliseconds: number[], failures: number) => ({
    delay: idle,
    latencies: { milliseconds, failures },
  });
  const figures = { requests: 3, failures: 1, p99: 8.86, worst: 9 };
  const summary = { delay: { p99: 2, worst: 2 }, ...figures };
  assert.deepEqual(summarisePhase([stretch([1, 2], 1), stretch([9], 0)]), summary);
  const nothing = { delay: null, requests: 0, failures: 0, p99: null, worst: null };
  assert.deepEqual(summarisePhase([]), nothing);
});

const edits = (times: readonly number[]) =>
  times.map((whole) => ({ arrival: { head: whole / 2, whole } }));
const own = (data: readonly number[], page: readonly number[], failure?: string): OwnResult => ({
  edits: { data: edits(data), page: edits(page) },
  editsUnderLoad: { data: [], page: [] },
  memory: { residentMegabytes: null, proportionalMegabytes: null },
  failure,
});
const peer = (milliseconds: readonly number[], given: Partial<PeerResult> = {}): PeerResult => ({
  label: 'Hugo',
  isDataOnly: true,
  way: 'watch',
  milliseconds,
  failure: undefined,
  ...given,
});
const PAGES = { isDataOnly: false, label: 'Eleventy' };
const PEERS = [
  peer([1600]),
  peer([1], { label: 'Eleventy' }),
  peer([300], PAGES),
  peer([240], PAGES),
];

for (const { size, data, page, peers, met } of [
  { size: 300, data: 500, page: 520, peers: [], met: [true] },
  { size: 1000, data: 50, page: 70, peers: [], met: [true, true] },
  { size: 1000, data: 51, page: 72, peers: [], met: [false, false] },
  { size: 100_000, data: 250, page: 270, peers: [], met: [true, true] },
  { size: 100_000, data: 251, page: null, peers: [], met: [false, false] },
  { size: 10_000, data: 80, page: 80, peers: PEERS, met: [true, true, true, true] },
  { size: 10_000, data: 81, page: 81, peers: PEERS, met: [false, false, true, false] },
  { size: 1000, data: 10, page: 10, peers: PEERS, met: [true, true, true] },
  { size: 1000, data: 10, page: 10, peers: [peer([], PAGES)], met: [true, true, false] },
]) {
  test(`aims at ${size} with data ${data}, page ${page} and ${peers.length} peers`, () => {
    assert.deepEqual(listRatios(size, { data, page }, peers).map(isMet), met);
  });
}

test('every way has a row with its factor', () => {
  const { rows, ratios } = reportTimes(10_000, own([40, 60], [50, 70]), [peer([1000])], []);
  assert.deepEqual(rows[0], ['reviews.json is served: Testimony', 2, 50, 59, 60, 1]);
  assert.deepEqual(rows[1], ['  its first byte', 2, 25, 29.5, 30, 0.5]);
  assert.deepEqual(rows[3], ['  Hugo, watching', 1, 1000, 1000, 1000, 20]);
  assert.deepEqual(rows[4], ['its page is served: Testimony', 2, 60, 69, 70, 1]);
  assert.deepEqual(ratios.map(isMet), [true, true, true]);
  assert.equal(fastestMedian([peer([200, 300, 250]), peer([500, 100, 150]), peer([])]), 150);
});

test('failures are noted, and nothing measured is nothing met', () => {
  const failed = peer([], { failure: 'a build took longer than 120 s' });
  const result = own([], [], 'the edit was not served within 60 s');
  const { rows, ratios, notes } = reportTimes(10_000, result, [failed], ['of the run']);
  assert.match(notes[0] ?? '', /^Testimony .* the edit was not served within 60 s\.$/);
  assert.match(notes[1] ?? '', /^Hugo, data files, watching, .* longer than 120 s\.$/);
  assert.equal(notes.at(-1), 'of the run');
  assert.deepEqual(rows[0]?.slice(1), [0, null, null, null, null]);
  assert.deepEqual(ratios.map(isMet), [false, false, false]);
});
