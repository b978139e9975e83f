import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { EventStreams } from '../../../sidecar/mcp/event-streams.ts';
import { RpcError } from '../../../sidecar/mcp/rpc-answer.ts';

const REFUSED = { status: 503, code: -32_000, headers: { 'Retry-After': '15' } };

function createStreams() {
  const streams = new EventStreams(() => 1_000);
  const add = (client: string) => {
    const response = createResponse();
    streams.add({ client, response, uris: () => new Set() });
    return response;
  };
  const open = (session: string) => {
    const response = createResponse();
    streams.openSession(session, session, response, []);
    return response;
  };
  return { streams, add, open };
}

test('no stream begins once all were ended', () => {
  const { streams, add } = createStreams();
  const response = add('a');
  streams.end();
  assert.equal(response.writableEnded, true);
  assert.throws(() => add('b'), REFUSED);
});

for (const [whose, count, clientOf] of [
  ['a client has', 20, () => 'a'],
  ['there are', 500, (index: number) => `client ${index}`],
] as const) {
  test(`${whose} ${count} streams at most, and another after one of them closed`, () => {
    const { streams, add } = createStreams();
    const all = Array.from({ length: count }, (_, index) => add(clientOf(index)));
    const next = clientOf(count);
    assert.throws(() => add(next), REFUSED);
    assert.throws(() => streams.openSession('s', next, createResponse(), []), { status: 405 });
    if (count < 500) close(add('another'));
    close(all[1] ?? assert.fail());
    add(next);
    assert.throws(() => add(next), REFUSED);
  });
}

test('a client that does not read is dropped at a sweep', () => {
  const { streams, add } = createStreams();
  const [slow, quick] = [add('a'), add('b')];
  slow.write(Buffer.alloc(slow.writableHighWaterMark));
  streams.sweep();
  assert.deepEqual([slow.destroyed, quick.destroyed], [true, false]);
});

test('a session has one stream, and hears of what it subscribed to until it ends', (t) => {
  const { streams, open } = createStreams();
  const [one, other] = [open('one'), open('other')];
  assert.throws(() => open('one'), { status: 409 });
  const writes = [one, other].map((response) => t.mock.method(response, 'write').mock);
  streams.subscribe('one', 'a');
  for (const uri of ['a', 'b']) streams.subscribe('other', uri);
  streams.unsubscribe('other', 'a');
  assert.deepEqual([...streams.watched], ['a', 'b']);
  for (const uri of ['a', 'b', 'c']) streams.notify(uri);
  streams.endSession('one');
  streams.notify('a');
  const told = writes.map(({ calls }) => calls.map((call) => String(call.arguments[0])));
  assert.deepEqual(
    told.map((events) => events.map((event) => /"uri":"(.)"/.exec(event)?.[1])),
    [['a'], ['b']],
  );
  assert.equal(one.writableEnded, true);
});

test('a session is subscribed to 32 resources at most', () => {
  const { streams } = createStreams();
  for (let index = 0; index < 32; index++) streams.subscribe('one', String(index));
  const isRefused = (error: unknown) => error instanceof RpcError && error.code === -32_602;
  assert.throws(() => streams.subscribe('one', '32'), isRefused);
  streams.subscribe('one', '31');
  streams.subscribe('two', '32');
  streams.unsubscribe('one', '0');
  streams.subscribe('one', '32');
});

test('of more than a thousand sessions the oldest that does not listen is forgotten', () => {
  const { streams, open } = createStreams();
  open('session 0');
  for (let index = 0; index < 1000; index++) {
    streams.subscribe(`session ${index}`, String(index));
    // Those that unsubscribed from all take no place.
    streams.subscribe('passing', 'a');
    streams.unsubscribe('passing', 'a');
  }
  for (const again of ['session 2', 'one more', 'another']) streams.subscribe(again, 'b');
  // Two were one too many: the oldest that did not listen then, and did not subscribe again.
  for (const index of [1, 2, 3, 4]) open(`session ${index}`);
  const watched = ['0', '1', '2', '3', '4'].map((uri) => streams.watched.has(uri));
  assert.deepEqual(watched, [true, false, true, false, true]);
});

/** A response to nobody. What is written to it stays unread; it closes when it is told to. */
function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

/** The client of a response goes away. */
function close(response: ServerResponse): void {
  response.emit('close');
}
