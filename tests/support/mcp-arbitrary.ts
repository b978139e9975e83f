import fc, { type Arbitrary } from 'fast-check';
import { CLIENT_INFO } from './mcp-requests.ts';
import { ENVELOPE } from './mcp-stateless.ts';

/** A request to /mcp with anything in it. */
export type AnyRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

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
