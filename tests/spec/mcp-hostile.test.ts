import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, afterEach, test } from 'node:test';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  message,
  openSession,
  resultOf,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url, log } = await startInProcess({ after }, { release });
const session = await openSession(url);

/** More than an answer to a short question ever has, but for the list of tools. */
const SHORT = 4000;

afterEach(async () => {
  resultOf(await session.ask('ping'));
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});

/** Values as deep as 64 kB allow. */
const DEEP = [
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
];

/** A request as JSON, with a value in place of `?`. */
function fill(method: string, params: string, value: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params.replace('?', value)}}`;
}

test('M37: values that are nested as deep as can be are answered wherever they stand', async () => {
  for (const deep of DEEP) {
    for (const body of [deep, `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`]) {
      checkRefusal(await session.send(body), 400, -32600);
    }
    for (const [method, params] of [
      ['ping', '{"a":?}'],
      ['tools/list', '{"_meta":{"a":?}}'],
      ['tools/list', '{"cursor":?}'],
      ['tools/call', '{"name":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":{"rating":?}}'],
      ['tools/call', '{"name":"search_reviews","arguments":{"x":?}}'],
      ['tools/call', '{"name":"get_insights","arguments":{"sections":?}}'],
      ['prompts/get', '{"name":"technician_profile","arguments":{"technician":?}}'],
      ['resources/read', '{"uri":?}'],
      ['completion/complete', '{"ref":?,"argument":1}'],
      ['initialize', '{"protocolVersion":?}'],
    ] as const) {
      const answered = await session.send(fill(method, params, deep));
      checkAnswer(answered);
      assert.ok([200, 400].includes(answered.status), `${answered.status} ${params}`);
      assert.doesNotMatch(answered.text, /-32603/);
      if (method !== 'tools/list') assert.ok(answered.text.length < SHORT, params);
    }
  }
});

test('M37: what is wrong is told in an answer of bounded length', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => `"k${index}":1`).join();
  const list = Array.from({ length: 9000 }, () => '"no"').join();
  for (const [name, given] of [
    ['search_reviews', `{${many}}`],
    ['search_reviews', `{"rating":"${'x'.repeat(60_000)}"}`],
    ['search_reviews', `{"${'k'.repeat(60_000)}":1}`],
    ['search_reviews', '{"rating":1e999,"min_rating":-1e999,"limit":1e21}'],
    ['get_insights', `{"sections":[${list}]}`],
    ['get_review', `{"id":"${'x'.repeat(60_000)}"}`],
  ] as const) {
    const body = fill('tools/call', `{"name":"${name}","arguments":?}`, given);
    const answered = await session.send(body);
    assert.equal(resultOf(answered).isError, true);
    assert.ok(
      answered.text.length < 2 * SHORT,
      `${answered.text.length} for ${given.slice(0, 30)}`,
    );
  }
});

test('M37: half a surrogate pair is text like any other', async () => {
  const params = '{"name":"search_reviews","arguments":{"query":"\\ud800"}}';
  const body = `{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":${params}}`;
  const { structuredContent } = resultOf(await session.send(body), '\ud800');
  assert.partialDeepStrictEqual(structuredContent, { total: 0, filters: { query: '\ud800' } });
});

test('M38 2025-11-25 basic/utilities/tasks: who asks for a task, which is not offered, gets his answer', async () => {
  const recent = await openSession(url, '2025-11-25');
  const params = { name: 'get_business', arguments: {} };
  const plain = resultOf(await recent.ask('tools/call', params));
  for (const task of [{}, { ttl: 60_000 }]) {
    assert.deepEqual(resultOf(await recent.ask('tools/call', { ...params, task })), plain);
  }
});

test('M37: a client that goes away before its message is whole is no fault', async () => {
  for (const headers of [session.headers, statelessHeaders('tools/list')]) {
    for (const framing of [{ 'Content-Length': '1000' }, { 'Transfer-Encoding': 'chunked' }]) {
      const connection = await openRaw(url);
      await connection.send(headOf('POST /mcp', { ...headers, ...framing }));
      await connection.send('10\r\n{"jsonrpc":"2.0"');
      const closed = once(connection.socket, 'close');
      connection.socket.destroy();
      await closed;
    }
  }
});

test('M37: a client that goes away before its answer is no fault', async (t) => {
  let asked: () => void = () => {};
  let letGo: () => void = () => {};
  const { source } = release;
  const search: typeof source.search = async (query) => {
    asked();
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return source.search(query);
  };
  const slow = { ...release, source: { ...source, search } };
  const service = await startInProcess(t, { release: slow });
  const params = { name: 'search_reviews', arguments: {} };
  const { headers } = await openSession(service.url);
  for (const [given, body] of [
    [headers, message('tools/call', params)],
    [statelessHeaders('tools/call', params), statelessMessage('tools/call', params)],
  ] as const) {
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const gone = request(`${service.url}/mcp`, { method: 'POST', headers: given, agent: false });
    gone.on('error', () => {});
    gone.end(JSON.stringify(body));
    await isAsked;
    const isClosed = new Promise((resolve) => gone.once('close', resolve));
    gone.destroy();
    await isClosed;
    letGo();
    resultOf(await askStateless(service.url, 'tools/list'));
  }
  assert.deepEqual(
    service.log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
