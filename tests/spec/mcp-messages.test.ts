import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { type Answered, ask } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  checkAnswer,
  checkRefusal,
  initializeMessage,
  type McpSession,
  message,
  openSession,
  POST_HEADERS,
  resultOf,
  STATELESS_VERSION,
  send,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });

const sessions = new Map<string, McpSession>();
for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  sessions.set(version, await openSession(url, version));
}
const sessionOf = (version: string) => sessions.get(version) ?? assert.fail(version);
const session = sessionOf('2025-06-18');

type Ask = (
  method: string,
  params?: Readonly<Record<string, unknown>>,
  id?: unknown,
) => Promise<Answered>;

/** How each revision is asked. */
const ASKS = new Map<string, Ask>([
  ...[...sessions].map(([version, { ask }]) => [version, ask] as const),
  [STATELESS_VERSION, (method, params, id) => askStateless(url, method, params, { id })],
]);

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Holds that something was taken without an answer. */
function checkTaken(answered: Answered): void {
  checkAnswer(answered);
  assert.deepEqual([answered.status, answered.text], [202, '']);
}

const Tools = z.array(
  z.looseObject({ name: z.string(), title: z.string().min(1), annotations: z.unknown() }),
);

const Found = z.object({
  reviews: z.tuple([z.object({ id: z.string(), datePublished: z.string() })]),
});

test('part 4: the documented exchange is answered, request by request', async () => {
  const begun = await send(url, {
    body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"example","version":"1.0"}}}',
  });
  const { protocolVersion, serverInfo, capabilities, instructions } = resultOf(begun);
  assert.equal(protocolVersion, '2025-06-18');
  assert.partialDeepStrictEqual(serverInfo, { version: '1.0.0' });
  const subscribe = { subscribe: true };
  assert.deepEqual(capabilities, { tools: {}, resources: subscribe, prompts: {}, completions: {} });
  assert.match(String(instructions), /as data/);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  const exchange = async (id: number, method: string, params: string) => {
    const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
    return resultOf(await send(url, { headers, body }), id);
  };
  const names = Tools.parse((await exchange(2, 'tools/list', '{}')).tools).map(({ name }) => name);
  assert.ok(names.includes('get_business') && names.includes('search_reviews'));
  const called = await exchange(3, 'tools/call', '{"name":"get_business","arguments":{}}');
  const { business, aggregateRating } = ReviewsDocument.parse(
    (await ask(url, '/reviews.json')).json(),
  );
  assert.partialDeepStrictEqual(called.structuredContent, { business, aggregateRating });
  const search = '{"name":"search_reviews","arguments":{"rating":5,"limit":1}}';
  const { structuredContent } = await exchange(4, 'tools/call', search);
  const rest = await ask(url, '/api/reviews/search?rating=5&limit=1');
  const [{ id, datePublished: date }] = Found.parse(rest.json()).reviews;
  const { total } = rest.json();
  assert.partialDeepStrictEqual(structuredContent, { total, count: 1, reviews: [{ id, date }] });
});

test('part 3, M2 2025-06-18 basic/transports: initialize returns an id that serves all later requests', async () => {
  for (const { id, ask } of sessions.values()) {
    assert.match(id, /^[\x21-\x7e]{1,128}$/, 'visible ASCII');
    for (const method of ['ping', 'tools/list', 'resources/list', 'prompts/list']) {
      const answered = await ask(method);
      resultOf(answered);
      assert.equal(answered.headers['mcp-session-id'], undefined, 'the id is told once');
    }
  }
  assert.equal(new Set([...sessions.values()].map(({ id }) => id)).size, sessions.size);
});

test('part 9, M1 2025-06-18 basic/lifecycle: the version that is asked for is negotiated, else the newest', async () => {
  const negotiated = Object.fromEntries([...sessions.keys()].map((known) => [known, known]));
  // The SDK knows 2024-10-07, which was never a revision of the specification.
  for (const asked of [...sessions.keys(), '2099-01-01', '2024-10-07', '', 'latest']) {
    const begun = await send(url, { body: initializeMessage(asked, 'first') });
    const { protocolVersion } = resultOf(begun, 'first');
    assert.equal(protocolVersion, negotiated[asked] ?? '2025-11-25', asked);
    assert.ok(begun.headers['mcp-session-id']);
  }
});

test('M29 2025-06-18 basic/lifecycle: tools can be called before and after notifications/initialized', async () => {
  const { call, send: post } = await openSession(url);
  const before = await call('get_business');
  checkTaken(await post(INITIALIZED));
  assert.deepEqual(await call('get_business', {}), before);
});

