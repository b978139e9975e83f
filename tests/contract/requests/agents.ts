import { MCP_PATH } from '#agents/server-info.ts';
import {
  initializeMessage,
  message,
  POST_HEADERS,
  statelessHeaders,
  statelessMessage,
} from '../../support/mcp-client.ts';
import { BASE_URL } from '../scene.ts';
import type { Transcript } from '../transcript.ts';

type Params = Readonly<Record<string, unknown>>;
type Call = readonly [method: string, params?: Params];
type Headers = Readonly<Record<string, string>>;

const POST = `POST ${MCP_PATH}`;
const SESSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const NOTHING: Params = { name: 'nothing', arguments: {} };
const REVIEWS = { uri: `${BASE_URL}/reviews/google-ibvumxzl/` };

/** What every revision can ask. */
const CALLS: readonly Call[] = [
  ['tools/list'],
  ['prompts/list'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', REVIEWS],
  ['resources/read', { uri: `${BASE_URL}/nothing` }],
  ['tools/call', { name: 'get_business', arguments: {} }],
  ['tools/call', { name: 'search_reviews', arguments: { rating: 5, limit: 2 } }],
  ['tools/call', { name: 'search_reviews', arguments: { rating: 9, colour: 'red' } }],
  ['tools/call', NOTHING],
  ['prompts/get', { name: 'nothing' }],
  ['prompts/get', { name: 'technician_profile', arguments: { technician: 'Elena Muñoz' } }],
  ['completion/complete', completing('technician_profile', 'technician', 'el')],
  ['nothing/at/all'],
];

/** What one of them is asked besides: every tool, prompt and argument. */
const TOOL_CALLS: readonly Params[] = [
  { name: 'get_business', arguments: { parts: ['contact'] } },
  { name: 'get_business', arguments: { parts: ['everything'] } },
  { name: 'search_reviews', arguments: {} },
  { name: 'search_reviews', arguments: { limit: 1, response_format: 'detailed' } },
  { name: 'search_reviews', arguments: { limit: 1, include: ['text', 'reply'] } },
  { name: 'search_reviews', arguments: { query: 'settlement', sort: 'relevance', limit: 2 } },
  { name: 'search_reviews', arguments: { mentions_technician: 'Elena Munos' } },
  { name: 'search_reviews', arguments: { query: null, rating: '5', limit: '1', sort: 'OLDEST' } },
  { name: 'search_reviews', arguments: { since: '2026-02-30', limit: 0 } },
  { name: 'get_review', arguments: { id: 'google-ibvumxzl' } },
  { name: 'get_review', arguments: { id: 'google-x7m2kd0q' } },
  { name: 'get_review', arguments: { id: 'never-published' } },
  { name: 'get_review', arguments: {} },
  { name: 'get_insights', arguments: {} },
  { name: 'get_insights', arguments: { aspect: 'communication' } },
  { name: 'get_insights', arguments: { aspect: 'comunication' } },
  { name: 'get_insights', arguments: { aspect: 'communication', trend: true } },
  { name: 'get_insights', arguments: { entity: 'elena-munoz' } },
  { name: 'get_insights', arguments: { entity: 'Elena Munos' } },
  { name: 'get_insights', arguments: { section: 'faq' } },
  { name: 'get_insights', arguments: { section: 'methodology' } },
  { name: 'get_insights', arguments: { section: 'aspects' } },
  { name: 'get_insights', arguments: { section: 'entities' } },
  { name: 'get_insights', arguments: { section: 'topics' } },
  { name: 'get_insights', arguments: { section: 'summary' } },
  { name: 'get_insights', arguments: { entity: 'austin' } },
  { name: 'get_insights', arguments: { entity: 'elena-munoz', aspect: 'communication' } },
  { name: 'get_insights', arguments: { section: 'faq', trend: true } },
  { name: 'search_reviews', arguments: { rating: [5], source: ['google', 'yelp'], limit: 1 } },
  { name: 'search_reviews', arguments: { since: '2026', until: '2026-02' } },
  { name: 'search_reviews', arguments: { query: 7, has_reply: 'TRUE', limit: 1 } },
  { name: 'search_reviews', arguments: { language: { tag: 'en' }, limit: true } },
  { name: 'get_business', arguments: { anything: 1 } },
  { name: 'list_entities', arguments: {} },
  { name: 'list_entities', arguments: { type: 'technician' } },
  { name: 'get_review_stats', arguments: {} },
  { name: 'get_review_stats', arguments: { group_by: 'year', min_rating: 4 } },
  { name: 'get_review_stats', arguments: { sentiment: 'negative', group_by: 'aspect' } },
  { name: 'search', arguments: { query: 'settlement' } },
  { name: 'fetch', arguments: { id: 'google-ibvumxzl' } },
  { name: 'fetch', arguments: { id: 'nothing' } },
];

/** What one of them is asked besides: each prompt, and what completes the arguments. */
const PROMPT_CALLS: readonly Call[] = [
  ['prompts/get', { name: 'review_digest' }],
  [
    'prompts/get',
    { name: 'review_digest', arguments: { since: '2026-01-01', until: '2026-06-30' } },
  ],
  ['prompts/get', { name: 'review_digest', arguments: { since: '2026-02-30' } }],
  ['prompts/get', { name: 'technician_profile', arguments: { technician: 'nobody' } }],
  ['prompts/get', { name: 'technician_profile' }],
  ['prompts/get', { name: 'answer_prospect_question', arguments: { question: 'Do they call?' } }],
  ['completion/complete', completing('review_digest', 'since', '2026-1')],
  ['completion/complete', completing('answer_prospect_question', 'service', 'c')],
  ['completion/complete', completing('answer_prospect_question', 'question', 'c')],
  ['completion/complete', completing('nothing', 'since', '')],
  ['resources/read', { uri: `${BASE_URL}/reviews.json` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-ibvumxzl.json` }],
  ['resources/read', { uri: `${BASE_URL}/reviews/google-x7m2kd0q/` }],
  ['resources/read', { uri: 'https://other.example/' }],
  ['resources/read', {}],
];

function completing(prompt: string, name: string, value: string): Params {
  return { ref: { type: 'ref/prompt', name: prompt }, argument: { name, value } };
}

/** Within sessions of all revisions that have them, from initialize to the end. */
export async function talkInSessions(transcript: Transcript): Promise<void> {
  for (const version of SESSIONS) {
    const begun = await transcript.ask(POST, post(initializeMessage(version), version));
    const session = {
      'Mcp-Session-Id': String(begun.headers['mcp-session-id']),
      'MCP-Protocol-Version': version,
    };
    const tell = async (body: unknown, note: string) =>
      await transcript.ask(POST, post(body, `${version} ${note}`, session));
    await tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, 'initialized');
    await tell(message('ping'), 'ping');
    for (const [method, params] of CALLS)
      await tell(message(method, params), nameOf(method, params));
    await tell([message('ping', undefined, 1), message('ping', undefined, 2)], 'a batch');
    await tell(initializeMessage(version), 'a second initialize');
    if (version === '2025-06-18') await talkOfEverything(transcript, tell, session);
    const method = `DELETE ${MCP_PATH}`;
    await transcript.ask(method, { headers: session, note: version });
    await tell(message('ping'), 'ping after the end');
  }
}

type Tell = (body: unknown, note: string) => Promise<unknown>;

async function talkOfEverything(transcript: Transcript, tell: Tell, session: Headers) {
  for (const params of TOOL_CALLS)
    await tell(message('tools/call', params), nameOf('tools/call', params));
  for (const [method, params] of PROMPT_CALLS) {
    await tell(message(method, params), `${nameOf(method, params)} ${JSON.stringify(params)}`);
  }
  await tell(message('resources/subscribe', REVIEWS), 'resources/subscribe');
  await tell(message('resources/unsubscribe', REVIEWS), 'resources/unsubscribe');
  await tell(message('logging/setLevel', { level: 'info' }), 'logging/setLevel');
  await tell(message('tools/list', { cursor: 'x' }), 'a cursor of nothing');
  for (const id of ['a', 7, null, 1.5, [], true]) {
    await tell(message('ping', undefined, id), `ping with the id ${JSON.stringify(id)}`);
  }
  await tell({ jsonrpc: '2.0', id: 1, result: {} }, 'a response');
  await tell({ jsonrpc: '1.0', id: 1, method: 'ping' }, 'another JSON-RPC');
  await tell('{', 'no JSON');
  await tell('[]', 'an empty batch');
  await tell('7', 'no message');
  await tell(message('tools/call', { name: 'get_business', arguments: [] }), 'arguments in a list');
  await tell(message('initialize', {}), 'an initialize that cannot be read');
  const broken: readonly (readonly [string, Headers])[] = [
    ['an unknown session', { ...session, 'Mcp-Session-Id': 'x'.repeat(86) }],
    ['a session that is no id', { ...session, 'Mcp-Session-Id': 'x' }],
    ['no session', { 'MCP-Protocol-Version': '2025-06-18' }],
    ['another revision', { ...session, 'MCP-Protocol-Version': '2023-01-01' }],
    ['no revision', { 'Mcp-Session-Id': session['Mcp-Session-Id'] ?? '' }],
    ['JSON alone', { ...session, Accept: 'application/json' }],
    ['text alone', { ...session, Accept: 'text/plain' }],
    ['text', { ...session, 'Content-Type': 'text/plain' }],
    ['another charset', { ...session, 'Content-Type': 'application/json; charset=utf-16' }],
    ['compressed', { ...session, 'Content-Encoding': 'gzip' }],
    ['a page of others', { ...session, Origin: 'https://other.example' }],
    ['a page of its own', { ...session, Origin: BASE_URL }],
    ['authorized', { ...session, Authorization: 'Bearer x' }],
  ];
  for (const [note, headers] of broken) {
    await transcript.ask(POST, post(message('ping'), note, headers));
  }
}

/** Without sessions, as the newest revision talks. */
export async function talkWithoutSessions(transcript: Transcript): Promise<void> {
  const tell = async (method: string, params: Params = {}, more: Headers = {}, note = '') => {
    const headers = { ...statelessHeaders(method, params), ...more };
    const body = JSON.stringify(statelessMessage(method, params));
    await transcript.ask(POST, { headers, body, note: `${nameOf(method, params)} ${note}`.trim() });
  };
  await tell('server/discover');
  for (const [method, params] of CALLS) await tell(method, params);
  const call = { name: 'get_business', arguments: { parts: ['contact'] } };
  await tell('tools/call', call, { 'Mcp-Session-Id': 'x' }, 'with a session');
  await tell('tools/call', call, { 'Mcp-Name': 'search_reviews' }, 'under another name');
  await tell('tools/call', call, { 'Mcp-Method': 'tools/list' }, 'under another method');
  await tell('tools/list', {}, { 'MCP-Protocol-Version': '2099-01-01' }, 'of the future');
  await tell('tools/list', {}, { Accept: 'application/json' }, 'as JSON alone');
  const bare = JSON.stringify(message('tools/list', {}));
  const headers = statelessHeaders('tools/list');
  await transcript.ask(POST, { headers, body: bare, note: 'no envelope' });
  await transcript.ask(POST, {
    headers: POST_HEADERS,
    body: bare,
    note: 'no session, no revision',
  });
}

/** What is no message at all. */
export async function talkOtherwise(transcript: Transcript): Promise<void> {
  await transcript.ask(`GET ${MCP_PATH}`);
  await transcript.ask(`GET ${MCP_PATH}`, { headers: { Accept: 'text/event-stream' } });
  await transcript.ask(`GET ${MCP_PATH}`, { headers: { Accept: 'text/html' } });
  await transcript.ask(`HEAD ${MCP_PATH}`);
  await transcript.ask(`PUT ${MCP_PATH}`);
  await transcript.ask(`DELETE ${MCP_PATH}`);
  await transcript.ask(`OPTIONS ${MCP_PATH}`);
  for (const Origin of [BASE_URL, 'https://other.example', 'null', 'http://localhost:3000']) {
    const asked = { Origin, 'Access-Control-Request-Method': 'POST' };
    await transcript.ask(`OPTIONS ${MCP_PATH}`, { headers: asked });
  }
  await transcript.ask(POST);
  await transcript.ask(POST, { headers: POST_HEADERS, body: '', note: 'an empty body' });
  const long = JSON.stringify(message('ping', { x: 'x'.repeat(65_536) }));
  await transcript.ask(POST, { headers: POST_HEADERS, body: long, note: 'too long' });
  await transcript.ask(`${POST}/`, post(initializeMessage('2025-06-18'), 'with a slash'));
  await transcript.ask(`${POST}?x=1`, post(initializeMessage('1999-01-01'), 'an unknown revision'));
  const Host = 'attacker.example';
  await transcript.ask(POST, post(message('ping'), 'a name that was rebound', { Host }));
}

function post(body: unknown, note: string, headers: Headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { ...POST_HEADERS, ...headers }, body: text, note };
}

function nameOf(method: string, params: Params = {}): string {
  const { name, uri } = params;
  const given = 'arguments' in params ? ` ${JSON.stringify(params.arguments)}` : '';
  return [method, name, uri].filter(Boolean).join(' ') + given;
}
