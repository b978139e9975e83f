import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { serialiseRpcError } from '#agents/json-rpc.ts';
import type { RawHeaders } from '../../http/headers.ts';
import type { Reply } from '../../http/reply.ts';
import type { Admitted } from '../admitted.ts';
import { currentSource } from '../current-source.ts';
import { Exchange } from '../exchange.ts';
import type { McpParts } from '../mcp-parts.ts';
import { invalidRequest } from '../refusal.ts';
import { RpcError } from '../rpc-error.ts';
import { emptyReply, rpcReply } from '../rpc-reply.ts';
import { answerBatch } from './answer-batch.ts';
import { answerRequest } from './answer-request.ts';
import { findSession } from './find-session.ts';
import { initialize } from './session-server.ts';

/** Answers a request that is known to be one of a session. Throws a Refusal. */
export async function replyInSession(
  message: JSONRPCRequest,
  { request, cors }: Admitted,
  parts: McpParts,
): Promise<Reply> {
  const session = findSession(request.headers, parts.sessions);
  return rpcReply(200, await answerRequest(message, session, parts), cors);
}

/**
 * Answers whatever else the revisions with sessions know: the first request, which begins one,
 * batches, and what has no answer. Throws a Refusal for what cannot be in a session.
 */
export async function replyAroundSession(
  message: unknown,
  admitted: Admitted,
  parts: McpParts,
): Promise<Reply> {
  if (isJSONRPCRequest(message)) {
    if (message.method === 'initialize') return begin(message, admitted, parts);
    return replyInSession(message, admitted, parts);
  }
  const { request, cors, client } = admitted;
  const session = findSession(request.headers, parts.sessions);
  if (!Array.isArray(message)) return emptyReply(202, cors);
  const answers = await answerBatch(message, session, client, parts);
  return answers.length === 0 ? emptyReply(202, cors) : rpcReply(200, answers, cors);
}

async function begin(
  message: JSONRPCRequest,
  { request: { headers }, client, cors }: Admitted,
  parts: McpParts,
): Promise<Reply> {
  if (headers['mcp-session-id'] !== undefined) {
    findSession(headers, parts.sessions);
    throw invalidRequest('This session is initialized already.', message.id);
  }
  parts.rates?.countInitialize(client);
  try {
    const exchange = new Exchange(currentSource(parts.current), parts.log);
    const { json, version } = await initialize(message, exchange);
    const session: RawHeaders = ['Mcp-Session-Id', parts.sessions.create(version)];
    return rpcReply(200, json, [...session, ...cors]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return rpcReply(200, [Buffer.from(serialiseRpcError(message.id, error))], cors);
  }
}
