import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, afterEach, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  CLIENT_INFO,
  checkAnswer,
  checkRefusal,
  ENVELOPE,
  type Headers,
  message,
  openEvents,
  openSession,
  resultOf,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

fc.configureGlobal({ seed: 20_261_120 });

const { release } = await makeRelease();
const { url, log } = await startInProcess({ after }, { release });
const session = await openSession(url);
const tools = resultOf(await session.ask('tools/list'));

afterEach(async () => {
  assert.deepEqual(resultOf(await session.ask('tools/list')), tools);
  resultOf(await askStateless(url, 'tools/list'));
  checkLog();
});

function checkLog(): void {
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
}

const METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'resources/subscribe', 'resources/unsubscribe', 'prompts/list'],
  ...['prompts/get', 'completion/complete', 'server/discover', 'subscriptions/listen'],
  ...['notifications/initialized', 'notifications/cancelled', 'logging/setLevel', 'constructor'],
];
const NAMES = [
  ...['get_business', 'search_reviews', 'get_review', 'get_insights', 'list_entities'],
  ...['get_review_stats', 'review_digest', 'technician_profile', '__proto__'],
];
const URIS = [
  'http://reviews.test:8787/reviews.json',
  'http://reviews.test:8787/api/reviews/since/2026-02-30',
  'http://reviews.test:8787/reviews/%ff/',
  'http://reviews.test:8787/../etc/passwd',
  'test://x',
];
const HANDSHAKE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT_INFO };
const OPTIONAL = { requiredKeys: [] };

const anyJson = fc.jsonValue({ maxDepth: 3 });
/** What makes sense, or not. */
const orJson = (...sensible: readonly unknown[]) =>
  fc.oneof(fc.constantFrom<unknown>(...sensible), anyJson);

const anyArguments = fc.oneof(
  fc.dictionary(
    fc.constantFrom(
      ...['rating', 'min_rating', 'since', 'query', 'mentions_technician', 'limit', 'id'],
      ...['sections', 'type', 'group_by'],
    ),
    orJson(0, 5, 101, '2026-02-30', '2026-01-01', 'review-a', 'concise', 'month'),
  ),
  orJson({}),
);

const anyMeta = fc.oneof(
  fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': fc.constantFrom('2026-07-28', '2025-06-18', 'x'),
      'io.modelcontextprotocol/clientCapabilities': anyJson,
      progressToken: anyJson,
    },
    OPTIONAL,
  ),
  orJson(ENVELOPE),
);

const anyParams = fc.oneof(
  fc.record(
    {
      _meta: anyMeta,
      name: orJson(...NAMES),
      arguments: anyArguments,
      uri: orJson(...URIS),
      cursor: anyJson,
      ref: orJson({ type: 'ref/prompt', name: 'technician_profile' }),
      argument: orJson({ name: 'technician', value: 'e' }),
      notifications: orJson({ resourceSubscriptions: URIS }),
    },
    OPTIONAL,
  ),
  orJson(HANDSHAKE),
);

const MEMBERS = {
  jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, anyJson),
  id: fc.oneof(fc.integer(), fc.string(), anyJson),
  method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, anyJson),
  params: anyParams,
};
const REQUIRED = { requiredKeys: ['jsonrpc' as const, 'method' as const] };

const anyMessage = fc.oneof(
  { weight: 4, arbitrary: fc.record(MEMBERS, REQUIRED) },
  { weight: 1, arbitrary: fc.record({ ...MEMBERS, result: anyJson }, REQUIRED) },
);

const anyBody: Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: anyMessage.map((made) => JSON.stringify(made)) },
  {
    weight: 2,
    arbitrary: fc.array(anyMessage, { maxLength: 22 }).map((all) => JSON.stringify(all)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);

/** What is usually right, and at times something else or nothing. */
function mostly(right: string, ...others: readonly string[]): Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', ...others) },
  );
}

