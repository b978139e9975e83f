import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { SessionStreams } from '../../../../sidecar/mcp/streams/session-streams.ts';
import { close, createResponse, fall } from '../../../support/mcp-client-response.ts';

const SESSION = { id: 'session', version: '2025-06-18' };
const OTHER = { id: 'other', version: '2025-06-18' };
const TAKEN = { status: 409, code: -32_000 };
const URI = 'https://reviews.example/reviews.json';

/** What is written to a response from here on. */
function recordWrites(t: TestContext, response: ServerResponse): () => string {
  const { mock } = t.mock.method(response, 'write');
  return () => mock.calls.map(({ arguments: [text] }) => String(text)).join('');
}

test('a session has one stream, and another after that closed', () => {
  const streams = new SessionStreams();
  const response = createResponse();
  streams.checkFree(SESSION);
  streams.open(SESSION, response, []);
  assert.throws(() => streams.checkFree(SESSION), TAKEN);
  streams.checkFree(OTHER);
  close(response);
  streams.checkFree(SESSION);
});

test('the head of a stream is sent at once, for a proxy to pass on as it comes', (t) => {
  const response = createResponse();
  const written = recordWrites(t, response);
  const { mock } = t.mock.method(response, 'writeHead');
  new SessionStreams().open(SESSION, response, ['Vary', 'Origin']);
  const [status, headers] = mock.calls[0]?.arguments ?? [];
  assert.equal(status, 200);
  const text = JSON.stringify(headers);
  for (const part of [
    '"Content-Type","text/event-stream"',
    '"Cache-Control","no-store, no-transform"',
    '"X-Accel-Buffering","no"',
    '"Vary","Origin"',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(written(), ': open\n\n');
});

test('a session hears of a resource on its stream only', (t) => {
  const streams = new SessionStreams();
  const [own, other] = [createResponse(), createResponse()];
  streams.open(SESSION, own, []);
  streams.open(OTHER, other, []);
  const [said, saidToOther] = [recordWrites(t, own), recordWrites(t, other)];
  streams.sendUpdate(SESSION.id, URI);
  streams.sendUpdate('a session without a stream', URI);
  assert.equal(
    said(),
    `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"${URI}"}}\n\n`,
  );
  assert.equal(saidToOther(), '');
});

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
  const said = [idle, slow, ended].map((response) => recordWrites(t, response));
  streams.keepAlive();
  assert.deepEqual(
    said.map((text) => text()),
    [': keepalive\n\n', '', ''],
  );
});

test('the end of a session ends its stream, and nothing is said on it after', (t) => {
  const streams = new SessionStreams();
  const response = createResponse();
  streams.open(SESSION, response, []);
  streams.end(OTHER);
  assert.equal(response.writableEnded, false);
  streams.end(SESSION);
  assert.equal(response.writableEnded, true);
  const said = recordWrites(t, response);
  streams.sendUpdate(SESSION.id, URI);
  assert.equal(said(), '');
});
