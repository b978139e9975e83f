import type { IncomingMessage } from 'node:http';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { accepts } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import { checkContentType, readBody } from '../http/request.ts';
import type { Admitted, McpContext } from './context.ts';
import { routeMessage } from './protocol-headers.ts';
import { Refusal, refuse } from './rpc-reply.ts';
import { replyToSession } from './session-transport.ts';
import { replyWithoutSession } from './stateless-transport.ts';

/**
 * Answers a message of any revision: one that says what it is of 2026-07-28 without a session, all
 * others within one. Undefined where nothing is to be sent any more. Throws a Refusal.
 */
export async function replyToPost(
  admitted: Admitted,
  context: McpContext,
): Promise<Reply | undefined> {
  const { request } = admitted;
  const message = await readMessage(request);
  if (message === undefined) return undefined;
  const routed = routeMessage(message, request.headers, context.sessions);
  return routed.kind === 'stateless'
    ? replyWithoutSession(routed.message, admitted, context)
    : replyToSession(routed, admitted, context);
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