/** Requests of which most get as far as a method. `sessions`: ids that may be sent. */
const anyRequests = (sessions: readonly string[]) =>
  fc.record({
    method: fc.oneof(
      { weight: 15, arbitrary: fc.constant('POST') },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD') },
    ),
    headers: fc.record({
      Accept: mostly('application/json, text/event-stream', '*/*', 'text/event-stream'),
      'Content-Type': mostly('application/json', 'text/plain', 'application/json; charset=x'),
      'Content-Encoding': mostly('identity', 'gzip'),
      Host: mostly('reviews.test:8787', 'evil.example', '['),
      Origin: mostly('http://localhost', 'https://evil.example', 'null'),
      'Mcp-Session-Id': fc.constantFrom(undefined, 'x', 'y', 'z', ...sessions),
      'MCP-Protocol-Version': fc.constantFrom(undefined, '2025-06-18', '2026-07-28', '2099'),
      'Mcp-Method': fc.constantFrom(undefined, 'tools/call', 'tools/list', 'server/discover'),
      'Mcp-Name': fc.constantFrom(undefined, 'get_business', '=?base64?!?='),
      'Last-Event-ID': fc.constantFrom(undefined, '1'),
    }),
    body: anyBody,
  });

/** 503 is for streams only, of which a client can have a few. */
const STATUSES = [200, 202, 204, 400, 403, 404, 405, 406, 409, 415, 503];

const Id = z.union([z.string(), z.number()]);
const Message = z.union([
  z.strictObject({ jsonrpc: z.literal('2.0'), id: Id, result: z.looseObject({}) }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: Id.nullable(),
    error: z.strictObject({
      // All but -32603, which is a fault of ours.
      code: z.union([
        z.int().min(-32_099).max(-32_000),
        z.int().min(-32_602).max(-32_600),
        z.literal(-32_700),
      ]),
      message: z.string().min(1),
      data: z.unknown().optional(),
    }),
  }),
]);

/** Sends a request and checks what every answer is. Returns its status. */
async function sendAny(asked: { method: string; headers: Headers; body: unknown }) {
  const { method, headers, body } = asked;
  const {
    status,
    headers: given,
    text,
    ended,
    close,
  } = await openEvents(url, {
    method,
    headers,
    body: method === 'POST' ? body : undefined,
  });
  assert.ok(STATUSES.includes(status), String(status));
  assert.match(String(given['cache-control']), /no-store/);
  if (status === 503) assert.ok(given['retry-after']);
  if (given['content-type'] === 'text/event-stream') close();
  else await ended;
  checkLog();
  if (given['content-type'] === 'text/event-stream' || method === 'HEAD') return status;
  if (text() === '') {
    assert.ok([200, 202, 204].includes(status), `${status} without a body`);
    return status;
  }
  assert.equal(given['content-type'], 'application/json');
  assert.equal(given['content-length'], String(Buffer.byteLength(text())));
  const sent: unknown = JSON.parse(text());
  for (const one of Array.isArray(sent) ? sent : [sent]) Message.parse(one);
  return status;
}

test('part 7, M37: whatever is sent is answered, and is never a fault of the service', async () => {
  const seen = new Set<number>();
  // Some will be ended on the way.
  const ids: string[] = [];
  for (const version of ['2025-06-18', '2025-03-26']) {
    for (let count = 0; count < 5; count++) ids.push((await openSession(url, version)).id);
  }
  await fc.assert(
    fc.asyncProperty(anyRequests(ids), async (asked) => {
      seen.add(await sendAny(asked));
    }),
    { numRuns: 300 },
  );
  for (const status of [200, 202, 400, 403, 404, 405, 406, 415]) {
    assert.ok(seen.has(status), `${status} was reached`);
  }
});

