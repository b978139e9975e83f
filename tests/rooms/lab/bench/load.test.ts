import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { ask } from '../../../../scripts/lab/bench/load/ask.ts';
import { ResponseCounter } from '../../../../scripts/lab/bench/load/connections.ts';
import {
  FIRST_ID,
  luaString,
  ownGenerator,
  parseSummary,
  postScript,
  requestTextOf,
} from '../../../../scripts/lab/bench/load/load.ts';
import { findWrongSize } from '../../../../scripts/lab/bench/rounds.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createFolder } from '../../../support/content-folder.ts';

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}`;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\ncontent-length: 5\r\nX: y\r\n\r\n12\r\n\r';
const EMPTY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 12\r\n\r\n';

const count = (status: number, ...chunks: string[]) => {
  const counter = new ResponseCounter(status);
  return chunks.map((chunk) => counter.take(Buffer.from(chunk)));
};

test('a response ends with the last byte of its body, a 304 with its head', () => {
  const [head, body] = [OK.slice(0, -5), OK.slice(-5)];
  assert.deepEqual(count(200, head, body.slice(0, 4), body.slice(4)), [0, 0, 1]);
  assert.deepEqual(count(304, NOT_MODIFIED, NOT_MODIFIED), [1, 1]);
});

test('however the bytes are cut, all responses are counted', () => {
  const stream = Buffer.from(OK + EMPTY + OK + OK + EMPTY);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (places) => {
      const counter = new ResponseCounter(200);
      const cuts = [0, ...places.sort((a, b) => a - b), stream.length];
      const chunks = cuts.slice(1).map((end, index) => stream.subarray(cuts[index], end));
      assert.equal(
        chunks.reduce((sum, chunk) => sum + counter.take(chunk), 0),
        5,
      );
    }),
  );
});

test('another status, a body without a length, and a head without an end are refused', () => {
  assert.throws(() => count(304, OK), /HTTP\/1\.1 200 OK.* not 304/s);
  assert.throws(() => count(200, 'SSH-2.0-x\r\n\r\n'), /not 200/);
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.throws(() => count(200, chunked), /no Content-Length/);
  assert.throws(() => count(200, ...Array.from({ length: 100 }, () => 'x'.repeat(1024))), /no end/);
});

test('every request of our own generator arrives, each with a head of its own', async (t) => {
  const heads = new Set<string | undefined>();
  let answered = 0;
  const url = await serve(t, ({ headers }, response) => {
    heads.add(headers['user-agent']);
    answered++;
    response.end('hello');
  });
  const request = { url: `${url}/`, headers: { Accept: 'a/b' } };
  const { wireBytes } = await ask({ url, headers: { ...request.headers, 'User-Agent': 'ask' } });
  const shape = { request, expectedStatus: 200, connections: 2, seconds: 0.2 };
  const own = ownGenerator(createFolder(t));
  const load = await own.run({ ...shape, headsDiffer: true });
  assert.deepEqual([load.failures, load.requests], [0, answered - 1]);
  assert.equal(heads.size, answered);
  assert.equal(load.bytes, wireBytes * load.requests);
  assert.ok(load.p50Milliseconds > 0 && load.p99Milliseconds >= load.p50Milliseconds);
  await assert.rejects(own.run({ ...shape, expectedStatus: 304, headsDiffer: false }), /not 304/);
});

const posts = ['one', 'two'].map((name) => ({
  headers: { 'Content-Type': 'application/json' },
  before: '{"id":',
  after: `,"name":"${name} é"}`,
}));

test('a numbered post states its length, and the script for wrk has it cut at the id', () => {
  const url = 'http://127.0.0.1:1234/mcp';
  const [first] = posts;
  assert.ok(first);
  const [before, after] = requestTextOf(url, first);
  const [head = '', body = ''] = `${before}${FIRST_ID + 7}${after}`.split('\r\n\r\n');
  assert.match(head, /^POST \/mcp HTTP\/1\.1\r\nHost: 127\.0\.0\.1:1234\r\n/);
  assert.equal(/Content-Length: (\d+)/.exec(head)?.[1], String(Buffer.byteLength(body)));
  assert.deepEqual(JSON.parse(body), { id: FIRST_ID + 7, name: 'one é' });
  const script = postScript(url, posts);
  for (const text of [before, after]) assert.ok(script.includes(luaString(text)));
  assert.equal(luaString('a "é"\r\n\\'), '"a \\034\\195\\169\\034\\013\\010\\092"');
});

test('the summary of wrk is found behind what it writes itself', () => {
  const output = `Running 3s test @ http://127.0.0.1:1/
  1 threads and 32 connections
{"requests":3000,"microseconds":3000000,"bytes":600,"failures":1,"p50":250.0,"p99":1500.0}
`;
  const times = { seconds: 3, p50Milliseconds: 0.25, p99Milliseconds: 1.5 };
  assert.deepEqual(parseSummary(output), { requests: 3000, bytes: 600, failures: 1, ...times });
  assert.throws(() => parseSummary('unable to connect'), /unable to connect/);
});

test('answers of another size than expected are found', () => {
  const load = { requests: 100, seconds: 1, failures: 0, p50Milliseconds: 1, p99Milliseconds: 1 };
  const found = (bytes: number) => findWrongSize({ ...load, bytes }, 500, 8);
  assert.deepEqual([50_000, 54_000].map(found), [undefined, undefined]);
  for (const bytes of [48_000, 56_000]) assert.match(found(bytes) ?? '', /came to \d+ bytes/);
});
