import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { MCP_LIMITS } from '../mcp-limits.ts';
import type { McpParts } from '../mcp-parts.ts';
import { invalidRequest } from '../refusal.ts';
import { RPC_CODES, serialiseError } from '../rpc-error.ts';
import { answerRequest } from './answer-request.ts';
import type { Session } from './session-ids.ts';

/** The only revision that knows batches. */
const BATCHING = '2025-03-26';

/**
 * Answers the requests of a batch, in their order; undefined where there are none. Throws a Refusal
 * where the session cannot send batches, or none of that size.
 */
export async function answerBatch(
  messages: readonly unknown[],
  session: Session,
  parts: McpParts,
): Promise<Buffer | undefined> {
  if (session.version !== BATCHING) {
    throw invalidRequest('Batching is not supported; send one message a request.');
  }
  const most = MCP_LIMITS.batchMessages;
  if (messages.length > most) {
    throw invalidRequest(`A batch can have ${most} messages; send fewer.`);
  }
  const answers = await Promise.all(
    messages
      .filter(isJSONRPCRequest)
      .map((request) =>
        request.method === 'initialize' ? refuse(request) : answerRequest(request, session, parts),
      ),
  );
  if (answers.length === 0) return undefined;
  const pieces = answers.flatMap((answer, index) => [Buffer.from(index === 0 ? '[' : ','), answer]);
  return Buffer.concat([...pieces, Buffer.from(']')]);
}

function refuse({ id }: JSONRPCRequest): Buffer {
  const message = 'initialize cannot be part of a batch.';
  return Buffer.from(serialiseError(id, { code: RPC_CODES.invalidRequest, message }));
}