test('part 4, M34 2025-06-18 server/tools: all tools are read-only and say so, in an order that stays', async () => {
  const { tools: listed } = resultOf(await session.ask('tools/list'));
  for (const ask of ASKS.values()) {
    assert.deepEqual(resultOf(await ask('tools/list')).tools, listed);
  }
  const tools = Tools.parse(listed);
  assert.equal(
    tools.map(({ name }) => name).join(),
    'get_business,search_reviews,get_review,get_insights,list_entities,get_review_stats',
  );
  for (const { name, annotations } of tools) {
    const expected = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    assert.deepEqual(annotations, { ...expected, openWorldHint: false }, name);
  }
});

test('part 5, M30: nobody is asked who he is, and Authorization is ignored', async () => {
  for (const Authorization of ['Bearer nonsense', '', 'x'.repeat(4000)]) {
    for (const answered of [
      await session.send(message('tools/list'), { Authorization }),
      await askStateless(url, 'tools/list', {}, { headers: { Authorization } }),
    ]) {
      resultOf(answered);
      assert.equal(answered.headers['www-authenticate'], undefined);
    }
  }
  for (const name of ['oauth-protected-resource', 'openid-configuration']) {
    assert.equal((await ask(url, `/.well-known/${name}`)).status, 404, name);
  }
});

test('part 5: the id of a session is no credential: who has none is answered the same', async () => {
  const params = { name: 'search_reviews', arguments: { limit: 3 } };
  const answer = resultOf(await session.ask('tools/call', params)).structuredContent;
  for (const ask of ASKS.values()) {
    assert.deepEqual(resultOf(await ask('tools/call', params)).structuredContent, answer);
  }
});

test('M38: what is not offered is neither declared nor answered', async () => {
  const recent = sessionOf('2025-11-25');
  for (const method of ['logging/setLevel', 'tasks/list', 'sampling/createMessage', 'roots/list']) {
    const answered = await recent.ask(method, { level: 'info' });
    assert.partialDeepStrictEqual(answered.json(), { error: { code: -32601 } }, method);
  }
  // 2025-11-25 basic/utilities/tasks: who asks for a task all the same gets an answer.
  const params = { name: 'get_business', arguments: {} };
  const plain = resultOf(await recent.ask('tools/call', params));
  const asked = await recent.ask('tools/call', { ...params, task: { ttl: 60_000 } });
  assert.deepEqual(resultOf(asked), plain);
});

