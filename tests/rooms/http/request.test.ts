import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import {
  authorityIn,
  checkContentType,
  decodePath,
  isAuthority,
  readBody,
  splitTarget,
} from '../../../sidecar/http/request.ts';

fc.configureGlobal({ seed: 20_261_120 });

const TARGETS: readonly (readonly [target: string, path: string, query: string])[] = [
  ['/', '/', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/%41?%42', '/%41', '%42'],
  ['?b', '', 'b'],
  ['//evil.example/a?b', '//evil.example/a', 'b'],
  ['http://reviews.test/a?b', '/a', 'b'],
  ['HTTPS://reviews.test:8/a', '/a', ''],
  ['http://reviews.test', '/', ''],
  ['http://reviews.test?b', '/', 'b'],
  ['http://', '/', ''],
  ['ftp://[/a', '/a', ''],
  ['*', '*', ''],
];

for (const [target, path, query] of TARGETS) {
  test(`the target ${target} has the path "${path}" and the query "${query}"`, () => {
    assert.deepEqual(splitTarget(target), { path, query });
  });
}

const DECODED: readonly (readonly [sent: string, path: string | undefined])[] = [
  ['/a%2Fb', '/a/b'],
  ['/%72eviews.json', '/reviews.json'],
  ['/caf%C3%A9', '/café'],
  ['/%F0%9F%99%82', '/🙂'],
  ['/a+b', '/a+b'],
  ['/%', undefined],
  ['/%zz', undefined],
  ['/%ff', undefined],
  ['/%C3', undefined],
  ['/%c0%af', undefined],
  ['/%ed%a0%80', undefined],
  ['/a%00', undefined],
  ['/a%0d%0aX-Evil:%20yes', undefined],
  ['/a%7f', undefined],
  ['/a%c2%85', undefined],
];

for (const [sent, path] of DECODED) {
  test(`the path ${sent} is ${path ?? 'refused'}`, () => assert.equal(decodePath(sent), path));
}

for (const text of [
  'reviews.example',
  'localhost:',
  '127.0.0.1:80',
  '[::1]',
  '[::ffff:192.0.2.1]',
  '[v1.fe80::a+en1]',
  '%C3%A9.example',
  "a!$&'()*+,;=-._~",
]) {
  test(`${text} is a host`, () => assert.ok(isAuthority(text)));
}

for (const text of [
  '',
  ':80',
  'a b/<>',
  'a\tb',
  'user@reviews.example',
  'a:b',
  '::1',
  '[::1',
  '[]',
  '[fe80::1%eth0]',
  '[127.0.0.1]',
  '[::1]a',
  'caf\xe9.example',
  '%zz',
  'a"b',
  'a?b',
  'a, b',
]) {
  test(`${JSON.stringify(text)} is no host`, () => assert.ok(!isAuthority(text)));
}

test('a target of the absolute form names an authority, others do not', () => {
  for (const [target, authority] of [
    ['http://a.example:1/b?c', 'a.example:1'],
    ['HTTPS://a.example?b', 'a.example'],
    ['http://', ''],
    ['/a', undefined],
    ['//a.example/b', undefined],
    ['*', undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(authorityIn(target), authority);
  }
});

test('what is encoded decodes to itself, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const path = `/${text}`;
      const decoded = decodePath(encodeURI(path.toWellFormed()));
      if (decoded !== undefined) assert.equal(decoded, path);
      decodePath(text);
      splitTarget(text);
    }),
  );
});

const FORM = 'application/x-www-form-urlencoded';

for (const type of [
  FORM,
  FORM.toUpperCase(),
  `${FORM};charset=utf-8`,
  `${FORM} ; Charset="UTF-8"`,
  `${FORM}; foo=bar`,
]) {
  test(`${type} is taken where a form is expected`, () => checkContentType(FORM, type));
}

for (const type of [
  undefined,
  '',
  'application/json',
  'multipart/form-data; boundary=x',
  `${FORM}x`,
  `${FORM}, ${FORM}`,
  `${FORM}; charset=iso-8859-1`,
]) {
  test(`${type} is refused where a form is expected`, () => {
    assert.throws(
      () => checkContentType(FORM, type),
      (error) =>
        error instanceof HttpError && error.status === 415 && error.headers['Accept-Post'] === FORM,
    );
  });
}

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
