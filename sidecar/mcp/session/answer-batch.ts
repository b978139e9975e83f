import { setImmediate } from 'node:timers/promises';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import type { McpParts } from '../mcp-parts.ts';
import { invalidRequest } from '../refusal.ts';
import { answerRequest } from './answer-request.ts';
import type { Session } from './session-ids.ts';

/** The only revision that knows batches. */
const BATCHING = '2025-03-26';

/**
 * Answers the requests of a batch, one after the other, so that others have their turn between:
 * JSON in pieces, or nothing where there are none. Each counts as a request of the client. Throws a
 * Refusal where the session cannot send batches, none of that size, or too many requests.
 */
export async function answerBatch(
  messages: readonly unknown[],
  session: Session,
  client: string,
  parts: McpParts,
): Promise<readonly Uint8Array[]> {
  if (session.version !== BATCHING) {
    throw invalidRequest('Batching is not supported; send one message a request.');
  }
  const most = MCP_LIMITS.batchMessages;
  if (messages.length > most) {
    throw invalidRequest(`A batch can have ${most} messages; send fewer.`);
  }
  // The first was counted as the POST that it came in.
  for (let more = 1; more < messages.length; more++) parts.rates?.countRequest(client);
  const pieces: Uint8Array[] = [];
  for (const request of messages.filter(isJSONRPCRequest)) {
    const isInitialize = request.method === 'initialize';
    const answer = isInitialize ? refuse(request) : await answerRequest(request, session, parts);
    pieces.push(pieces.length === 0 ? OPEN : COMMA, ...answer);
    await setImmediate();
  }
  return pieces.length === 0 ? [] : [...pieces, CLOSE];
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

function refuse({ id }: JSONRPCRequest): readonly Uint8Array[] {
  const message = 'initialize cannot be part of a batch.';
  return [Buffer.from(serialiseRpcError(id, { code: RPC_CODES.invalidRequest, message }))];
}
