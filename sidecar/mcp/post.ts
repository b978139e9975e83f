import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RequestId } from '#agents/json-rpc.ts';
import type { Reply } from '../http/reply.ts';
import type { Admitted } from './admitted.ts';
import type { McpParts } from './mcp-parts.ts';
import { readMessage } from './read-message.ts';
import { Refusal } from './refusal.ts';
import { replyAroundSession, replyInSession } from './session/session-leg.ts';
import { isSessionRequest } from './session/session-request.ts';
import { replyWithoutSession } from './stateless/stateless-leg.ts';

/**
 * Answers a message of any revision: one that says what it is of 2026-07-28 without a session, all
 * others within one. Undefined where nothing is to be sent any more. Throws a Refusal.
 */
export async function replyToPost(admitted: Admitted, parts: McpParts): Promise<Reply | undefined> {
  const { headers } = admitted.request;
  const message = await readMessage(admitted.request);
  if (message === undefined) return undefined;
  if (isSessionRequest(message, headers)) return replyInSession(message, admitted, parts);
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
  if (route.kind === 'modern') return replyWithoutSession(route.message, admitted, parts);
  return replyAroundSession(message, admitted, parts);
}

function header<Name extends string>(name: Name, value: string | string[] | undefined) {
  return value === undefined ? {} : { [name]: String(value) };
}

const WithId = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });

/** The id to answer to, where a message has one. */
function idOf(message: unknown): RequestId {
  return WithId.safeParse(message).data?.id ?? null;
}
