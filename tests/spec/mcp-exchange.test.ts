import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { ask } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  initializeMessage,
  message,
  openSession,
  resultOf,
  STATELESS_VERSION,
  send,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });

const SESSION_VERSIONS = PROTOCOL_VERSIONS.filter((version) => version !== STATELESS_VERSION);

const ToolList = z.array(
  z.looseObject({ name: z.string(), title: z.string(), annotations: z.unknown() }),
);

test('part 4: the documented exchange is answered, request by request', async () => {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const begun = await send(url, {
    headers,
    body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"example","version":"1.0"}}}',
  });
  assert.equal(resultOf(begun).protocolVersion, '2025-06-18');
  const withSession = { ...headers, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  const exchange = async (body: string) => {
    const answered = await send(url, { headers: withSession, body });
    assert.equal(answered.status, 200);
    assert.equal(answered.headers['content-type'], 'application/json');
    return answered;
  };
  const listed = await exchange('{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}');
  const names = ToolList.parse(resultOf(listed, 2).tools).map(({ name }) => name);
  assert.ok(names.includes('get_business') && names.includes('search_reviews'));
  const business = await exchange(
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_business","arguments":{}}}',
  );
  const published = ReviewsDocument.parse((await ask(url, '/reviews.json')).json());
  assert.partialDeepStrictEqual(resultOf(business, 3).structuredContent, {
    business: published.business,
    aggregateRating: published.aggregateRating,
  });
  const found = await exchange(
    '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"search_reviews","arguments":{"rating":5,"limit":1}}}',
  );
  const { structuredContent } = resultOf(found, 4);
  const rest = await ask(url, '/api/reviews/search?rating=5&limit=1');
  assert.deepEqual(structuredContent, rest.json());
  assert.equal(rest.json().count, 1);
});

test('part 3, M2 2025-06-18 basic/transports: initialize returns an id that serves all later requests', async () => {
  const ids = new Set<string>();
  for (const version of SESSION_VERSIONS) {
    const session = await openSession(url, version);
    assert.match(session.id, /^[\x21-\x7e]{1,128}$/, 'visible ASCII');
    ids.add(session.id);
    for (const method of ['ping', 'tools/list', 'resources/list', 'prompts/list']) {
      const answered = await session.ask(method);
      resultOf(answered);
      assert.equal(answered.headers['mcp-session-id'], undefined, 'the id is told once');
    }
  }
  assert.equal(ids.size, SESSION_VERSIONS.length);
});

test('part 9, M1 2025-06-18 basic/lifecycle: the version that is asked for is negotiated, else the newest', async () => {
  for (const [asked, negotiated] of [
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    // The SDK knows it; it was never a revision of the specification.
    ['2024-10-07', '2025-11-25'],
    ['2019-01-01', '2025-11-25'],
    ['', '2025-11-25'],
    ['latest', '2025-11-25'],
  ] as const) {
    const begun = await send(url, { body: initializeMessage(asked, 'first') });
    assert.equal(resultOf(begun, 'first').protocolVersion, negotiated, asked);
    assert.ok(begun.headers['mcp-session-id']);
  }
});

test('part 4: the server introduces itself and declares only what it has', async () => {
  const { serverInfo, capabilities, instructions } = resultOf(
    await send(url, { body: initializeMessage('2025-06-18') }),
    0,
  );
  assert.partialDeepStrictEqual(serverInfo, { version: '1.0.0' });
  assert.deepEqual(capabilities, {
    tools: {},
    resources: { subscribe: true },
    prompts: {},
    completions: {},
  });
  assert.match(String(instructions), /data, not|as data/i);
});

test('M29 2025-06-18 basic/lifecycle: tools can be called before and after notifications/initialized', async () => {
  const session = await openSession(url);
  const before = await session.call('get_business');
  const told = await session.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  checkAnswer(told);
  assert.deepEqual([told.status, told.text], [202, '']);
  assert.deepEqual(await session.call('get_business', {}), before);
});

test('part 4, M34 2025-06-18 server/tools: all tools are read-only and say so, in an order that stays', async () => {
  const session = await openSession(url);
  const listed = resultOf(await session.ask('tools/list')).tools;
  assert.deepEqual(resultOf(await session.ask('tools/list')).tools, listed);
  assert.deepEqual(resultOf(await askStateless(url, 'tools/list')).tools, listed);
  const tools = ToolList.parse(listed);
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'get_business',
      'search_reviews',
      'get_review',
      'get_insights',
      'list_entities',
      'get_review_stats',
    ],
  );
  for (const { name, title, annotations } of tools) {
    const expected = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    assert.deepEqual(annotations, { title, ...expected, openWorldHint: false }, name);
  }
});

test('part 5, M30: nobody is asked who he is, and Authorization is ignored', async () => {
  const plain = await openSession(url);
  const { tools } = resultOf(await plain.ask('tools/list'));
  for (const Authorization of ['Bearer nonsense', 'Basic eDp5', '', 'x'.repeat(4000)]) {
    const answered = await plain.send(message('tools/list'), { Authorization });
    assert.deepEqual(resultOf(answered).tools, tools);
    const stateless = await askStateless(url, 'tools/list', {}, { headers: { Authorization } });
    assert.deepEqual(resultOf(stateless).tools, tools);
    for (const { headers } of [answered, stateless]) {
      assert.equal(headers['www-authenticate'], undefined);
    }
  }
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/openid-configuration',
  ]) {
    assert.equal((await ask(url, path)).status, 404, path);
  }
});

test('part 5: the id of a session is no credential: who has none is answered the same', async () => {
  const [one, other] = [await openSession(url), await openSession(url, '2025-11-25')];
  const answer = await one.call('search_reviews', { limit: 3 });
  assert.deepEqual(await other.call('search_reviews', { limit: 3 }), answer);
  const params = { name: 'search_reviews', arguments: { limit: 3 } };
  const { structuredContent } = resultOf(await askStateless(url, 'tools/call', params));
  assert.deepEqual(structuredContent, answer.structuredContent);
});

test('M38: what is not offered is neither declared nor answered', async () => {
  const session = await openSession(url, '2025-11-25');
  for (const method of ['logging/setLevel', 'tasks/list', 'sampling/createMessage', 'roots/list']) {
    const answered = await session.ask(method, { level: 'info' });
    assert.partialDeepStrictEqual(answered.json(), { error: { code: -32601 } }, method);
  }
});
