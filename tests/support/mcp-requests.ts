import assert from 'node:assert/strict';
import { type Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { MCP_PATH } from '#agents/server-info.ts';
import type { Answered } from './ask.ts';

type Headers = Readonly<Record<string, string>>;

/** The headers that the transport asks of every POST. */
export const POST_HEADERS: Headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

export const CLIENT_INFO = { name: 'a test', version: '1.0.0' };

const Id = z.union([z.string(), z.number(), z.null()]);

const Response = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: Id,
  result: z.record(z.string(), z.unknown()),
});

const ErrorResponse = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: Id,
  error: z.strictObject({
    code: z.int(),
    message: z.string().min(1),
    data: z.unknown().optional(),
  }),
});

type Posting = {
  readonly method?: string;
  readonly headers?: Headers;
  /** Text and bytes are sent as they are, all else as JSON. */
  readonly body?: unknown;
  /** Without one, the connection is of this request only. */
  readonly agent?: Agent;
};

/** Asks /mcp with the headers given and no others. */
export async function send(
  url: string,
  { method = 'POST', headers = POST_HEADERS, body, agent }: Posting,
): Promise<Answered> {
  const isReady = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const bytes = isReady ? body : JSON.stringify(body);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const asked = request(url + MCP_PATH, { method, headers, agent: agent ?? false });
    asked.once('response', resolve).once('error', reject).end(bytes);
  });
  const received = await buffer(response);
  const text = received.toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: received,
    text,
    json: () => JSON.parse(text),
  };
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

/** What every answer of /mcp has in common, whatever it says. */
export function checkAnswer({ status, headers, body }: Answered): void {
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  if (body.length === 0) return;
  assert.equal(headers['content-type'], 'application/json', String(status));
  assert.equal(headers['content-length'], String(body.length));
}

/** The result that a request was answered with, by its id. */
export function resultOf(answered: Answered, id: unknown = 1): Record<string, unknown> {
  checkAnswer(answered);
  assert.equal(answered.status, 200, answered.text.slice(0, 300));
  const response = Response.parse(answered.json());
  assert.equal(response.id, id);
  return response.result;
}

/** The error that an answer holds, with the id that it is to. */
export function errorOf(answered: Answered) {
  checkAnswer(answered);
  const { error, id } = ErrorResponse.parse(answered.json());
  return { ...error, id };
}

/** Holds an answer against the status and the code that it should have. Returns the error. */
export function checkRefusal(answered: Answered, status: number, code: number, id: unknown = null) {
  const error = errorOf(answered);
  const { code: given, id: to } = error;
  assert.deepEqual([answered.status, given, to], [status, code, id], answered.text.slice(0, 300));
  return error;
}
