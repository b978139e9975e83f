import { MCP_LIMITS } from '#agents/server-info.ts';
import {
  ENVELOPE,
  type Headers,
  initializeMessage,
  message,
  statelessMessage,
} from '../../../support/mcp-client.ts';
import type { Asking } from './agents.ts';

export const PING = message('ping');
export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

/** Bodies that are no message, or one of several. */
const BODIES: readonly unknown[] = [
  ...['', '{', `${JSON.stringify(PING)}{}`, 'NaN', 'null', '7', '"ping"', '{}', '[]', '[1]'],
  { jsonrpc: '2.0', method: null },
  { jsonrpc: '2.0', result: {} },
  { jsonrpc: '1.0', id: 5, method: 'ping' },
  message('ping', [1], 5),
];

const CALL = '{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call"';

/** Arguments that are wrong in more ways than are told, and half a character, which is none. */
const TOO_MUCH = [
  ['search_reviews', `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":1`)}}`],
  ['search_reviews', `{"${'k'.repeat(60_000)}":1}`],
  ['search_reviews', '{"rating":1e999,"min_rating":-1e999,"limit":1e21}'],
  ['search_reviews', '{"query":"\\ud800"}'],
  ['search_reviews', '{"__proto__":1}'],
  ['get_business', `{"parts":[${Array.from({ length: 9000 }, () => '"no"')}]}`],
  ['get_review', `{"id":"${'x'.repeat(60_000)}"}`],
] as const;

/** Sends bodies that are no message, or an unusual one, within a session and without. */
export async function sendBodies(ask: Asking, stateless: Headers): Promise<void> {
  for (const body of BODIES) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    await ask(`M9 ${text}`, text);
    await ask(`M9 ${text} without a session`, text, stateless);
  }
  for (const id of ['', '1', '🙂 "quoted"', 0, -1, 2 ** 53 - 1, 1.5, null, {}, [], true]) {
    const text = JSON.stringify(id);
    await ask(`M12 ${text}`, message('ping', undefined, id));
    const unknown = statelessMessage('server/nothing', {}, id);
    const headers = { ...stateless, 'Mcp-Method': 'server/nothing' };
    await ask(`M12 ${text} without a session`, unknown, headers);
  }
  for (const body of [
    INITIALIZED,
    { jsonrpc: '2.0', method: 'tools/list' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 'x', error: { code: -1, message: 'No.' } },
  ]) {
    await ask(`M13 ${JSON.stringify(body)}`, body);
  }
  const quiet = { ...stateless, 'Mcp-Method': INITIALIZED.method };
  await ask('M13 a notification without a session', INITIALIZED, quiet);
  await ask('M11 a notification in a batch', [INITIALIZED]);
  await ask('M11 a batch without a session', [statelessMessage('tools/list')], stateless);
  for (const [headers, how] of [
    [{}, 'at once'],
    [CHUNKED, 'in chunks'],
  ] as const) {
    for (const bytes of [MCP_LIMITS.bodyBytes, MCP_LIMITS.bodyBytes + 1]) {
      await ask(`part 8, M10 ${bytes} bytes ${how}`, JSON.stringify(PING).padEnd(bytes), headers);
    }
  }
  for (const [name, value] of [
    ['protocolVersion', '2027-01-01'],
    ['protocolVersion', '2025-11-25'],
    ['protocolVersion', undefined],
    ['clientCapabilities', undefined],
  ] as const) {
    const _meta = { ...ENVELOPE, [`io.modelcontextprotocol/${name}`]: value };
    const version = value === undefined ? {} : { 'MCP-Protocol-Version': value };
    await ask(`M24 ${name} ${value}`, message('tools/list', { _meta }), {
      ...stateless,
      ...version,
    });
  }
  for (const [name, given] of TOO_MUCH) {
    const params = `{"name":"${name}","arguments":${given}}`;
    await ask(`M37 ${name} ${given.slice(0, 30)}`, `${CALL},"params":${params}}`);
  }
  await ask('no envelope', message('tools/list', {}), stateless);
}

/** Sends several messages at once, as one revision has them. */
export async function sendBatches(ask: Asking): Promise<void> {
  const pings = (count: number) =>
    Array.from({ length: count }, (_, index) => message('ping', {}, index));
  const mixed = [
    message('tools/call', { name: 'get_review', arguments: {} }, 'slow'),
    INITIALIZED,
    message('nothing', {}, 2),
    initializeMessage('2025-03-26', 3),
    message('ping', {}, 'x'),
    message('ping', {}, 'x'),
  ];
  await ask('M11 of every kind', mixed);
  await ask('M11 of none to answer', [INITIALIZED, { jsonrpc: '2.0', id: 1, result: {} }]);
  await ask('M11 of 20', pings(20));
  await ask('M11 of 21', pings(21));
  await ask('M11 of none', []);
  await ask('M11 with no message', [PING, {}]);
  await ask('M11 of both eras', [PING, statelessMessage('tools/list')]);
}
