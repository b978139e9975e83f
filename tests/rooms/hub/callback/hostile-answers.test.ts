import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSubscriber } from '../../../support/subscriber.ts';
import { startClient } from '../../../support/subscriber-client.ts';
import { startAnswering, startTls } from '../../../support/subscriber-raw.ts';
import { assertBroken, BODY, CHALLENGE, SOON_MS, timed, verify } from './ask-callback.ts';

test('a flood is read no further than shows that it is no challenge', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'flood');
  const { value, ms } = await timed(verify(startClient(t), subscriber.callback()));
  assert.ok(value.kind === 'answered');
  assert.equal(value.body.length, CHALLENGE.length + 1);
  assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
});

test('what follows a challenge is seen', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  for (const body of [`${CHALLENGE}\n`, `${CHALLENGE}${CHALLENGE}`, ` ${CHALLENGE}`, '']) {
    subscriber.behave(() => ({ status: 200, headers: { 'Transfer-Encoding': 'chunked' }, body }));
    const answer = await verify(client, subscriber.callback());
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.body.toString(), body.slice(0, CHALLENGE.length + 1));
  }
});

test('an answer that says it is longer is not read', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n';
  const server = await startAnswering(t, head + CHALLENGE);
  const { value, ms } = await timed(verify(startClient(t), `https://127.0.0.1:${server.port}/`));
  assert.ok(value.kind === 'answered');
  assert.deepEqual(value.body, Buffer.alloc(0));
  assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
});

test('an answer that says it is longer than it is was cut off', async (t) => {
  const server = await startTls(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc'));
  });
  assertBroken(await verify(startClient(t), `https://127.0.0.1:${server.port}/`));
});

for (const status of [404, 500]) {
  test(`${status} is an answer at once, whatever its body does`, async (t) => {
    const head = `HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`;
    const server = await startAnswering(t, head);
    const { value, ms } = await timed(verify(startClient(t), `https://127.0.0.1:${server.port}/`));
    assert.ok(value.kind === 'answered');
    assert.equal(value.status, status);
    assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
  });
}

for (const [what, info] of [
  ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
] as const) {
  test(`${what} is no answer yet`, async (t) => {
    const last = `HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n${CHALLENGE}`;
    const server = await startAnswering(t, info + info + last);
    const client = startClient(t);
    const got = await verify(client, `https://127.0.0.1:${server.port}/`);
    assert.ok(got.kind === 'answered');
    assert.deepEqual([got.status, got.body.toString()], [200, CHALLENGE]);
    const posted = await client.post(`https://127.0.0.1:${server.port}/`, {}, BODY);
    assert.ok(posted.kind === 'answered');
    assert.equal(posted.status, 200);
  });
}

const NO_HTTP = {
  // RFC 9110 §15.2 lets servers send this without being asked; undici knows no way to skip it.
  'a 100 that nobody asked for': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 X\r\n\r\n`,
  nonsense: 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  'an unasked upgrade': 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'over 16 kB of headers': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_500)}\r\n\r\n`,
  'many small headers': `HTTP/1.1 200 OK\r\n${'X: x\r\n'.repeat(10_000)}\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
};

for (const [what, answer] of Object.entries(NO_HTTP)) {
  test(`${what} is no answer`, async (t) => {
    const server = await startAnswering(t, answer);
    const client = startClient(t);
    assertBroken(await verify(client, `https://127.0.0.1:${server.port}/`));
    assertBroken(await client.post(`https://127.0.0.1:${server.port}/`, {}, BODY));
    assert.equal(server.connections(), 2);
  });
}

test('headers of 15 kB are taken', async (t) => {
  const head = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`;
  const server = await startAnswering(t, head);
  const posted = await startClient(t).post(`https://127.0.0.1:${server.port}/`, {}, BODY);
  assert.equal(posted.kind, 'answered');
});

test('an answer before a large body has been sent counts', async (t) => {
  const server = await startAnswering(t, 'HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n');
  const client = startClient(t);
  const body = Buffer.alloc(30_000_000);
  const answer = await client.post(`https://127.0.0.1:${server.port}/`, {}, [body]);
  assert.deepEqual(answer, { kind: 'answered', status: 413, retryAfter: undefined });
});
