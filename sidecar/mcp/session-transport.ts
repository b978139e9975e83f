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
import type { Routed } from './protocol-headers.ts';
import { emptyReply, invalidRequest, RpcError, rpcReply } from './rpc-reply.ts';
import { askSessionServer, initialize } from './session-server.ts';
import type { Session } from './sessions.ts';
import type { Subscriptions } from './streams/subscriptions.ts';

/**
 * Answers all messages of the revisions with sessions: the first request, which begins one, requests,
 * batches, and notifications. Throws a Refusal for what cannot be in a session.
 */
export async function replyToSession(
  routed: Exclude<Routed, { readonly kind: 'stateless' }>,
  { cors, client }: Admitted,
  context: McpContext,
): Promise<Reply> {
  switch (routed.kind) {
    case 'initialize':
      return begin(routed.message, cors, context);
    case 'request':
      return rpcReply(200, await answerRequest(routed.message, routed.session, context), cors);
    case 'other': {
      const { message, session } = routed;
      if (!Array.isArray(message)) return emptyReply(202, cors);
      const answers = await answerBatch(message, session, client, context);
      return answers.length === 0 ? emptyReply(202, cors) : rpcReply(200, `[${answers}]`, cors);
    }
  }
}

async function begin(
  message: JSONRPCRequest,
  cors: RawHeaders,
  context: McpContext,
): Promise<Reply> {
  try {
    const { current, log, tools } = context;
    const exchange = new Exchange(currentSource(current), log, tools);
    const begun = await initialize(message, exchange);
    const session: RawHeaders = ['Mcp-Session-Id', context.sessions.create(begun.version)];
    return rpcReply(200, begun.json, [...session, ...cors]);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return rpcReply(200, serialiseRpcError(message.id, error), cors);
  }
}

/** Answers one request of a session: the response as JSON. */
function answerRequest(
  request: JSONRPCRequest,
  { id }: Session,
  { current, log, subscriptions, tools }: McpContext,
): Promise<string> {
  const method = sessionMethod(request.method, id, subscriptions);
  const exchange = new Exchange(currentSource(current), log, tools);
  return askSessionServer(request, exchange, method);
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
 * Answers the requests of a batch one after the other, and lets other clients in between: each as JSON.
 * Each counts as a request of the client. Throws a Refusal where the session cannot send batches, none
 * of that size, or too many requests.
 */
async function answerBatch(
  messages: readonly unknown[],
  session: Session,
  client: string,
  context: McpContext,
): Promise<readonly string[]> {
  if (session.version !== BATCHING) {
    throw invalidRequest('Batching is not supported; send one message a request.');
  }
  const most = MCP_LIMITS.batchMessages;
  if (messages.length > most) {
    throw invalidRequest(`A batch can have ${most} messages; send fewer.`);
  }
  // The first was counted as the POST that it came in.
  for (let more = 1; more < messages.length; more++) context.rates?.countRequest(client);
  const answers: string[] = [];
  for (const request of messages.filter(isJSONRPCRequest)) {
    const isInitialize = request.method === 'initialize';
    answers.push(isInitialize ? refuse(request) : await answerRequest(request, session, context));
    await setImmediate();
  }
  return answers;
}

function refuse({ id }: JSONRPCRequest): string {
  const message = 'initialize cannot be part of a batch.';
  return serialiseRpcError(id, { code: RPC_CODES.invalidRequest, message });
}
