import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { openSession } from '../rooms/mcp/open-session.ts';
import { atLength } from '../support/at-length.ts';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  CLIENT_INFO,
  checkRefusal,
  ENVELOPE,
  type Headers,
  openEvents,
  resultOf,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_120 });

const { release } = await makeRelease();
const { url, log } = await startInProcess({ after }, { release });
const session = await openSession(url);
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const tools = resultOf(await session.ask('tools/list'));

afterEach(async () => {
  assert.deepEqual(resultOf(await session.ask('tools/list')), tools);
  resultOf(await askStateless(url, 'tools/list'));
  checkLog();
});

function checkLog(): void {
  const faults = log.filter(({ level }) => Number(level) >= 50);
  assert.deepEqual(faults, []);
}

const METHODS = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'resources/subscribe', 'resources/unsubscribe', 'prompts/list'],
  ...['prompts/get', 'completion/complete', 'server/discover', 'subscriptions/listen'],
  ...['notifications/initialized', 'notifications/cancelled', 'logging/setLevel', 'constructor'],
];
const TOOLS = ['get_business', 'search_reviews', 'get_review', 'get_insights', 'get_review_stats'];
const PROMPTS = ['review_digest', 'technician_profile'];
const PATHS = ['reviews.json', 'api/reviews/since/2026-02-30', 'reviews/%ff/', '../etc/passwd'];
const URIS = ['test://x', ...PATHS.map((path) => `${release.baseUrl}/${path}`)];
const HANDSHAKE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT_INFO };

const anyJson = fc.jsonValue({ maxDepth: 3 });
/** What makes sense, or not. */
const orJson = (...sensible: readonly unknown[]) =>
  fc.oneof(fc.constantFrom<unknown>(...sensible), anyJson);

const anyArguments = fc.dictionary(
  fc.constantFrom(
    ...['rating', 'limit', 'query', 'since', 'id', 'section', 'group_by', 'mentions_technician'],
  ),
  fc.oneof(orJson(1, 101, '2026-02-30', 'review-a', 'month'), fc.string({ unit: 'binary' })),
);

const anyParams = fc.oneof(
  fc.record(
    {
      _meta: orJson(ENVELOPE, { ...ENVELOPE, [VERSION_KEY]: 'x' }, { progressToken: 1 }),
      name: orJson(...TOOLS, ...PROMPTS, '__proto__'),
      arguments: fc.oneof(anyArguments, anyJson),
      uri: orJson(...URIS),
      cursor: anyJson,
      ref: orJson({ type: 'ref/prompt', name: 'technician_profile' }),
      argument: orJson({ name: 'technician', value: 'e' }),
      notifications: orJson({ resourceSubscriptions: URIS }),
    },
    { requiredKeys: [] },
  ),
  orJson(HANDSHAKE),
);

/** Nine times in ten one thing, otherwise another. */
const mostly = <T, U>(usual: Arbitrary<T>, odd: Arbitrary<U>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const anyMessage = fc.record(
  {
    jsonrpc: mostly(fc.constant('2.0'), anyJson),
    id: fc.oneof(fc.integer(), fc.string(), anyJson),
    method: mostly(fc.constantFrom(...METHODS), anyJson),
    params: anyParams,
    result: mostly(fc.constant(undefined), anyJson),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

const anyBody = mostly(
  mostly(anyMessage, fc.array(anyMessage, { maxLength: 22 })).map((made) => JSON.stringify(made)),
  fc.oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 200 })),
);

/** A header that is usually right, and at times something else or not there. */
const header = (right: string, ...others: readonly string[]) =>
  mostly(fc.constant(right), fc.constantFrom(undefined, '', ...others));

/** Requests of which most get as far as a method. `sessions`: ids that may be sent. */
const anyRequests = (sessions: readonly string[]) =>
  fc.record({
    method: mostly(fc.constant('POST'), fc.constantFrom('GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD')),
    headers: fc.record({
      Accept: header('application/json, text/event-stream', '*/*', 'text/event-stream'),
      'Content-Type': header('application/json', 'text/plain', 'application/json; charset=x'),
      'Content-Encoding': header('identity', 'gzip'),
      Host: header('reviews.test:8787', 'evil.example', '['),
      Origin: header('http://localhost', 'https://evil.example', 'null'),
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

/** An answer of JSON-RPC, or several; -32603 would be a fault of ours. */
const ErrorCode = z.int().refine((code) => code !== -32_603);
const Message = z.union([
  z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]),
    result: z.looseObject({}),
  }),
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({ code: ErrorCode }) }),
]);

/** Sends a request and checks what every answer is. Returns its status. */
async function sendAny(asked: { method: string; headers: Headers; body: unknown }) {
  const { method, headers, body } = asked;
  const sent = method === 'POST' ? { method, headers, body } : { method, headers };
  const stream = await openEvents(url, sent);
  const { status, headers: given } = stream;
  assert.ok(STATUSES.includes(status), String(status));
  assert.match(String(given['cache-control']), /no-store/);
  if (given['content-type'] === 'text/event-stream') {
    stream.close();
    return status;
  }
  await stream.ended;
  checkLog();
  const text = stream.text();
  if (text !== '') {
    const answers: unknown = JSON.parse(text);
    for (const one of Array.isArray(answers) ? answers : [answers]) Message.parse(one);
  }
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
    // As many as reach each status.
    { numRuns: atLength(300, 100) },
  );
  for (const status of [200, 202, 400, 403, 404, 405, 406, 415]) {
    assert.ok(seen.has(status), `${status} was reached`);
  }
});

/** Values as deep as 64 kB allow. */
const DEEP = [
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
];

test('M37: values that are nested as deep as can be are answered shortly wherever they stand', async () => {
  for (const deep of DEEP) {
    for (const body of [deep, `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`]) {
      checkRefusal(await session.send(body), 400, -32600);
    }
    for (const [method, params] of [
      ['ping', '{"a":?}'],
      ['tools/call', '{"name":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":?}'],
      ['tools/call', '{"name":"search_reviews","arguments":{"rating":?}}'],
      ['prompts/get', '{"name":"technician_profile","arguments":{"technician":?}}'],
      ['resources/read', '{"uri":?}'],
      ['completion/complete', '{"ref":?,"argument":1}'],
    ] as const) {
      const filled = `"method":"${method}","params":${params.replace('?', deep)}`;
      const { status, text } = await session.send(`{"jsonrpc":"2.0","id":1,${filled}}`);
      assert.ok([200, 400].includes(status), `${status} ${params}`);
      assert.doesNotMatch(text, /-32603/);
      assert.ok(text.length < 4000, params);
    }
  }
});
