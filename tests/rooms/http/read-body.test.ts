import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { readBody } from '../../../sidecar/http/read-body.ts';

const MAX_BYTES = 10;

type Received = readonly [IncomingMessage, ServerResponse];

/** A request as it reaches a server, and the socket that it is sent on. */
async function receive(head: string): Promise<{ received: Received; socket: Socket }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(isAddress(address));
  const socket = connect(address.port, '127.0.0.1');
  // A server that closes lets its last connection end.
  socket.on('error', () => {}).once('close', () => server.close());
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}`);
  const [request, response] = await once(server, 'request');
  return { received: [request, response], socket };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

const isRefused = (status: number) => (error: unknown) =>
  error instanceof HttpError && error.status === status;

test('a body is read whole, in however many pieces it comes', async () => {
  const { received, socket } = await receive('Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
  const body = readBody(received[0], MAX_BYTES);
  socket.write('7\r\ndefghij\r\n0\r\n\r\n');
  assert.equal((await body)?.toString(), 'abcdefghij');
  socket.destroy();
});

test('a body that is announced as too long is refused at once', async () => {
  const { received, socket } = await receive('Content-Length: 11\r\n\r\n');
  await assert.rejects(readBody(received[0], MAX_BYTES), isRefused(413));
  socket.destroy();
});

test('a body that becomes too long is refused, and the client can read the answer', async () => {
  const { received, socket } = await receive(
    'Transfer-Encoding: chunked\r\n\r\nb\r\nabcdefghijk\r\n',
  );
  const [request, response] = received;
  await assert.rejects(readBody(request, MAX_BYTES), isRefused(413));
  socket.write(`5\r\nabcde\r\n0\r\n\r\n`);
  response.end('refused');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /refused/);
  socket.destroy();
});

test('a compressed body is refused', async () => {
  const { received, socket } = await receive('Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n');
  await assert.rejects(readBody(received[0], MAX_BYTES), isRefused(415));
  socket.destroy();
});

test('of a client that goes away there is no body, before or while it is read', async () => {
  for (const isReadBefore of [true, false]) {
    const { received, socket } = await receive('Content-Length: 5\r\n\r\nab');
    const [request] = received;
    const early = isReadBefore ? readBody(request, MAX_BYTES) : undefined;
    request.on('error', () => {});
    const closed = new Promise((resolve) => request.once('close', resolve));
    socket.destroy();
    await closed;
    assert.equal(await (early ?? readBody(request, MAX_BYTES)), undefined);
  }
});
