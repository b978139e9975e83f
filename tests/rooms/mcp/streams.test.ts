import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { RpcError } from '../../../sidecar/mcp/rpc-reply.ts';
import { OpenStreams } from '../../../sidecar/mcp/streams/open-streams.ts';
import { SessionStreams } from '../../../sidecar/mcp/streams/session-streams.ts';
import { Subscriptions } from '../../../sidecar/mcp/streams/subscriptions.ts';

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

for (const [whose, count, clientOf] of [
  ['a client has', 20, () => 'a'],
  ['there are', 500, (index: number) => `client ${index}`],
] as const) {
  test(`${whose} ${count} streams at most, and another after one of them closed`, () => {
    const { streams, add } = createStreams();
    const open = Array.from({ length: count }, (_, index) => add(clientOf(index)));
    const next = clientOf(count);
    assert.throws(() => add(next), REFUSED);
    assert.equal(streams.hasRoom(next), false);
    if (count < 500) close(add('another'));
    assert.equal(streams.count, count);
    close(open[1] ?? assert.fail());
    assert.equal(streams.hasRoom(next), true);
    add(next);
    assert.throws(() => add(next), REFUSED);
  });
}

test('a client that has not read at two sweeps in turn is dropped, one that reads between is not', () => {
  const { streams, add } = createStreams();
  const [slow, reading, quick] = [add('a'), add('a'), add('b')];
  for (const response of [slow, reading]) fall(response);
  streams.sweep();
  assert.equal(slow.destroyed, false);
  catchUp(reading);
  streams.sweep();
  Reflect.deleteProperty(reading, 'writableNeedDrain');
  streams.sweep();
  const areDropped = [slow, reading, quick].map(({ destroyed }) => destroyed);
  assert.deepEqual(areDropped, [true, false, false]);
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

test('an error of a response drops it and nothing else', () => {
  const response = createStreams().add('a');
  response.emit('error', new Error('write after end'));
  assert.equal(response.destroyed, true);
});

const SESSION = { id: 'session', version: '2025-06-18' };
const URI = 'https://reviews.example/reviews.json';

test('a client that leaves more than 64 KB unread loses its stream', () => {
  const streams = new SessionStreams();
  const response = createResponse();
  streams.open(SESSION, response, []);
  response.write('x'.repeat(63 * 1024));
  streams.sendUpdate(SESSION.id, URI);
  assert.equal(response.destroyed, false);
  for (let count = 0; count < 20; count++) streams.sendUpdate(SESSION.id, URI);
  assert.equal(response.destroyed, true);
});

test('streams are kept alive, save those that were not read or are ended', (t) => {
  const streams = new SessionStreams();
  const [idle, slow, ended] = [createResponse(), createResponse(), createResponse()];
  for (const [id, response] of Object.entries({ idle, slow, ended })) {
    streams.open({ ...SESSION, id }, response, []);
  }
  fall(slow);
  ended.end();
  const writes = [idle, slow, ended].map((response) => t.mock.method(response, 'write').mock);
  streams.keepAlive();
  assert.deepEqual(
    writes.map((mock) => mock.callCount()),
    [1, 0, 0],
  );
});

test('a session is subscribed to 32 resources at most', () => {
  const subscriptions = new Subscriptions(() => false);
  for (let index = 0; index < 32; index++) subscriptions.add('one', String(index));
  const isRefused = (error: unknown) => error instanceof RpcError && error.code === -32_602;
  assert.throws(() => subscriptions.add('one', '32'), isRefused);
  subscriptions.add('one', '31');
  subscriptions.add('two', '32');
  subscriptions.remove('one', '0');
  subscriptions.add('one', '32');
  assert.equal(subscriptions.of('one').size, 32);
});

test('of more than a thousand sessions the oldest that does not listen is forgotten', () => {
  const subscriptions = new Subscriptions((session) => session === 'session 1');
  for (let index = 0; index < 1000; index++) subscriptions.add(`session ${index}`, 'a');
  for (let index = 0; index < 1000; index++) {
    // Those that unsubscribed from all take no place.
    subscriptions.add(`passing ${index}`, 'a');
    subscriptions.remove(`passing ${index}`, 'a');
  }
  const known = [0, 1, 2, 3, 4].map((index) => `session ${index}`);
  const sizes = () => known.map((session) => subscriptions.of(session).size);
  // The first to pass was the one too many.
  assert.deepEqual(sizes(), [0, 1, 1, 1, 1]);
  subscriptions.add('session 2', 'b');
  for (const more of ['one more', 'another']) subscriptions.add(more, 'a');
  assert.deepEqual(sizes(), [0, 1, 2, 0, 1]);
});

/** A response to nobody. What is written to it stays unread; it closes when it is told to. */
function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

/** The client of a response goes away. */
function close(response: ServerResponse): void {
  response.emit('close');
}

/** Leaves so much unread that the response asks for a pause. */
function fall(response: ServerResponse): void {
  response.write(Buffer.alloc(response.writableHighWaterMark));
}

/** Reads all that was left. */
function catchUp(response: ServerResponse): void {
  Object.defineProperty(response, 'writableNeedDrain', { value: false, configurable: true });
}
