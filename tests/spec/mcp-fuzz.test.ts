import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { startInProcess } from '../support/in-process.ts';
import {
  askStateless,
  CLIENT_INFO,
  ENVELOPE,
  message,
  openSession,
  resultOf,
  statelessHeaders,
  statelessMessage,
} from '../support/mcp-client.ts';
import { makeRelease } from '../support/release.ts';

fc.configureGlobal({ seed: 20_261_120 });

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'logging/setLevel',
  'constructor',
];

const NAMES = [
  'get_business',
  'search_reviews',
  'get_review',
  'get_insights',
  'list_entities',
  'get_review_stats',
  'review_digest',
  'technician_profile',
  '__proto__',
];

const URIS = [
  'http://reviews.test:8787/reviews.json',
  'http://reviews.test:8787/api/reviews/since/2026-02-30',
  'http://reviews.test:8787/reviews/%ff/',
  'http://reviews.test:8787/../etc/passwd',
  'test://x',
];

const anyJson = fc.jsonValue({ maxDepth: 3 });

const argument = fc.oneof(
  anyJson,
  fc.constantFrom<unknown>(0, 5, 101, '2026-02-30', '2026-01-01', 'review-a', 'concise', 'month'),
);

const anyArguments = fc.oneof(
  fc.record(
    {
      rating: argument,
      min_rating: argument,
      since: argument,
      query: argument,
      mentions_technician: argument,
      limit: argument,
      id: argument,
      sections: argument,
      type: argument,
      group_by: argument,
    },
    { requiredKeys: [] },
  ),
  fc.constant({}),
  anyJson,
);

const HANDSHAKE = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT_INFO };

const anyMeta = fc.oneof(
  fc.constant(ENVELOPE),
  fc.record(
    {
      'io.modelcontextprotocol/protocolVersion': fc.constantFrom('2026-07-28', '2025-06-18', 'x'),
      'io.modelcontextprotocol/clientCapabilities': anyJson,
      progressToken: anyJson,
    },
    { requiredKeys: [] },
  ),
  anyJson,
);

const anyParams = fc.oneof(
  fc.record(
    {
      _meta: anyMeta,
      name: fc.oneof(fc.constantFrom(...NAMES), anyJson),
      arguments: anyArguments,
      uri: fc.oneof(fc.constantFrom(...URIS), anyJson),
      cursor: anyJson,
      ref: fc.oneof(fc.constant({ type: 'ref/prompt', name: 'technician_profile' }), anyJson),
      argument: fc.oneof(fc.constant({ name: 'technician', value: 'e' }), anyJson),
      notifications: fc.oneof(fc.constant({ resourceSubscriptions: URIS }), anyJson),
    },
    { requiredKeys: [] },
  ),
  fc.constant(HANDSHAKE),
  anyJson,
);

const anyMessage = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, anyJson),
    id: fc.oneof(fc.integer(), fc.string(), anyJson),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...METHODS) }, anyJson),
    params: anyParams,
    result: anyJson,
  },
  { requiredKeys: ['jsonrpc', 'method'] },
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
export function anyRequests(sessions: readonly string[]): Arbitrary<AnyRequest> {
  const headers = fc.record({
    Accept: mostly('application/json, text/event-stream', '*/*', 'text/event-stream'),
    'Content-Type': mostly('application/json', 'text/plain', 'application/json; charset=x'),
    'Content-Encoding': mostly('identity', 'gzip'),
    Host: mostly('reviews.test:8787', 'evil.example', '['),
    Origin: mostly('http://localhost', 'https://evil.example', 'null'),
    'Mcp-Session-Id': fc.constantFrom(undefined, 'x', ...sessions, ...sessions),
    'MCP-Protocol-Version': fc.constantFrom(undefined, '2025-06-18', '2026-07-28', '2099', 'x'),
    'Mcp-Method': fc.constantFrom(undefined, 'tools/call', 'tools/list', 'server/discover'),
    'Mcp-Name': fc.constantFrom(undefined, 'get_business', '=?base64?!?='),
    'Last-Event-ID': fc.constantFrom(undefined, '1'),
  });
  return fc
    .record({
      method: fc.oneof(
        { weight: 15, arbitrary: fc.constant('POST') },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'DELETE', 'OPTIONS', 'PUT', 'HEAD') },
      ),
      headers,
      body: anyBody,
    })
    .map((made) => ({ ...made, headers: withoutGaps(made.headers) }));
}

