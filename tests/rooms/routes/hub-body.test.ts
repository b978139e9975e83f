import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { encodeForm, FORM_TYPE, postForm, SUBSCRIBE, serveHub } from '../../support/serve-hub.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { release } = await makeRelease();
const FORM = encodeForm(SUBSCRIBE);
const POST = `POST ${HUB_PATH}`;

/** A form of exactly so many bytes. */
const formOf = (bytes: number) => `${FORM}&x=`.padEnd(bytes, 'x');

/** Text as one chunk of a chunked body. */
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test('a compressed body is 415', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  const zipped = gzipSync(FORM).toString('latin1');
  for (const coding of ['gzip', 'br', 'x', 'identity, gzip']) {
    const { status, headers, text } = await postForm(url, zipped, { 'Content-Encoding': coding });
    assert.equal(status, 415);
    assert.equal(headers['accept-encoding'], 'identity');
    assert.equal(text, 'The body is compressed; send it as it is.\n');
  }
  assert.deepEqual(intents, []);
  assert.equal((await postForm(url, FORM, { 'Content-Encoding': 'Identity' })).status, 202);
});

test('8 kB are read and a byte more is 413', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  assert.equal((await postForm(url, formOf(8192))).status, 202);
  const { status, headers, text } = await postForm(url, formOf(8193));
  assert.equal(status, 413);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(text, 'The body has more than 8192 bytes; send less.\n');
  assert.equal(intents.length, 1);
});

test('after 413 the rest of the body is passed over, and the connection goes on', async (t) => {
  const { url } = await serveHub(t, { release });
  for (const headers of [{ 'Transfer-Encoding': 'chunked' }, { 'Content-Length': '900000' }]) {
    const isChunked = 'Transfer-Encoding' in headers;
    const part = 'x'.repeat(90_000);
    const connection = await openRaw(url);
    await connection.send(headOf(POST, { 'Content-Type': FORM_TYPE, ...headers }));
    await connection.send(isChunked ? chunkOf(part) : part);
    assert.equal((await connection.answer()).status, 413);
    for (let count = 1; count < 10; count++) {
      await connection.send(isChunked ? chunkOf(part) : part);
    }
    if (isChunked) await connection.send(chunkOf(''));
    await connection.send(headOf('/healthz', { Connection: 'close' }));
    assert.equal((await connection.answer()).status, 200);
    assert.equal((await connection.ended()).length, 0);
  }
});

test('a client that goes away before its request is whole has asked nothing', async (t) => {
  const { url, intents, log, server } = await serveHub(t, { release });
  for (const headers of [{ 'Transfer-Encoding': 'chunked' }, { 'Content-Length': '8000' }]) {
    const arrived = new Promise<void>((resolve) => server.once('request', () => resolve()));
    const connection = await openRaw(url);
    await connection.send(headOf(POST, { 'Content-Type': FORM_TYPE, ...headers }));
    await connection.send('Transfer-Encoding' in headers ? chunkOf(FORM) : FORM);
    await arrived;
    connection.socket.resetAndDestroy();
    await waitUntil('the connection is gone', () => isAlone(server));
  }
  assert.deepEqual(intents, []);
  assert.deepEqual(log, []);
});

test('a client that goes away while the rest is passed over harms nobody', async (t) => {
  const { url, log, server } = await serveHub(t, { release });
  const connection = await openRaw(url);
  await connection.send(
    headOf(POST, { 'Content-Type': FORM_TYPE, 'Transfer-Encoding': 'chunked' }),
  );
  await connection.send(chunkOf('x'.repeat(9000)));
  assert.equal((await connection.answer()).status, 413);
  connection.socket.resetAndDestroy();
  await waitUntil('the connection is gone', () => isAlone(server));
  assert.equal((await postForm(url, FORM)).status, 202);
  assert.deepEqual(log, []);
});

/** True where nobody is connected. */
function isAlone(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count === 0));
  });
}
