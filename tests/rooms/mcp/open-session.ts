import assert from 'node:assert/strict';
import type { Agent } from 'node:http';
import {
  type Headers,
  initializeMessage,
  message,
  POST_HEADERS,
  resultOf,
  send,
} from '../../support/mcp-client.ts';

/** Begins a session of a revision up to 2025-11-25. */
export async function openSession(url: string, version = '2025-06-18', agent?: Agent) {
  const begun = await send(url, { body: initializeMessage(version), agent });
  assert.equal(resultOf(begun, 0).protocolVersion, version);
  const id = String(begun.headers['mcp-session-id']);
  const headers = { ...POST_HEADERS, 'Mcp-Session-Id': id, 'MCP-Protocol-Version': version };
  /** Sends a body as it is within the session. */
  const post = (body: unknown, more: Headers = {}) =>
    send(url, { headers: { ...headers, ...more }, body, agent });
  const ask = (method: string, params?: unknown, messageId?: unknown) =>
    post(message(method, params, messageId));
  /** Calls a tool. Resolves to its result. */
  const call = async (name: string, given?: unknown) =>
    resultOf(await ask('tools/call', { name, ...(given !== undefined && { arguments: given }) }));
  return { id, headers, send: post, ask, call };
}
