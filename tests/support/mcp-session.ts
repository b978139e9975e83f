import assert from 'node:assert/strict';
import type { Agent } from 'node:http';
import type { Answered } from './ask.ts';
import { initializeMessage, message, POST_HEADERS, resultOf, send } from './mcp-requests.ts';

/** A session with /mcp, as a client of the revisions up to 2025-11-25 has it. */
export type McpSession = {
  readonly id: string;
  /** What is sent with each of its requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a body, as it is given, within the session. */
  readonly send: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly ask: (method: string, params?: unknown, id?: unknown) => Promise<Answered>;
  /** The result of a tool. */
  readonly call: (name: string, given?: unknown) => Promise<Record<string, unknown>>;
};

/** Begins a session of a revision. */
export async function openSession(
  url: string,
  version = '2025-06-18',
  agent?: Agent,
): Promise<McpSession> {
  const connection = agent && { agent };
  const begun = await send(url, { body: initializeMessage(version), ...connection });
  assert.equal(resultOf(begun, 0).protocolVersion, version);
  const id = String(begun.headers['mcp-session-id']);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version };
  const post = (body: unknown, more: Readonly<Record<string, string>> = {}) =>
    send(url, { headers: { ...headers, ...more }, body, ...connection });
  const ask = (method: string, params?: unknown, messageId?: unknown) =>
    post(message(method, params, messageId));
  return {
    id,
    headers,
    send: post,
    ask,
    call: async (name, given) =>
      resultOf(await ask('tools/call', { name, ...(given !== undefined && { arguments: given }) })),
  };
}
