import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MCP_LIMITS } from '#agents/mcp-limits.ts';
import { OpenStreams } from '../../../../sidecar/mcp/streams/open-streams.ts';
import { catchUp, close, createResponse, fall } from '../../../support/mcp-client-response.ts';

const LIFE_MS = 30 * 60_000;
const REFUSED = { status: 503, code: -32_000, headers: { 'Retry-After': '15' } };

function createStreams() {
  const clock = { now: 1_000, isEnding: false };
  const streams = new OpenStreams(
    () => clock.now,
    () => clock.isEnding,
  );
  const add = (client: string) => {
    const response = createResponse();
    streams.add(client, response);
    return response;
  };
  return { clock, streams, add };
}

test('no stream begins once the process is about to end', () => {
  const { clock, streams, add } = createStreams();
  add('a');
  clock.isEnding = true;
  assert.throws(() => add('b'), REFUSED);
  assert.equal(streams.count, 1);
});

test('a client has four streams, and another after one of them closed', () => {
  const { streams, add } = createStreams();
  const [first] = Array.from({ length: 4 }, () => add('a'));
  assert.throws(() => add('a'), REFUSED);
  add('b');
  assert.equal(streams.count, 5);
  assert.ok(first);
  close(first);
  assert.equal(streams.count, 4);
  add('a');
  assert.throws(() => add('a'), REFUSED);
});

test('there are 500 streams in all, and another after one of them closed', () => {
  const { streams, add } = createStreams();
  const open = Array.from({ length: 500 }, (_, index) => add(`client ${index}`));
  assert.equal(MCP_LIMITS.streams, open.length);
  assert.throws(() => add('one more'), REFUSED);
  assert.equal(streams.count, 500);
  const last = open.at(-1);
  assert.ok(last);
  close(last);
  add('one more');
  assert.throws(() => add('and another'), REFUSED);
});

test('of a thousand streams of one client four are open', () => {
  const { streams, add } = createStreams();
  let refused = 0;
  for (let index = 0; index < 1000; index++) {
    try {
      add('a');
    } catch {
      refused += 1;
    }
  }
  assert.deepEqual([streams.count, refused], [4, 996]);
});

test('a stream is ended after 30 minutes', () => {
  const { clock, streams, add } = createStreams();
  const early = add('a');
  clock.now += 1;
  const late = add('a');
  clock.now += LIFE_MS - 2;
  streams.sweep();
  assert.deepEqual([early.writableEnded, late.writableEnded], [false, false]);
  clock.now += 1;
  streams.sweep();
  assert.deepEqual([early.writableEnded, late.writableEnded], [true, false]);
  assert.deepEqual([early.destroyed, late.destroyed], [false, false]);
});

test('a client that has not read at two sweeps in turn is dropped', () => {
  const { streams, add } = createStreams();
  const [slow, quick] = [add('a'), add('b')];
  fall(slow);
  streams.sweep();
  assert.equal(slow.destroyed, false);
  streams.sweep();
  assert.deepEqual([slow.destroyed, quick.destroyed], [true, false]);
});

test('a client that reads in between keeps its stream', () => {
  const { streams, add } = createStreams();
  const response = add('a');
  for (let round = 0; round < 3; round++) {
    Reflect.deleteProperty(response, 'writableNeedDrain');
    fall(response);
    streams.sweep();
    catchUp(response);
    streams.sweep();
  }
  assert.equal(response.destroyed, false);
});

test('a client that does not read the end of its stream is dropped too', () => {
  const { clock, streams, add } = createStreams();
  const response = add('a');
  fall(response);
  clock.now += LIFE_MS;
  streams.sweep();
  streams.sweep();
  assert.equal(response.destroyed, true);
});

test('at the end of the process all streams are ended', () => {
  const { streams, add } = createStreams();
  const open = [add('a'), add('a'), add('b')];
  streams.end();
  assert.ok(open.every((response) => response.writableEnded && !response.destroyed));
});

test('an error of a response drops it and nothing else', () => {
  const { add } = createStreams();
  const response = add('a');
  response.emit('error', new Error('write after end'));
  assert.equal(response.destroyed, true);
});
