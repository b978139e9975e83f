import { setImmediate } from 'node:timers/promises';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import { isResourceUri } from '#agents/resources.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import type { RawHeaders } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import { type Admitted, currentSource, type McpContext } from './context.ts';
import { Exchange } from './exchange.ts';
import { METHODS, type Method, ResourceParams, readParams } from './methods.ts';
import { emptyReply, invalidRequest, RpcError, rpcReply } from './rpc-reply.ts';
import { askSessionServer, initialize } from './session-server.ts';
import { findSession, type Session } from './sessions.ts';
import type { Subscriptions } from './streams/subscriptions.ts';

/** Answers a request that is known to be one of a session. Throws a Refusal. */
export async function replyInSession(
  message: JSONRPCRequest,
  { request, cors }: Admitted,
  context: McpContext,
): Promise<Reply> {
  const session = findSession(request.headers, context.sessions);
  return rpcReply(200, await answerRequest(message, session, context), cors);
}

/**
 * Answers all messages of the revisions with sessions: the first request, which begins one, requests,
 * batches, and notifications. Throws a Refusal for what cannot be in a session.
 */
export async function replyToSession(
  message: unknown,
  admitted: Admitted,
  context: McpContext,
): Promise<Reply> {
  if (isJSONRPCRequest(message)) {
    if (message.method === 'initialize') return begin(message, admitted, context);
    return replyInSession(message, admitted, context);
  }
  const { request, cors, client } = admitted;
  const session = findSession(request.headers, context.sessions);
  if (!Array.isArray(message)) return emptyReply(202, cors);
  const answers = await answerBatch(message, session, client, context);
  return answers.length === 0 ? emptyReply(202, cors) : rpcReply(200, answers, cors);
}

async function begin(
  message: JSONRPCRequest,
  { request: { headers }, cors }: Admitted,
  context: McpContext,
): Promise<Reply> {
  if (headers['mcp-session-id'] !== undefined) {
    findSession(headers, context.sessions);
    throw invalidRequest('This session is initialized already.', message.id);
  }
  try {
    const exchange = new Exchange(currentSource(context.current), context.log, context.tools);
    const { json, version } = await initialize(message, exchange);
    const session: RawHeaders = ['Mcp-Session-Id', context.sessions.create(version)];
    return rpcReply(200, json, [...session, ...cors]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return rpcReply(200, [Buffer.from(serialiseRpcError(message.id, error))], cors);
  }
}

/** Answers one request of a session: the response as JSON in pieces. */
function answerRequest(
  request: JSONRPCRequest,
  { id }: Session,
  { current, log, subscriptions, tools }: McpContext,
): Promise<readonly Uint8Array[]> {
  const method = sessionMethod(request.method, id, subscriptions);
  return askSessionServer(request, new Exchange(currentSource(current), log, tools), method);
}

/**
 * The methods of a session: all that there are, and subscriptions to updates on its stream. Undefined
 * for an unknown method.
 */
export function sessionMethod(
  name: string,
  session: string,
  subscriptions: Subscriptions,
): Method | undefined {
  switch (name) {
    case 'resources/subscribe':
      return (params, { baseUrl }) => {
        const { uri } = readParams(ResourceParams, params);
        // Other URIs never change.
        if (isResourceUri(uri, baseUrl)) subscriptions.add(session, uri);
        return { members: {} };
      };
    case 'resources/unsubscribe':
      return (params) => {
        subscriptions.remove(session, readParams(ResourceParams, params).uri);
        return { members: {} };
      };
    default:
      return METHODS.get(name);
  }
}

/** The only revision that knows batches. */
const BATCHING = '2025-03-26';

/**
 * Answers the requests of a batch one after the other, and lets other clients in between: JSON in
 * pieces, none where there are no requests. Each counts as a request of the client. Throws a
 * Refusal where the session cannot send batches, none of that size, or too many requests.
 */
async function answerBatch(
  messages: readonly unknown[],
  session: Session,
  client: string,
  context: McpContext,
): Promise<readonly Uint8Array[]> {
  if (session.version !== BATCHING) {
    throw invalidRequest('Batching is not supported; send one message a request.');
  }
  const most = MCP_LIMITS.batchMessages;
  if (messages.length > most) {
    throw invalidRequest(`A batch can have ${most} messages; send fewer.`);
  }
  // The first was counted as the POST that it came in.
  for (let more = 1; more < messages.length; more++) context.rates?.countRequest(client);
  const pieces: Uint8Array[] = [];
  for (const request of messages.filter(isJSONRPCRequest)) {
    const isInitialize = request.method === 'initialize';
    const answer = isInitialize ? refuse(request) : await answerRequest(request, session, context);
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