function withoutGaps(headers: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

const { release } = await makeRelease();
const { url, log } = await startInProcess({ after }, { release });
const session = await openSession(url);

/** No answer takes so long, on however slow a machine. */
const PATIENCE_MS = 10_000;
const STREAM = 'text/event-stream';
/** 503 is for streams only, of which a client can have a few. */
const STATUSES = [200, 202, 204, 400, 403, 404, 405, 406, 409, 415, 503];

const Message = z.union([
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]),
    result: z.looseObject({}),
  }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.strictObject({
      code: z.union([z.int().min(-32099).max(-32000), z.int().min(-32700).max(-32600)]),
      message: z.string().min(1),
      data: z.unknown().optional(),
    }),
  }),
]);

async function ask({ method, headers, body }: AnyRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const asked = request(`${url}/mcp`, { method, headers, agent: false, signal });
    asked.once('response', resolve).once('error', reject);
    asked.end(method === 'POST' ? body : undefined);
  });
  const { statusCode: status = 0, headers: given } = response;
  const isStream = given['content-type'] === STREAM;
  if (isStream) response.destroy();
  return { status, headers: given, body: isStream ? undefined : await buffer(response) };
}

function check({ status, headers, body }: Awaited<ReturnType<typeof ask>>, isHead: boolean): void {
  assert.ok(STATUSES.includes(status), String(status));
  assert.match(String(headers['cache-control']), /no-store/);
  if (status === 503) assert.ok(headers['retry-after']);
  if (!body || isHead) return;
  if (body.length === 0) {
    assert.ok([200, 202, 204].includes(status), `${status} without a body`);
    return;
  }
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['content-length'], String(body.length));
  const sent: unknown = JSON.parse(body.toString('utf8'));
  for (const one of Array.isArray(sent) ? sent : [sent]) {
    const { code } = z.object({ error: z.object({ code: z.int() }) }).safeParse(Message.parse(one))
      .data?.error ?? { code: 0 };
    assert.notEqual(code, -32603, 'a fault of ours');
  }
}

function checkLog(): void {
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
}

test('part 7, M37: whatever is sent is answered, and is never a fault of the service', async () => {
  const seen = new Set<number>();
  // Some will be ended on the way.
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const version = index % 2 === 0 ? '2025-06-18' : '2025-03-26';
      return (await openSession(url, version)).id;
    }),
  );
  const requests = anyRequests(ids);
  await fc.assert(
    fc.asyncProperty(requests, async (asked) => {
      const answered = await ask(asked);
      seen.add(answered.status);
      check(answered, asked.method === 'HEAD');
      checkLog();
    }),
    { numRuns: 300 },
  );
  for (const status of [200, 202, 400, 403, 404, 405, 406, 415]) {
    assert.ok(seen.has(status), `${status} was reached`);
  }
});

test('part 7, M37: whatever a tool, prompt or resource is given is answered', async () => {
  const Call = z.object({ name: z.string().optional(), uri: z.string().optional() });
  const given = fc.dictionary(
    fc.constantFrom('rating', 'limit', 'query', 'since', 'id', 'sections', 'group_by', 'service'),
    fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(1, 5, '2026-01-01')),
  );
  const calls = fc.oneof(
    fc.tuple(
      fc.constant('tools/call'),
      fc.record({
        name: fc.constantFrom('search_reviews', 'get_review', 'get_insights', 'get_review_stats'),
        arguments: given,
      }),
    ),
    fc.tuple(
      fc.constant('prompts/get'),
      fc.record({ name: fc.constantFrom('review_digest', 'technician_profile'), arguments: given }),
    ),
    fc.tuple(
      fc.constant('resources/read'),
      fc.record({
        uri: fc.webUrl().map((uri) => uri.replace(/^https?:\/\/[^/]*/, release.baseUrl)),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async ([method, params], isStateless) => {
      const { name, uri } = Call.parse(params);
      const headers = isStateless ? statelessHeaders(method, { name, uri }) : session.headers;
      const body = isStateless ? statelessMessage(method, params) : message(method, params);
      const asked = { method: 'POST', headers, body: JSON.stringify(body) };
      const answered = await ask(asked);
      assert.equal(answered.status, 200);
      check(answered, false);
      checkLog();
    }),
    { numRuns: 150 },
  );
});

test('M37: afterwards both eras are answered as before', async () => {
  resultOf(await (await openSession(url)).ask('tools/list'));
  resultOf(await askStateless(url, 'tools/list'));
});

/** A request to /mcp with anything in it. */
export type AnyRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};
