import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  Arrivals,
  callbackPath,
  checkArrivals,
  Tally,
} from '../../../../scripts/lab/bench/fanout/tally.ts';
import { ResponseCounter } from '../../../../scripts/lab/bench/load/connections.ts';
import { findDifference } from '../../../../scripts/lab/bench/mcp/calls.ts';
import { parseMegabytes, parseStat } from '../../../../scripts/lab/bench/process/usage.ts';
import { findWrongSize } from '../../../../scripts/lab/bench/rounds.ts';
import { REPOSITORY } from '../../../support/run-script.ts';

test('times and memory of a process are read from /proc; what it does not state is refused or null', () => {
  const tail = '4194560 1831 0 3 0 250 17 8 2 20 0 1 0 6213 12345678 900 18446744073709551615';
  const stat = { parent: 811, ownTicks: 267, endedChildrenTicks: 10 };
  // The name of a process may hold blanks and parentheses.
  for (const name of ['nginx', 'a) S 1 (b) R']) {
    assert.deepEqual(parseStat(`812 (${name}) S 811 811 700 0 -1 ${tail}\n`), stat);
  }
  for (const text of ['', '812 (nginx) S 811']) {
    assert.throws(() => parseStat(text), /no line of \/proc/);
  }
  const status = 'VmPeak:\t  999 kB\nVmHWM:\t  2048 kB\nPss_Dirty:\t 100 kB\nPss:\t 512 kB\n';
  assert.deepEqual(
    (['VmHWM', 'Pss', 'Rss'] as const).map((field) => parseMegabytes(status, field)),
    [2, 0.5, null],
  );
});

test('however the bytes are cut, all responses are counted', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\ncontent-length: 5\r\n\r\n12\r\n\r';
  const empty = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const stream = Buffer.from(ok + empty + ok + ok + empty);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (places) => {
      const counter = new ResponseCounter(200);
      const cuts = [0, ...places.sort((a, b) => a - b), stream.length];
      const chunks = cuts.slice(1).map((end, index) => stream.subarray(cuts[index], end));
      const counted = chunks.reduce((sum, chunk) => sum + counter.take(chunk), 0);
      assert.equal(counted, 5);
    }),
  );
  const unchanged = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n';
  assert.equal(new ResponseCounter(304).take(Buffer.from(unchanged + unchanged)), 2);
  for (const [response, fault] of [
    [unchanged, /304 Not Modified.* not 200/s],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', /no Content-Length/],
    ['x'.repeat(100_000), /no end/],
  ] as const) {
    assert.throws(() => new ResponseCounter(200).take(Buffer.from(response)), fault);
  }
});

test('answers of another size than expected are found', () => {
  const load = { requests: 100, seconds: 1, failures: 0, p50Milliseconds: 1, p99Milliseconds: 1 };
  const found = (bytes: number) => findWrongSize({ ...load, bytes }, 500, 8);
  assert.deepEqual([50_000, 54_000].map(found), [undefined, undefined]);
  for (const bytes of [48_000, 56_000]) assert.match(found(bytes) ?? '', /came to \d+ bytes/);
});

test('an answer of MCP is wrong with another id, content or text, or with an error', () => {
  const content = { total: 1, reviews: ['ü'] };
  const answerTo = (id: number, structuredContent: unknown, about: unknown, more = {}) => ({
    jsonrpc: '2.0',
    id,
    result: {
      content: [{ type: 'text', text: JSON.stringify(about) }],
      structuredContent,
      ...more,
    },
  });
  assert.equal(findDifference(answerTo(3, content, content), 3, content), undefined);
  for (const [message, difference] of [
    [answerTo(4, content, content), /id 4 instead of 3/],
    [answerTo(3, { total: 2 }, content), /structuredContent is \{"total":2/],
    [answerTo(3, content, { total: 2 }), /the text is not/],
    [answerTo(3, content, content, { isError: true }), /"isError":true/],
    [{ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } }, /-32603/],
  ] as const) {
    assert.match(findDifference(message, 3, content) ?? '', difference);
  }
});

const BODY = Buffer.from('the body');

function deliver(tally: Tally, path: string, at: number): void {
  const isSample = tally.begin(() => ({ at: String(at) }), at);
  const chunks = isSample ? [BODY.subarray(0, 2), BODY.subarray(2)] : undefined;
  tally.end(path, BODY.length, chunks, at + 1);
}

test('each callback of a fan-out counts once, in whatever order, and others are strangers', () => {
  const tally = new Tally(3);
  for (const path of [2, 0, 0].map(callbackPath)) deliver(tally, path, 1);
  for (const path of [callbackPath(3), '/s/-1', '/s/01x', '/']) deliver(tally, path, 1);
  const { total, callbacks, strangers } = tally.arrivals();
  assert.deepEqual({ total, callbacks, strangers }, { total: 7, callbacks: 2, strangers: 4 });
});

test('a fan-out is complete with as many bodies as expected, from the first head to the last body', async () => {
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
  const arrivals = Arrivals.parse(tally.arrivals());
  const { firstAt, lastAt, headers } = arrivals;
  assert.deepEqual([firstAt, lastAt, headers], [10, 21, { at: '10' }]);
  checkArrivals(arrivals, 2, BODY);
  assert.deepEqual(arrivals.hashes, [hash('sha256', BODY, 'hex')]);
  for (const [change, message] of [
    [{ total: 3 }, /^Error: 2 callbacks were to get a body; /],
    [{ callbacks: 1 }, /^Error: 2 callbacks/],
    [{ strangers: 1 }, /^Error: 2 callbacks/],
    [{ lengths: [8, 7] }, /bodies of 8, 7 bytes came in place of 8/],
    [{ hashes: ['0'] }, /or another than is served/],
    [{ hashes: [] }, /0 kinds of bodies/],
  ] as const) {
    const wrong = Arrivals.parse({ ...arrivals, ...change });
    assert.throws(() => checkArrivals(wrong, 2, BODY), message);
  }
});

test('the templates of Eleventy import only what their shared module exports', () => {
  const file = join(REPOSITORY, 'scripts/lab/bench/build/eleventy-site.ts');
  const text = readFileSync(file, 'utf8');
  const names = text.matchAll(/^import \{ (.+) \} from '[./]+\/shared\.js';$/gm);
  const imported = [...names].flatMap(([, list = '']) => list.split(', '));
  const exported = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  assert.ok(imported.length > 5);
  assert.deepEqual(
    imported.filter((name) => !exported.includes(name)),
    [],
  );
});
