import type { IncomingHttpHeaders } from 'node:http';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type RequestId, RPC_CODES } from '#agents/json-rpc.ts';
import { PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { quote, shorten } from '#dataset/text/shorten.ts';
import { invalidRequest, Refusal, refuse } from './rpc-reply.ts';
import type { Session, SessionIds } from './sessions.ts';

/** The revision without sessions. Versions are dates, which compare as text. */
export const STATELESS_VERSION = '2026-07-28';

/** The revisions with sessions, newest first. */
export const SESSION_VERSIONS: readonly string[] = PROTOCOL_VERSIONS.filter(
  (version) => version < STATELESS_VERSION,
);

/** Longer than any version. */
const MAX_REPEATED_LENGTH = 60;

/** A message of the revision without sessions. */
export type StatelessMessage = {
  readonly method: string;
  readonly id?: string | number;
  readonly params?: unknown;
};

/** What a POST is, by its headers and by what its body says of itself. */
export type Routed =
  | { readonly kind: 'stateless'; readonly message: StatelessMessage }
  | { readonly kind: 'initialize'; readonly message: JSONRPCRequest }
  | { readonly kind: 'request'; readonly message: JSONRPCRequest; readonly session: Session }
  /** A notification, a response, or a batch of messages. */
  | { readonly kind: 'other'; readonly message: unknown; readonly session: Session };

/**
 * Judges the headers of a POST (MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method and Mcp-Name) before
 * anything of it runs. Throws a Refusal where they are wrong, or disagree with the message.
 */
export function routeMessage(
  body: unknown,
  headers: IncomingHttpHeaders,
  sessions: SessionIds,
): Routed {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (!isOfSession(body, version)) {
    const message = classify(body, headers, version);
    if (message) return { kind: 'stateless', message };
  }
  checkVersion(version, PROTOCOL_VERSIONS, idOf(body));
  if (!isJSONRPCRequest(body)) {
    return { kind: 'other', message: body, session: findSession(headers, sessions) };
  }
  if (body.method !== 'initialize') {
    return { kind: 'request', message: body, session: findSession(headers, sessions) };
  }
  if (headers['mcp-session-id'] === undefined) return { kind: 'initialize', message: body };
  findSession(headers, sessions);
  throw invalidRequest('This session is initialized already.', body.id);
}

/** Judges the headers of a request that is for the session itself: GET and DELETE. Throws a Refusal. */
export function routeToSession(headers: IncomingHttpHeaders, sessions: SessionIds): Session {
  checkVersion(headerOf(headers, 'mcp-protocol-version'), SESSION_VERSIONS);
  return findSession(headers, sessions);
}

/**
 * Whether a message is a request that says nothing of a revision without sessions, in body or header.
 * Most are that, and need no further classification.
 */
export function isOfSession(body: unknown, version: string | undefined): body is JSONRPCRequest {
  if (version === STATELESS_VERSION || !isJSONRPCRequest(body)) return false;
  const meta = body.params?._meta;
  return meta === undefined || !(PROTOCOL_VERSION_META_KEY in meta);
}

/** A message of the revision without sessions; undefined where it is of one with them. */
function classify(
  body: unknown,
  headers: IncomingHttpHeaders,
  version: string | undefined,
): StatelessMessage | undefined {
  const [method, name] = ['mcp-method', 'mcp-name'].map((field) => headerOf(headers, field));
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body,
  });
  if (route.kind === 'legacy') return undefined;
  const id = idOf(body);
  if (route.kind === 'reject') {
    const { httpStatus, code, data } = route;
    throw new Refusal(httpStatus, code, route.message, { id, data });
  }
  checkVersion(route.classification.revision, [STATELESS_VERSION], id);
  return route.message;
}

/**
 * Throws a Refusal for a revision that is not one of these (2025-06-18, basic/transports; 2026-07-28,
 * basic/versioning). Without one the negotiated revision holds; any other with sessions is as good.
 */
function checkVersion(
  requested: string | undefined,
  supported: readonly string[],
  id: RequestId = null,
): void {
  if (requested === undefined || supported.includes(requested)) return;
  const message = `MCP-Protocol-Version cannot be ${quote(requested)} here, but ${supported.join(', ')}.`;
  const data = { supported, requested: shorten(requested, MAX_REPEATED_LENGTH) };
  throw new Refusal(400, RPC_CODES.unsupportedVersion, message, { id, data });
}

/**
 * The session that a request names. Throws a Refusal: 400 where it names none, 404 where it is not
 * known, upon which clients begin a new one (2025-06-18, basic/transports, session management).
 */
function findSession(headers: IncomingHttpHeaders, sessions: SessionIds): Session {
  const id = headerOf(headers, 'mcp-session-id');
  if (id === undefined) {
    throw refuse(400, 'Mcp-Session-Id is missing; send what initialize returned, or initialize.');
  }
  const session = sessions.read(id);
  if (session) return session;
  const message = 'There is no such session, or it is over; initialize again.';
  throw new Refusal(404, RPC_CODES.sessionNotFound, message);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value).trim();
}

const WithId = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });

/** The id to answer to, where a message has one. */
function idOf(message: unknown): RequestId {
  return WithId.safeParse(message).data?.id ?? null;
}
