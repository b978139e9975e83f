import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { currentSource } from '../current-source.ts';
import { Exchange } from '../exchange.ts';
import type { McpParts } from '../mcp-parts.ts';
import type { Session } from './session-ids.ts';
import { sessionMethod } from './session-methods.ts';
import { askSessionServer } from './session-server.ts';

/** Answers one request of a session: the response as JSON in pieces. */
export function answerRequest(
  request: JSONRPCRequest,
  { id }: Session,
  { current, log, subscriptions }: McpParts,
): Promise<readonly Uint8Array[]> {
  const method = sessionMethod(request.method, id, subscriptions);
  return askSessionServer(request, new Exchange(currentSource(current), log), method);
}
