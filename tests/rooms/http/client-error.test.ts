import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const PLAIN = 'Host: reviews.test\r\n\r\n';

/** What no HTTP message is, with the status of its answer. */
const REFUSED: Readonly<Record<string, readonly [status: number, sent: string]>> = {
  'headers of 20 kB': [431, headOf('/', { 'X-Long': 'x'.repeat(20_000) })],
  'a target of 20 kB': [431, headOf(`/${'x'.repeat(20_000)}`)],
  'an unknown method': [400, `FOO / HTTP/1.1\r\n${PLAIN}`],
  'a method in lower case': [400, `get / HTTP/1.1\r\n${PLAIN}`],
  'an odd version': [400, `GET / HTTP/1.7\r\n${PLAIN}`],
  'no version': [400, `GET / HTTP\r\n${PLAIN}`],
  'a target without a slash': [400, `GET reviews.json HTTP/1.1\r\n${PLAIN}`],
  'a byte beyond ASCII in the target': [400, `GET /caf\xe9 HTTP/1.1\r\n${PLAIN}`],
  'a NUL in a header': [400, headOf('/', { 'X-Odd': 'a\0b' })],
  'a header without a colon': [400, `GET / HTTP/1.1\r\nodd\r\n${PLAIN}`],
  'a length and chunks': [
    400,
    headOf('POST /', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }),
  ],
  'a length that is no number': [400, headOf('POST /', { 'Content-Length': 'three' })],
  'two lengths': [400, headOf('POST /', { 'Content-Length': '1', 'content-length': '2' })],
  'chunks without a size': [
    400,
    `${headOf('POST /mcp', {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    })}zz\r\n`,
  ],
  'the preface of HTTP/2': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'the hello of TLS': [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  'no host': [400, 'GET / HTTP/1.1\r\n\r\n'],
  'an expectation that nobody meets': [417, headOf('/', { Expect: 'the-unexpected' })],
  'no host beside such an expectation': [400, 'GET / HTTP/1.1\r\nExpect: x\r\n\r\n'],
  'a tunnel': [405, `CONNECT reviews.test:443 HTTP/1.1\r\n${PLAIN}`],
};

for (const [what, [status, sent]] of Object.entries(REFUSED)) {
  test(`${what} is answered ${status} with the body of errors`, async (t) => {
    const { url, log } = await startInProcess(t, { release });
    const [answer] = await sendRaw(url, sent);
    assert.ok(answer);
    assert.equal(answer.status, status);
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(ErrorBody.parse(JSON.parse(answer.body.toString())).status, status);
    assert.deepEqual(log, []);
    const [next] = await sendRaw(url, headOf('/'));
    assert.equal(next?.status, 200);
  });
}

test('the connection of a malformed request is closed', async (t) => {
  const { url } = await startInProcess(t, { release });
  const connection = await openRaw(url);
  await connection.send('nonsense\r\n\r\n');
  assert.equal((await connection.answer()).headers.connection, 'close');
  assert.equal((await connection.ended()).length, 0);
});

test('a refused tunnel is told what is allowed', async (t) => {
  const { url } = await startInProcess(t, { release });
  const [answer] = await sendRaw(url, `CONNECT a:443 HTTP/1.1\r\n${PLAIN}`);
  assert.equal(answer?.headers.allow, 'GET, HEAD, OPTIONS');
});

test('a head that does not end is answered 408', async (t) => {
  const { url } = await startInProcess(t, { release, requestTimeoutMs: 50 });
  const connection = await openRaw(url);
  connection.socket.ref();
  await connection.send(headOf('/').slice(0, -2));
  const answer = await connection.answer();
  assert.equal(answer.status, 408);
  assert.match(answer.body.toString(), /took too long to arrive/);
  await connection.ended();
});

test('a client that is gone is not answered', async (t) => {
  const { url, server } = await startInProcess(t, { release });
  const connection = await openRaw(url);
  await connection.send('GET / HTT');
  const closed = new Promise((resolve) => server.once('clientError', resolve));
  connection.socket.resetAndDestroy();
  await closed;
  const [next] = await sendRaw(url, headOf('/'));
  assert.equal(next?.status, 200);
});
