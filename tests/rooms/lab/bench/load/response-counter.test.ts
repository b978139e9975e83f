import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ResponseCounter } from '../../../../../scripts/lab/bench/load/response-counter.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\ncontent-length: 5\r\nX: y\r\n\r\n12\r\n\r';
const EMPTY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 12\r\n\r\n';

const count = (counter: ResponseCounter, ...chunks: string[]) =>
  chunks.map((chunk) => counter.take(Buffer.from(chunk)));

test('a response ends with the last byte of its body', () => {
  const [head, body] = [OK.slice(0, -5), OK.slice(-5)];
  assert.deepEqual(
    count(new ResponseCounter(200), head, body.slice(0, 4), body.slice(4)),
    [0, 0, 1],
  );
});

test('a 304 ends with its head, whatever length it states', () => {
  assert.deepEqual(count(new ResponseCounter(304), NOT_MODIFIED, NOT_MODIFIED), [1, 1]);
});

test('however the bytes are cut, all responses are counted', () => {
  const stream = Buffer.from(OK + EMPTY + OK + OK + EMPTY);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (places) => {
      const counter = new ResponseCounter(200);
      const cuts = [0, ...places.sort((a, b) => a - b), stream.length];
      const chunks = cuts.slice(1).map((end, index) => stream.subarray(cuts[index], end));
      const ended = chunks.reduce((sum, chunk) => sum + counter.take(chunk), 0);
      assert.equal(ended, 5);
    }),
  );
});

test('another status than expected is refused', () => {
  assert.throws(() => count(new ResponseCounter(304), OK), /HTTP\/1\.1 200 OK.* not 304/s);
  assert.throws(() => count(new ResponseCounter(200), 'SSH-2.0-x\r\n\r\n'), /not 200/);
});

test('a body without a stated length is refused', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.throws(() => count(new ResponseCounter(200), chunked), /no Content-Length/);
});

test('a head without an end is refused', () => {
  const counter = new ResponseCounter(200);
  assert.throws(() => {
    for (let i = 0; i < 100; i++) counter.take(Buffer.alloc(1024, 'x'));
  }, /has no end/);
});
