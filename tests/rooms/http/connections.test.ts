import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { MAX_UNANSWERED } from '../../../sidecar/http/connections.ts';
import { startInProcess } from '../../support/in-process.ts';
import { retainedMemory } from '../../support/measure.ts';
import { countConnections, headOf, openBoth, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { settle, waitUntil } from '../../support/wait-until.ts';
import { encodeForm, FORM_TYPE } from '../../support/websub-hub.ts';
import { openSession } from '../mcp/open-session.ts';
import { SUBSCRIBE, serveHub } from '../routes/serve-hub.ts';
import { holdSearches } from './hold-searches.ts';

// Who is slow: slow-clients.test.ts.
const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';
const GET = headOf('/reviews.json');
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const TUNNEL = 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n';

test('what stands behind the last answer in the same piece has no answer', async (t) => {
  const { url } = await startInProcess(t, { release });
  // It is there before the answer is begun.
  for (const more of ['nonsense', headOf('/')]) {
    const connection = await openRaw(url);
    await connection.send(headOf(SEARCH, { Connection: 'close' }) + more);
    assert.equal((await connection.answer()).status, 200);
    assert.equal((await connection.ended()).toString(), '');
  }
});

/** Sends something behind a search, which goes on once the service has read both. */
async function sendBehindSearch(t: TestContext, sent: string, kept = 'keep-alive') {
  const searches = holdSearches(release);
  const { url, server, intents } = await serveHub(t, searches);
  const { connection, accepted } = await openBoth(url, server);
  await connection.send(headOf(SEARCH) + sent);
  await searches.asked;
  await waitUntil('both are read', () => accepted.bytesRead === connection.socket.bytesWritten);
  await settle();
  searches.goOn();
  const { status, headers } = await connection.answer();
  assert.deepEqual([status, headers.connection], [200, kept]);
  return { connection, intents };
}

const FORM = encodeForm(SUBSCRIBE);
const postHead = (fields: Readonly<Record<string, string>>) =>
  headOf(`POST ${HUB_PATH}`, { 'Content-Type': FORM_TYPE, ...fields });
const EXPECTING = { 'Content-Length': `${FORM.length}`, Expect: '100-continue' };
const EARLY_BODY = headOf(`${SEARCH}?limit=1`, CHUNKED);

for (const [what, behind] of [
  ['what is no HTTP', 'nonsense\r\n\r\n'],
  ['a tunnel', `${TUNNEL}\r\n`],
] as const) {
  test(`behind ${what} an answer that is due is the last one`, async (t) => {
    const { connection } = await sendBehindSearch(t, behind, 'close');
    assert.equal((await connection.ended()).toString(), '');
  });
}

for (const [what, behind, status] of [
  ['a body that is read and found wrong', `${postHead(CHUNKED)}no chunk\r\n`, 400],
  ['a body that is found wrong before its head is answered', `${EARLY_BODY}no chunk\r\n`, 200],
  // An answer before its body is the last one.
  ['a body that is not waited for', `${headOf('/reviews.json', EXPECTING)}${FORM}nonsense`, 200],
] as const) {
  test(`${what} behind an answer that is due has one ${status}, the last answer`, async (t) => {
    const { connection, intents } = await sendBehindSearch(t, behind);
    assert.equal((await connection.answer()).status, status);
    assert.equal((await connection.ended()).toString(), '');
    assert.deepEqual(intents, []);
  });
}

test('who waits to be told to send a body is told, unless another answer is due (RFC 9110 §10.1.1)', async (t) => {
  const { url, intents } = await serveHub(t, { release });
  const connection = await openRaw(url);
  for (const [sent, status] of [
    [postHead(EXPECTING), 100],
    [FORM, 202],
    [postHead(EXPECTING), 100],
    [FORM, 202],
  ] as const) {
    await connection.send(sent);
    assert.equal((await connection.answer()).status, status);
  }
  const behind = await sendBehindSearch(t, postHead(EXPECTING) + FORM);
  assert.equal((await behind.connection.answer()).status, 202);
  assert.deepEqual([intents.length, behind.intents.length], [2, 1]);
});

test('nothing is put into a stream of events; its connection is dropped', async (t) => {
  const { url } = await startInProcess(t, { release });
  const { id } = await openSession(url);
  const connection = await openRaw(url);
  await connection.send(headOf('/mcp', { Accept: 'text/event-stream', 'Mcp-Session-Id': id }));
  await once(connection.socket, 'data');
  await connection.send('nonsense\r\n\r\n');
  assert.doesNotMatch((await connection.ended()).toString(), /400/);
});

test('an idle connection does not hold the release that answered it last', async (t) => {
  const { url, current } = await startInProcess(t, { release, requestTimeoutMs: 300 });
  const swapIn = async () => {
    const next = await makeRelease();
    current.swap(next.release);
    return new WeakRef(next.release);
  };
  const replaced = await swapIn();
  const idle = await openRaw(url);
  await idle.send(GET);
  assert.equal((await idle.answer()).status, 200);
  current.swap(release);
  await sendRaw(url, GET);
  await waitUntil('it is collected', async () => {
    await retainedMemory();
    return replaced.deref() === undefined;
  });
  await idle.send(GET);
  assert.equal((await idle.answer()).status, 200);
});

test('on demand idle connections are closed, with half a head as well, or all, whatever their clients do', async (t) => {
  const searches = holdSearches(release);
  const { url, server, closeIdle, closeAll } = await startInProcess(t, searches);
  const [silent, asked, begun] = [await openRaw(url), await openRaw(url), await openRaw(url)];
  await asked.send(GET);
  await asked.answer();
  await begun.send(GET + GET.slice(0, 20));
  await begun.answer();
  const waiting = await openBoth(url, server);
  await waiting.connection.send(headOf(SEARCH));
  await searches.asked;
  closeIdle();
  for (const one of [silent, asked, begun]) assert.equal((await one.ended()).length, 0);
  searches.goOn();
  assert.equal((await waiting.connection.answer()).status, 200);
  const { connection, accepted } = await openBoth(url, server);
  connection.socket.pause();
  closeAll();
  assert.ok(accepted.destroyed && waiting.accepted.destroyed);
  await waitUntil('all are gone', async () => (await countConnections(server)) === 0);
});

test('where all connections are taken, the one that asked longest ago makes room, and busy ones never do', async (t) => {
  const searches = holdSearches(release);
  const { url, log } = await startInProcess(t, { ...searches, maxConnections: 4 });
  const isServed = async (connection: Awaited<ReturnType<typeof openRaw>>) => {
    await connection.send(GET);
    return (await connection.answer()).status === 200;
  };
  const [busy, silent] = [await openRaw(url), await openRaw(url)];
  const [asking, idle] = [await openRaw(url), await openRaw(url)];
  await busy.send(headOf(SEARCH));
  await searches.asked;
  for (const connection of [idle, asking]) assert.ok(await isServed(connection));
  const newcomers = [await openRaw(url)];
  await silent.ended();
  newcomers.push(await openRaw(url));
  await idle.ended();
  for (const one of [asking, ...newcomers]) assert.ok(await isServed(one));
  for (const [index, one] of [asking, ...newcomers].entries()) {
    await one.send(headOf(`${SEARCH}?limit=${index + 1}`));
  }
  await waitUntil('all are busy', () => searches.begun === 4);
  assert.equal((await (await openRaw(url)).ended()).length, 0, 'it is refused');
  searches.goOn();
  assert.equal((await busy.answer()).status, 200);
  assert.equal(log.length, 1, 'at most once a minute');
  assert.match(String(log[0]?.msg), /^all 4 connections are taken \(MAX_CONNECTIONS\)/);
});

test('a connection with more requests than may wait for an answer is ended, with all that wait', async (t) => {
  const searches = holdSearches(release);
  const { url } = await startInProcess(t, searches);
  for (const [more, isServed] of [
    [0, true],
    [1, false],
  ] as const) {
    const connection = await openRaw(url);
    await connection.send(headOf(SEARCH).repeat(MAX_UNANSWERED + more));
    if (isServed) await searches.asked;
    searches.goOn();
    if (isServed) assert.equal((await connection.answer()).status, 200);
    else assert.equal((await connection.ended()).length, 0);
  }
  assert.equal((await sendRaw(url, GET))[0]?.status, 200);
});