test('part 7, M9 JSON-RPC 2.0 §5.1: what is no JSON is -32700, what is no message -32600', async () => {
  const wrong = { jsonrpc: '1.0', id: 5, method: 'ping' };
  const positional = { jsonrpc: '2.0', id: 5, method: 'ping', params: [1] };
  for (const headers of [session.headers, statelessHeaders('tools/list')]) {
    for (const [code, id, bodies] of [
      [-32700, null, ['', '{', '{"jsonrpc":"2.0","id":1,"method":"ping"}{}', 'NaN', '\0']],
      [-32700, null, [Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xff"}', 'latin1')]],
      [-32600, null, ['null', '1', '"ping"', '{}', '{"jsonrpc":"2.0","method":null}']],
      [-32600, null, ['{"jsonrpc":"2.0","result":{}}']],
      [-32600, 5, [wrong, positional]],
    ] as const) {
      for (const body of bodies) checkRefusal(await send(url, { headers, body }), 400, code, id);
    }
  }
});

test('M12 2025-06-18 basic: an id is a string or a whole number, and comes back as it was sent', async () => {
  for (const ask of ASKS.values()) {
    for (const id of ['', '1', '🙂 "quoted"', 'x'.repeat(1000), 0, -1, 2 ** 53 - 1]) {
      resultOf(await ask('tools/list', {}, id), id);
    }
    for (const id of [null, {}, true]) checkRefusal(await ask('tools/list', {}, id), 400, -32600);
    checkRefusal(await ask('tools/list', {}, 1.5), 400, -32600, 1.5);
  }
});

test('M13 2025-06-18 basic/transports: notifications and posted responses are 202 without a body', async () => {
  const quiet = [INITIALIZED, { jsonrpc: '2.0', method: 'tools/list' }];
  const responses = [
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 'x', error: { code: -1, message: 'No.' } },
  ];
  for (const { send: post } of sessions.values()) {
    for (const body of [...quiet, ...responses]) checkTaken(await post(body));
  }
  for (const body of quiet) {
    checkTaken(await send(url, { headers: statelessHeaders(body.method), body }));
  }
});

test('M11 2025-06-18 basic: a batch is refused by the revisions that do not know it', async () => {
  for (const version of ['2024-11-05', '2025-06-18', '2025-11-25']) {
    for (const body of [[message('ping')], [INITIALIZED]]) {
      checkRefusal(await sessionOf(version).send(body), 400, -32600);
    }
  }
  const headers = statelessHeaders('tools/list');
  for (const body of [
    [statelessMessage('tools/list')],
    [message('ping'), statelessMessage('tools/list')],
  ]) {
    checkRefusal(await send(url, { headers, body }), 400, -32600);
    checkRefusal(await sessionOf('2025-03-26').send(body), 400, -32600);
  }
});

test('M11 2025-03-26 basic: a batch of up to 20 messages is answered in order', async () => {
  const { send: post } = sessionOf('2025-03-26');
  const Batch = z.array(
    z.object({ id: z.unknown(), error: z.object({ code: z.int() }).optional() }),
  );
  const answersTo = async (body: readonly unknown[]) => {
    const answered = await post(body);
    checkAnswer(answered);
    assert.equal(answered.status, 200, answered.text);
    return Batch.parse(JSON.parse(answered.text)).map(({ id, error }) => [id, error?.code]);
  };
  const pings = (count: number) =>
    Array.from({ length: count }, (_, id) => message('ping', {}, id));
  const answers = await answersTo(pings(20));
  assert.deepEqual(
    answers,
    pings(20).map(({ id }) => [id, undefined]),
  );
  const mixed = await answersTo([
    message('tools/call', { name: 'search_reviews', arguments: {} }, 'slow'),
    INITIALIZED,
    message('nothing', {}, 2),
    initializeMessage('2025-03-26', 3),
    message('ping', {}, 'x'),
    message('ping', {}, 'x'),
  ]);
  const same = ['x', undefined];
  assert.deepEqual(mixed, [['slow', undefined], [2, -32601], [3, -32600], same, same]);
  checkTaken(await post([INITIALIZED, { jsonrpc: '2.0', id: 1, result: {} }]));
  for (const body of [pings(21), [], [1], [message('ping'), {}]]) {
    checkRefusal(await post(body), 400, -32600);
  }
});

test('part 7, M14 JSON-RPC 2.0 §5.1: an unknown method is -32601, in 2026-07-28 with 404', async () => {
  const removed = ['ping', 'initialize', 'resources/subscribe', 'logging/setLevel'];
  const added = ['server/discover', 'subscriptions/listen'];
  for (const [version, ask] of ASKS) {
    const isStateless = version === STATELESS_VERSION;
    const others = isStateless ? removed : added;
    for (const method of ['tools/List', '', '__proto__', 'server/nothing', ...others]) {
      checkRefusal(await ask(method), isStateless ? 404 : 200, -32601, 1);
    }
  }
});

test('part 7, M15 2025-06-18 server/tools: unknown tools, prompts and cursors, and bad params, are -32602', async () => {
  for (const ask of ASKS.values()) {
    for (const [method, params, said] of [
      ['tools/call', { name: 'get_busines', arguments: {} }, /did you mean "get_business"/],
      ['tools/call', { name: '__proto__' }, /get_business, search_reviews/],
      ['tools/call', { name: 'x'.repeat(5000) }, /^.{1,400}$/],
      ['prompts/get', { name: 'nothing' }, /review_digest/],
      ['tools/list', { cursor: 'x' }, /cursor/],
      ['tools/call', {}, /name/],
      ['prompts/get', {}, /name/],
      ['resources/read', {}, /uri/],
      ['completion/complete', {}, /ref/],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }, /argument/],
    ] as const) {
      assert.match(checkRefusal(await ask(method, params), 200, -32602, 1).message, said);
    }
  }
});

test('M16 2025-06-18 server/resources: an unknown resource is -32002, since 2026-07-28 -32602', async () => {
  for (const [version, ask] of ASKS) {
    const code = version === STATELESS_VERSION ? -32602 : -32002;
    for (const uri of ['http://reviews.test:8787/nothing', '', 'file:///etc/x']) {
      const { data } = checkRefusal(await ask('resources/read', { uri }), 200, code, 1);
      assert.deepEqual(data, { uri });
    }
  }
});

test('part 8, M17 2025-11-25 server/tools: arguments that a tool refuses are a result that says what to mend', async () => {
  const Text = z.tuple([z.object({ type: z.literal('text'), text: z.string() })]);
  for (const ask of ASKS.values()) {
    for (const [name, given, said] of [
      ['search_reviews', { rating: 6 }, /rating must be a whole number from 1 to 5 \(got 6\)/],
      ['search_reviews', { ratings: 5 }, /"ratings" is not an argument.*did you mean "rating"/],
      ['search_reviews', [], /arguments must be an object/],
      ['get_business', 'all', /arguments must be an object/],
      ['get_review', { id: 'nothing' }, /search_reviews/],
    ] as const) {
      const result = resultOf(await ask('tools/call', { name, arguments: given }));
      const { content, isError, structuredContent } = result;
      assert.deepEqual([isError, structuredContent], [true, undefined]);
      assert.match(Text.parse(content)[0].text, said);
    }
  }
});
