import { MCP_PATH } from '#agents/server-info.ts';
import {
  type Headers,
  initializeMessage,
  message,
  POST_HEADERS,
  STATELESS_VERSION,
  statelessHeaders,
  statelessMessage,
} from '../../../support/mcp-client.ts';
import { BASE_URL } from '../../scene.ts';
import type { Transcript } from '../../transcript.ts';
import { type Asking, beginSession, createAsking } from './agents.ts';
import { INITIALIZED, PING, sendBatches, sendBodies } from './message-bodies.ts';

const OTHERS = 'https://other.example';

/** Headers of a message in a session, by the row of the checklist that they show. */
const HEADERS: readonly (readonly [row: string, headers: Headers])[] = [
  ...[
    undefined,
    '',
    '*/*',
    'text/plain',
    'application/json',
    'text/event-stream',
    'application/*',
    'application/*, text/*;q=0.1',
    'application/json;q=0, */*',
    'application/json, text/event-stream;q=0.0',
    'application/json;q=0.9,Text/Event-Stream;q=0.5, */*;q=0',
  ].map((Accept) => ['part 4, M7', { Accept }] as const),
  ...[
    undefined,
    'text/plain',
    'application/jsonx',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
  ].map((type) => ['M8', { 'Content-Type': type }] as const),
  ...['gzip', 'gzip, identity', 'nonsense', 'identity'].map(
    (coding) => ['M10', { 'Content-Encoding': coding }] as const,
  ),
  ...[
    undefined,
    '',
    '2024-10-07',
    '2024-11-05',
    '2025-06-18, 2025-11-25',
    '2099-01-01',
    STATELESS_VERSION,
    'x'.repeat(100),
  ].map((version) => ['M6', { 'MCP-Protocol-Version': version }] as const),
  ...[undefined, '', 'x', 'x'.repeat(86)].map(
    (id) => ['part 3, M3 M4', { 'Mcp-Session-Id': id }] as const,
  ),
  ...[BASE_URL, 'https://app.example', 'http://[::1]:3000', OTHERS, 'null', ''].map(
    (Origin) => ['M19 M20', { Origin }] as const,
  ),
  ...['Reviews.Example:1', '[::1]:8787', 'attacker.example:8787', 'localhost.attacker.example'].map(
    (Host) => ['M20', { Host }] as const,
  ),
  ...['Bearer x', ''].map((Authorization) => ['part 5, M30', { Authorization }] as const),
];

/** Headers, bodies and methods that are judged before a message is answered. */
export async function judgeTransport(transcript: Transcript): Promise<void> {
  const session = await beginSession(transcript, '2025-06-18');
  const ask = createAsking(transcript, session);
  for (const [row, headers] of HEADERS) await ask(`${row} ${nameOf(headers)}`, PING, headers);
  const { 'Mcp-Session-Id': id } = session;
  for (const forged of [id.replace('2025-06-18', '2025-03-26'), `${id}, ${id}`]) {
    await ask('M4 a session that is made up', PING, { 'Mcp-Session-Id': forged });
  }
  await sendBodies(ask, statelessHeaders('tools/list'));
  await sendBatches(createAsking(transcript, await beginSession(transcript, '2025-03-26')));
  await begin(createAsking(transcript), session);
  await useMethods(transcript, session);
}

function nameOf(headers: Headers): string {
  const [[name = '', value] = []] = Object.entries(headers);
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

async function begin(ask: Asking, session: Headers): Promise<void> {
  for (const version of ['1999-01-01', '2024-10-07', '']) {
    await ask(`M1 a revision "${version}"`, initializeMessage(version));
  }
  const clientInfo = { name: 'x', version: '1' };
  for (const params of [
    undefined,
    { protocolVersion: 5, capabilities: {}, clientInfo },
    { protocolVersion: '2025-06-18', clientInfo },
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } },
  ]) {
    await ask(`M15 ${JSON.stringify(params)}`, message('initialize', params, 'a'));
  }
  const first = initializeMessage('2025-11-25', 7);
  await ask('M6 initialize under the newest', first, { 'MCP-Protocol-Version': STATELESS_VERSION });
  await ask('M6 initialize under another', first, { 'MCP-Protocol-Version': '2099-01-01' });
  await ask('M4 initialize in no session', first, { 'Mcp-Session-Id': 'x' });
  await ask('M5 initialize in a session', first, session);
  await ask('M3 a notification', INITIALIZED);
  await ask('M3 a batch', [initializeMessage('2025-03-26')]);
  await ask('M3 no session, no revision', message('tools/list', {}));
  const Origin = 'https://app.example';
  await ask('M19 initialize from a page', first, { Origin });
  await ask('M19 without a session', statelessMessage('nothing'), {
    ...statelessHeaders('nothing'),
    Origin,
  });
}

/** Every method, at each spelling of the path. */
async function useMethods(transcript: Transcript, session: Headers): Promise<void> {
  const use = (line: string, note: string, headers: Readonly<Record<string, string>> = {}) =>
    transcript.ask(line, { headers, note });
  const id = String(session['Mcp-Session-Id']);
  const stream = { Accept: 'text/event-stream' };
  for (const method of ['GET', 'HEAD', 'PUT', 'PROPFIND', 'DELETE', 'OPTIONS', 'POST']) {
    await use(`${method} ${MCP_PATH}`, 'M18');
    await use(`${method} ${MCP_PATH}/`, 'M18');
    await use(`${method} ${MCP_PATH}`, 'M20', { Origin: OTHERS });
    await use(`${method} ${MCP_PATH}`, 'M20', { Host: 'attacker.example' });
    await use(`${method} ${MCP_PATH}`, 'M19', { Origin: 'https://app.example' });
  }
  await use(`OPTIONS ${MCP_PATH}`, 'M19', {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
  });
  for (const Accept of ['application/json', 'text/html', 'text/event-stream;q=0, */*']) {
    await use(`GET ${MCP_PATH}`, `M21 ${Accept}`, { 'Mcp-Session-Id': id, Accept });
  }
  for (const method of ['GET', 'DELETE']) {
    await use(`${method} ${MCP_PATH}`, 'M3', stream);
    await use(`${method} ${MCP_PATH}`, 'M4', { ...stream, 'Mcp-Session-Id': 'x' });
    for (const version of ['2099-01-01', STATELESS_VERSION]) {
      const headers = { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version };
      await use(`${method} ${MCP_PATH}`, `M6 ${version}`, { ...stream, ...headers });
    }
  }
  for (const name of ['oauth-protected-resource', 'openid-configuration']) {
    await use(`GET /.well-known/${name}`, 'M30');
  }
  await use(`POST ${MCP_PATH}?x=1`, 'M26', POST_HEADERS);
  for (const path of ['/MCP', '/mcp/x', '/mcp//']) await use(`POST ${path}`, 'M26', POST_HEADERS);
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) {
    await use(`POST ${path}?${'x'.repeat(9000)}`, 'M26', POST_HEADERS);
  }
  await use(`OPTIONS ${MCP_PATH}?${'x'.repeat(9000)}`, 'M26');
}