test('part 7, M37: whatever a tool, prompt or resource is given is answered', async () => {
  const given = fc.dictionary(
    fc.constantFrom('rating', 'limit', 'query', 'since', 'id', 'sections', 'group_by', 'service'),
    fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(1, 5, '2026-01-01')),
  );
  const named = (method: string, ...names: readonly string[]) =>
    fc.record({ name: fc.constantFrom(...names), arguments: given }).map((params) => ({
      method,
      params,
    }));
  const calls = fc.oneof(
    named('tools/call', 'search_reviews', 'get_review', 'get_insights', 'get_review_stats'),
    named('prompts/get', 'review_digest', 'technician_profile'),
    fc.webUrl().map((uri) => ({
      method: 'resources/read',
      params: { uri: uri.replace(/^https?:\/\/[^/]*/, release.baseUrl) },
    })),
  );
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async ({ method, params }, isStateless) => {
      const asked = isStateless
        ? { headers: statelessHeaders(method, params), body: statelessMessage(method, params) }
        : { headers: session.headers, body: message(method, params) };
      assert.equal(await sendAny({ method: 'POST', ...asked }), 200);
    }),
    { numRuns: 150 },
  );
});

/** More than an answer to a short question ever has, but for the list of tools. */
const SHORT = 4000;
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
      ['tools/call', '{"name":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":{"rating":?}}'],
      ['tools/call', '{"name":"search_reviews","arguments":{"x":?}}'],
      ['tools/call', '{"name":"get_insights","arguments":{"section":?}}'],
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
    ['search_reviews', `{"${'k'.repeat(60_000)}":1}`],
    ['search_reviews', '{"rating":1e999,"min_rating":-1e999,"limit":1e21}'],
    ['get_business', `{"parts":[${list}]}`],
    ['get_review', `{"id":"${'x'.repeat(60_000)}"}`],
  ] as const) {
    const body = fill('tools/call', `{"name":"${name}","arguments":?}`, given);
    const answered = await session.send(body);
    assert.equal(resultOf(answered).isError, true);
    assert.ok(answered.text.length < 2 * SHORT, `${answered.text.length} ${given.slice(0, 30)}`);
  }
});

test('M37: half a surrogate pair is text like any other', async () => {
  const params = '{"name":"search_reviews","arguments":{"query":"\\ud800"}}';
  const body = `{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":${params}}`;
  const { structuredContent } = resultOf(await session.send(body), '\ud800');
  assert.partialDeepStrictEqual(structuredContent, { total: 0, count: 0 });
});

test('M37: a client that goes away before its message is whole is no fault', async () => {
  for (const framing of [{ 'Content-Length': '1000' }, { 'Transfer-Encoding': 'chunked' }]) {
    const connection = await openRaw(url);
    await connection.send(headOf('POST /mcp', { ...session.headers, ...framing }));
    await connection.send('10\r\n{"jsonrpc":"2.0"');
    const closed = once(connection.socket, 'close');
    connection.socket.destroy();
    await closed;
  }
});

test('M37: a client that goes away before its answer is no fault', async (t) => {
  let asked = Promise.withResolvers<() => void>();
  const { source } = release;
  const search: typeof source.search = async (query) => {
    await new Promise<void>((resolve) => asked.resolve(resolve));
    return source.search(query);
  };
  const slow = await startInProcess(t, { release: { ...release, source: { ...source, search } } });
  const params = { name: 'search_reviews', arguments: {} };
  const { headers } = await openSession(slow.url);
  for (const [given, body] of [
    [headers, message('tools/call', params)],
    [statelessHeaders('tools/call', params), statelessMessage('tools/call', params)],
  ] as const) {
    asked = Promise.withResolvers();
    const gone = request(`${slow.url}/mcp`, { method: 'POST', headers: given, agent: false });
    gone.on('error', () => {});
    gone.end(JSON.stringify(body));
    const letGo = await asked.promise;
    // Not by events.once, which an error ends.
    const closed = new Promise((resolve) => gone.once('close', resolve));
    gone.destroy();
    await closed;
    letGo();
    resultOf(await askStateless(slow.url, 'tools/list'));
  }
  assert.deepEqual(
    slow.log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
