import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import { MCP_PATH } from '#agents/server-info.ts';
import { type Answered, ask } from './ask.ts';
import { waitUntil } from './wait-until.ts';

/** Those that are undefined are not sent. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The headers that the transport asks of every POST. */
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
  /** Text and bytes are sent as they are, all else as JSON. */
  readonly body?: unknown;
  /** Without one, the connection is of this request only. */
  readonly agent?: Agent | undefined;
};

function bytesOf(body: unknown): string | Uint8Array | undefined {
  const isReady = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  return isReady ? body : JSON.stringify(body);
}

/** Asks /mcp with the headers given and no others. */
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
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
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

/** The result that a request was answered with, by its id. */
export function resultOf(answered: Answered, id: unknown = 1): Record<string, unknown> {
  assert.equal(answered.status, 200, answered.text.slice(0, 300));
  const response = Response.parse(answered.json());
  assert.equal(response.id, id);
  return response.result ?? assert.fail(answered.text.slice(0, 300));
}

/** Holds an answer against the status and the code that it should have. Returns its message. */
export function checkRefusal({ status, text, json }: Answered, expected: number, code: number) {
  const { error } = Response.parse(json());
  assert.deepEqual([status, error?.code], [expected, code], text.slice(0, 300));
  return error?.message ?? assert.fail();
}

/** Begins a session of a revision up to 2025-11-25. */
export async function openSession(url: string, version = '2025-06-18', agent?: Agent) {
  const begun = await send(url, { body: initializeMessage(version), agent });
  assert.equal(resultOf(begun, 0).protocolVersion, version);
  const id = String(begun.headers['mcp-session-id']);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version };
  /** Sends a body, as it is given, within the session. */
  const post = (body: unknown, more: Headers = {}) =>
    send(url, { headers: { ...headers, ...more }, body, agent });
  const ask = (method: string, params?: unknown, messageId?: unknown) =>
    post(message(method, params, messageId));
  /** The result of a tool. */
  const call = async (name: string, given?: unknown) =>
    resultOf(await ask('tools/call', { name, ...(given !== undefined && { arguments: given }) }));
  return { id, headers, send: post, ask, call };
}

export const STATELESS_VERSION = '2026-07-28';

/** What every request of 2026-07-28 says of its client. */
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

/** The headers that go with it. */
export function statelessHeaders(method: string, params: Params = {}): Record<string, string> {
  const name = params[NAMED_BY[method] ?? ''];
  return {
    ...POST_HEADERS,
    'MCP-Protocol-Version': STATELESS_VERSION,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': String(name) }),
  };
}

/** Asks as a client of 2026-07-28 does. */
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

/** An event stream as a client sees it, or whatever was answered instead. */
export type EventStream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What was received so far. */
  readonly text: () => string;
  /** Resolves when so much of it says something. */
  readonly says: (part: string) => Promise<unknown>;
  /** Resolves with whether the other side ended it well. */
  readonly ended: Promise<boolean>;
  readonly close: () => void;
};

/** Asks /mcp for a stream over a connection of its own. */
export async function openEvents(
  url: string,
  { method = 'GET', headers = {}, body, agent = new Agent() }: Posting,
): Promise<EventStream> {
  const asked = request(url + MCP_PATH, { method, headers: withoutGaps(headers), agent });
  asked.end(bytesOf(body));
  const answered = Promise.withResolvers<IncomingMessage>();
  asked.once('response', answered.resolve).once('error', answered.reject);
  const response = await answered.promise;
  asked.on('error', () => {});
  let received = '';
  const ended = Promise.withResolvers<boolean>();
  response.once('close', () => ended.resolve(response.complete));
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => received,
    says: (part) => waitUntil(`the stream says ${part}`, () => received.includes(part)),
    ended: ended.promise,
    close: () => asked.destroy(),
  };
}

type StreamOptions = { readonly agent?: Agent; readonly origin?: string; readonly id?: string };

/** The stream of a session. */
export function openSessionStream(
  url: string,
  session: string,
  { agent, origin }: StreamOptions = {},
) {
  const headers = { Accept: POST_HEADERS.Accept, 'Mcp-Session-Id': session, Origin: origin };
  return openEvents(url, { headers, agent });
}

/** A subscription of the revision without sessions. */
export function listen(
  url: string,
  uris: readonly string[],
  { agent, origin, id }: StreamOptions = {},
) {
  const params = { notifications: { resourceSubscriptions: uris } };
  return openEvents(url, {
    method: 'POST',
    headers: { ...statelessHeaders('subscriptions/listen', params), Origin: origin },
    body: statelessMessage('subscriptions/listen', params, id),
    agent,
  });
}

/** A client of an SDK: the older one, which has sessions alone, or the newer one with a negotiation. */
export type SdkMode = 'older' | 'auto' | 'legacy' | { readonly pin: string };

/** Connects it, and gives what both have in one form. `onError` hears of its faults. */
export async function connectSdk(url: string, mode: SdkMode, onError?: (error: Error) => void) {
  const { client, transport, hear } = await createSdkClient(url, mode);
  if (onError) client.onerror = onError;
  // The classes of the SDKs do not agree on which properties may be undefined.
  await Reflect.apply(client.connect, client, [transport]);
  const version = transport.protocolVersion;
  return {
    client,
    version,
    sessionId: transport.sessionId,
    callTool: (name: string, given: object): Promise<Record<string, unknown>> =>
      client.callTool({ name, arguments: { ...given } }),
    readText: async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : assert.fail(`${uri} is no text`);
    },
    /** Resolves with what unsubscribes, once it is subscribed. `notify` is told of each update. */
    subscribe: async (uris: readonly string[], notify: (uri: string) => void) => {
      hear(notify);
      if ('listen' in client && version === STATELESS_VERSION) {
        const { close } = await client.listen({ resourceSubscriptions: [...uris] });
        return close;
      }
      for (const uri of uris) await client.subscribeResource({ uri });
      return async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
      };
    },
  };
}

/** Loads an SDK when it is asked for: each takes a moment. */
async function createSdkClient(url: string, mode: SdkMode) {
  const address = new URL(MCP_PATH, url);
  if (mode !== 'older') {
    const sdk = await import('@modelcontextprotocol/client');
    const client = new sdk.Client(CLIENT_INFO, { versionNegotiation: { mode } });
    const hear = (notify: (uri: string) => void) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
        notify(params.uri),
      );
    return { client, transport: new sdk.StreamableHTTPClientTransport(address), hear };
  }
  const sdk = await import('@modelcontextprotocol/sdk/client/index.js');
  const http = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const types = await import('@modelcontextprotocol/sdk/types.js');
  const client = new sdk.Client(CLIENT_INFO);
  const hear = (notify: (uri: string) => void) =>
    client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, ({ params }) =>
      notify(params.uri),
    );
  return { client, transport: new http.StreamableHTTPClientTransport(address), hear };
}
