import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { MCP_PATH } from '#agents/server-info.ts';
import { type Answered, ask } from './ask.ts';
import { waitUntil } from './wait-until.ts';

/** Headers by name. Undefined ones are not sent. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The headers that the transport requires of every POST. */
export const POST_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

export const CLIENT_INFO = { name: 'a test', version: '1.0.0' };

const Response = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string().min(1) }).optional(),
});

type Posting = {
  readonly method?: string;
  readonly headers?: Headers;
  /** Text and bytes are sent as they are, other values as JSON. */
  readonly body?: unknown;
  /** Without one, the request has a connection of its own. */
  readonly agent?: Agent | undefined;
};

function bytesOf(body: unknown): string | Uint8Array | undefined {
  const isReady = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  return isReady ? body : JSON.stringify(body);
}

/** Sends a request to /mcp with these headers and no others. */
export function send(
  url: string,
  { method = 'POST', headers = POST_HEADERS, body, agent }: Posting,
): Promise<Answered> {
  const bytes = bytesOf(body);
  const { origin, pathname, search } = new URL(url + MCP_PATH);
  return ask(origin, pathname + search, {
    method,
    headers: withoutGaps(headers),
    ...(bytes !== undefined && { body: bytes }),
    ...(agent && { agent }),
  });
}

function withoutGaps(headers: Headers): Record<string, string> {
  // JSON has no member that is undefined.
  return JSON.parse(JSON.stringify(headers));
}

/** A request of JSON-RPC. */
export function message(method: string, params?: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params };
}

/** The first request of a session. */
export function initializeMessage(protocolVersion: string, id: unknown = 0) {
  const params = { protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO };
  return message('initialize', params, id);
}

/** The result in the answer to the request with an id. */
export function resultOf(answered: Answered, id: unknown = 1): Record<string, unknown> {
  assert.equal(answered.status, 200, answered.text.slice(0, 300));
  const response = Response.parse(answered.json());
  assert.equal(response.id, id);
  return response.result ?? assert.fail(answered.text.slice(0, 300));
}

/** Asserts the status of an answer and the code of its error. Returns the message of the error. */
export function checkRefusal({ status, text, json }: Answered, expected: number, code: number) {
  const { error } = Response.parse(json());
  assert.deepEqual([status, error?.code], [expected, code], text.slice(0, 300));
  return error?.message ?? assert.fail();
}

export const STATELESS_VERSION = '2026-07-28';

/** The description of the client in every request of 2026-07-28. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
};

type Params = Readonly<Record<string, unknown>>;

/** The parameters that the header Mcp-Name repeats, by method. */
const NAMED_BY: Headers = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** A request of 2026-07-28. */
export function statelessMessage(method: string, params: Params = {}, id: unknown = 1) {
  return message(method, { ...params, _meta: ENVELOPE }, id);
}

/** The headers of a request of 2026-07-28. */
export function statelessHeaders(method: string, params: Params = {}): Record<string, string> {
  const name = params[NAMED_BY[method] ?? ''];
  return {
    ...POST_HEADERS,
    'MCP-Protocol-Version': STATELESS_VERSION,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': String(name) }),
  };
}

/** Sends a request of 2026-07-28. */
export function askStateless(
  url: string,
  method: string,
  params: Params = {},
  { id = 1, headers = {} }: { readonly id?: unknown } & Pick<Posting, 'headers'> = {},
) {
  return send(url, {
    headers: { ...statelessHeaders(method, params), ...headers },
    body: statelessMessage(method, params, id),
  });
}

/** An event stream as a client sees it, or another answer. */
export type EventStream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The text received so far. */
  readonly text: () => string;
  /** Resolves once the text holds a part. */
  readonly says: (part: string) => Promise<unknown>;
  /** Resolves when the stream has ended: to true where it is complete. */
  readonly ended: Promise<boolean>;
  readonly close: () => void;
};

/** Opens a stream of /mcp over a connection of its own. */
export async function openEvents(
  url: string,
  { method = 'GET', headers = {}, body, agent = new Agent() }: Posting,
): Promise<EventStream> {
  const asked = request(url + MCP_PATH, { method, headers: withoutGaps(headers), agent });
  asked.end(bytesOf(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  asked.on('error', () => {});
  let received = '';
  const ended = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(response.complete));
  });
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => received,
    says: (part) => waitUntil(`the stream says ${part}`, () => received.includes(part)),
    ended,
    close: () => asked.destroy(),
  };
}

type StreamOptions = { readonly agent?: Agent; readonly origin?: string };

/** Opens the stream of a session. */
export function openSessionStream(url: string, session: string, options: StreamOptions = {}) {
  const { agent, origin } = options;
  const headers = { Accept: POST_HEADERS.Accept, 'Mcp-Session-Id': session, Origin: origin };
  return openEvents(url, { headers, agent });
}

/** Opens the stream of a subscription, of 2026-07-28. */
export function listen(
  url: string,
  uris: readonly string[],
  { agent, origin }: StreamOptions = {},
) {
  const params = { notifications: { resourceSubscriptions: uris } };
  return openEvents(url, {
    method: 'POST',
    headers: { ...statelessHeaders('subscriptions/listen', params), Origin: origin },
    body: statelessMessage('subscriptions/listen', params),
    agent,
  });
}
