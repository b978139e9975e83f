import { MCP_PATH } from '#agents/server-info.ts';
import type { Answered } from '../../../support/ask.ts';
import {
  type Headers,
  initializeMessage,
  message,
  POST_HEADERS,
  statelessHeaders,
  statelessMessage,
} from '../../../support/mcp-client.ts';
import type { Transcript } from '../../transcript.ts';
import { PROMPT_CALLS } from './prompt-calls.ts';
import { CALLS, MISTAKES, type Params, RESOURCE, TOOL_CALLS } from './tool-calls.ts';

const POST = `POST ${MCP_PATH}`;
const SESSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** Posts a message, or a body that should be one. */
export type Asking = (note: string, body: unknown, headers?: Headers) => Promise<Answered>;

/** Asks in a transcript, with the headers that each POST has and those that go with all of these. */
export function createAsking(transcript: Transcript, own: Headers = {}): Asking {
  return (note, body, headers = {}) => {
    const sent = Object.entries({ ...POST_HEADERS, ...own, ...headers }).filter(
      (field): field is [string, string] => field[1] !== undefined,
    );
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return transcript.ask(POST, { headers: Object.fromEntries(sent), body: text, note });
  };
}

/** Begins a session. Returns the headers that name it. */
export async function beginSession(transcript: Transcript, version: string) {
  const { headers } = await transcript.ask(POST, {
    headers: POST_HEADERS,
    body: JSON.stringify(initializeMessage(version)),
    note: `M1 M2 part 9, ${version}`,
  });
  const session = String(headers['mcp-session-id']);
  return { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': version };
}

/** Within sessions of all revisions that have them, from initialize to the end. */
export async function talkInSessions(transcript: Transcript): Promise<void> {
  for (const version of SESSIONS) {
    const session = await beginSession(transcript, version);
    const ask = createAsking(transcript, session);
    const tell: Asking = (note, body) => ask(`${version} ${note}`, body);
    await tell('M29 a tool before initialized', callOf('get_business'));
    await tell('initialized', { jsonrpc: '2.0', method: 'notifications/initialized' });
    await tell('ping', message('ping'));
    for (const [method, params, row] of CALLS) {
      await tell(noteOf(method, params, row), message(method, params));
    }
    await tell('M11 a batch', [message('ping', undefined, 1), message('ping', undefined, 2)]);
    await tell('M5 a second initialize', initializeMessage(version));
    if (version === '2025-06-18') await talkOfEverything(tell);
    await transcript.ask(`DELETE ${MCP_PATH}`, { headers: session, note: `M22 ${version}` });
    await tell('M22 ping after the end', message('ping'));
    await transcript.ask(`DELETE ${MCP_PATH}`, { headers: session, note: `M22 ${version} again` });
  }
}

async function talkOfEverything(tell: Asking) {
  for (const [name, given, row] of TOOL_CALLS) {
    const params = { name, arguments: given };
    await tell(noteOf('tools/call', params, row), message('tools/call', params));
  }
  for (const [method, params, row] of [...PROMPT_CALLS, ...MISTAKES]) {
    await tell(`${noteOf(method, params, row)} ${JSON.stringify(params)}`, message(method, params));
  }
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    await tell(method, message(method, RESOURCE));
    await tell(`${method} of no resource`, message(method, { uri: 'test://watched' }));
    await tell(`${method} of nothing`, message(method, {}));
  }
  for (const method of ['logging/setLevel', 'server/discover', 'subscriptions/listen']) {
    await tell(`M14 M38 ${method}`, message(method, { level: 'info' }));
  }
  const call = { name: 'get_business', arguments: { parts: ['contact'] } };
  await tell('M38 as a task', message('tools/call', { ...call, task: { ttl: 60_000 } }));
  for (const cursor of [null, '']) {
    await tell(`no cursor, ${cursor}`, message('prompts/list', { cursor }));
  }
  await tell('a list of parameters', message('prompts/list', []));
}

/** Without sessions, as the newest revision talks. */
export async function talkWithoutSessions(transcript: Transcript): Promise<void> {
  const ask = createAsking(transcript);
  const tell = (method: string, params: Params = {}, more: Headers = {}, note = '') =>
    ask(`${note} ${noteOf(method, params)}`.trim(), statelessMessage(method, params), {
      ...statelessHeaders(method, params),
      ...more,
    });
  await tell('server/discover');
  for (const [method, params, row] of [...CALLS, ...MISTAKES]) await tell(method, params, {}, row);
  for (const method of ['ping', 'initialize', 'resources/subscribe', 'logging/setLevel']) {
    await tell(method, {}, {}, 'M14');
  }
  const call = { name: 'get_business', arguments: { parts: ['contact'] } };
  const encoded = `=?base64?${Buffer.from('get_business').toString('base64')}?=`;
  for (const [row, more] of [
    ['M25 with a session', { 'Mcp-Session-Id': 'x' }],
    ['M23 under another name', { 'Mcp-Name': 'search_reviews' }],
    ['M23 under a name that is none', { 'Mcp-Name': '=?base64?!!?=' }],
    ['M23 under its name in Base64', { 'Mcp-Name': encoded }],
    ['M23 under no name', { 'Mcp-Name': undefined }],
    ['M23 under another method', { 'Mcp-Method': 'tools/list' }],
    ['M23 under no method', { 'Mcp-Method': undefined }],
    ['M23 under no revision', { 'MCP-Protocol-Version': undefined }],
    ['M23 under another revision', { 'MCP-Protocol-Version': '2025-11-25' }],
    ['M23 of the future', { 'MCP-Protocol-Version': '2099-01-01' }],
    ['as JSON alone', { Accept: 'application/json' }],
  ] as const) {
    await tell('tools/call', call, more, row);
  }
  const uris = Array.from({ length: 33 }, (_, index) => `${RESOURCE.uri}${index}`);
  const params = { notifications: { resourceSubscriptions: uris } };
  await tell('subscriptions/listen', params, {}, '33 resources in');
  await ask(
    'a long id of subscriptions/listen',
    statelessMessage('subscriptions/listen', {}, 'x'.repeat(257)),
    statelessHeaders('subscriptions/listen'),
  );
}

function callOf(name: string) {
  return message('tools/call', { name, arguments: {} });
}

function noteOf(method: string, params: Params = {}, row = ''): string {
  const { name, uri } = params;
  const given = 'arguments' in params ? ` ${JSON.stringify(params.arguments)}` : '';
  return [row, method, name, uri].filter(Boolean).join(' ') + given;
}
