import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type RequestId, RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { accepts } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import { checkContentType, readBody } from '../http/request.ts';
import type { Admitted, McpContext } from './context.ts';
import { Refusal, refuse } from './rpc-reply.ts';
import { isSessionVersion } from './session-server.ts';
import { replyInSession, replyToSession } from './session-transport.ts';
import { replyWithoutSession } from './stateless-transport.ts';

/**
 * Answers a message of any revision: one that says what it is of 2026-07-28 without a session, all
 * others within one. Undefined where nothing is to be sent any more. Throws a Refusal.
 */
export async function replyToPost(
  admitted: Admitted,
  context: McpContext,
): Promise<Reply | undefined> {
  const { headers } = admitted.request;
  const message = await readMessage(admitted.request);
  if (message === undefined) return undefined;
  if (isSessionRequest(message, headers)) return replyInSession(message, admitted, context);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...header('protocolVersionHeader', headers['mcp-protocol-version']),
    ...header('mcpMethodHeader', headers['mcp-method']),
    ...header('mcpNameHeader', headers['mcp-name']),
    body: message,
  });
  if (route.kind === 'reject') {
    const { httpStatus, code, data } = route;
    throw new Refusal(httpStatus, code, route.message, { id: idOf(message), data });
  }
  if (route.kind === 'modern') return replyWithoutSession(route.message, admitted, context);
  return replyToSession(message, admitted, context);
}

function header<Name extends string>(name: Name, value: string | string[] | undefined) {
  return value === undefined ? {} : { [name]: String(value) };
}

const WithId = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });

/** The id to answer to, where a message has one. */
function idOf(message: unknown): RequestId {
  return WithId.safeParse(message).data?.id ?? null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Throws a Refusal 406 unless a client accepts both types, as the transport demands of every POST. By
 * wildcards it does as well, and by sending no Accept at all.
 */
function checkAccept(accept: string | undefined): void {
  if (accepts(accept, [JSON_TYPE, EVENT_STREAM_TYPE])) return;
  throw refuse(406, `Accept must list both ${JSON_TYPE} and ${EVENT_STREAM_TYPE}.`);
}

/**
 * The JSON of a POST; undefined where the client went away before it was whole. Throws a Refusal
 * for another Content-Type (415), a body that is too long (413), and invalid JSON (400).
 */
async function readMessage(request: IncomingMessage): Promise<unknown> {
  checkAccept(request.headers.accept);
  checkContentType(JSON_TYPE, request.headers['content-type']);
  const body = await readBody(request, MCP_LIMITS.bodyBytes);
  return body && parse(body);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    throw new Refusal(400, RPC_CODES.parseError, 'The body is not valid JSON in UTF-8.');
  }
}

/**
 * Whether a message can only be a request within a session: it names one, and neither header nor body
 * names a revision without sessions. Most messages are that, and need no further classification.
 */
export function isSessionRequest(
  message: unknown,
  headers: IncomingHttpHeaders,
): message is JSONRPCRequest {
  if (headers['mcp-session-id'] === undefined) return false;
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !isSessionVersion(String(version))) return false;
  if (!isJSONRPCRequest(message) || message.method === 'initialize') return false;
  const meta = message.params?._meta;
  return meta === undefined || !(PROTOCOL_VERSION_META_KEY in meta);
}
