import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type RequestId, RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS, PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { quote, shorten } from '#dataset/text/shorten.ts';
import { accepts } from '../http/headers.ts';
import { checkContentType, readBody } from '../http/request.ts';
import { RpcError, refuse } from './rpc-answer.ts';
import type { Session, SessionIds } from './sessions.ts';

/** The revision without sessions, and those with them, newest first. */
export const [STATELESS_VERSION, ...SESSION_VERSIONS] = PROTOCOL_VERSIONS;

/** A message of the revision without sessions. */
export type StatelessMessage = {
  readonly method: string;
  readonly id?: string | number;
  readonly params?: unknown;
};

/** A message of the revisions with sessions. */
export type SessionMessage =
  /** Without a session, it is the first message, which begins one. */
  | { readonly kind: 'request'; readonly message: JSONRPCRequest; readonly session?: Session }
  /** A notification, a response, or a batch of messages. */
  | { readonly kind: 'other'; readonly message: unknown; readonly session: Session };

/** The kinds of a POST, by its headers and its body. */
export type Message =
  | { readonly kind: 'stateless'; readonly message: StatelessMessage }
  | SessionMessage;

/**
 * Reads the message of a POST; undefined if the client disconnected before it was complete. Judges
 * Accept (406), Content-Type (415), length (413), JSON, and the headers of MCP before anything
 * runs. Throws an HttpError for invalid ones.
 */
export async function readMessage(
  request: IncomingMessage,
  sessions: SessionIds,
): Promise<Message | undefined> {
  const { headers } = request;
  // Wildcards list them as well, and so does a missing Accept.
  if (!accepts(headers.accept, [JSON_TYPE, EVENT_STREAM_TYPE])) {
    throw refuse(406, `Accept must list both ${JSON_TYPE} and ${EVENT_STREAM_TYPE}.`);
  }
  checkContentType(JSON_TYPE, headers['content-type']);
  const body = await readBody(request, MCP_LIMITS.bodyBytes);
  return body && routeMessage(parse(body), headers, sessions);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    throw new RpcError(RPC_CODES.parseError, 'The body is not valid JSON in UTF-8.');
  }
}

function routeMessage(body: unknown, headers: IncomingHttpHeaders, sessions: SessionIds): Message {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (!isOfSession(body, version)) {
    const message = classify(body, headers, version);
    if (message) return { kind: 'stateless', message };
  }
  checkVersion(version, PROTOCOL_VERSIONS, idOf(body));
  if (!isJSONRPCRequest(body)) {
    return { kind: 'other', message: body, session: findSession(headers, sessions) };
  }
  if (body.method === 'initialize') return { kind: 'request', message: body };
  return { kind: 'request', message: body, session: findSession(headers, sessions) };
}

/** Judges the headers of a request for the session itself: GET and DELETE. Throws an RpcError. */
export function routeToSession(headers: IncomingHttpHeaders, sessions: SessionIds): Session {
  checkVersion(headerOf(headers, 'mcp-protocol-version'), SESSION_VERSIONS);
  return findSession(headers, sessions);
}

/**
 * True if a message is a request that mentions no revision without sessions, in body or header.
 * Most are like that, and the classification would take a fifth of the time of a call.
 */
export function isOfSession(body: unknown, version: string | undefined): boolean {
  if (version === STATELESS_VERSION || !isJSONRPCRequest(body)) return false;
  const meta = body.params?._meta;
  return meta === undefined || !(PROTOCOL_VERSION_META_KEY in meta);
}

/** Returns a message of the revision without sessions; undefined for one with sessions. */
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
    const { cell, httpStatus: status, code, data } = route;
    const message = cell === 'invalid-json-rpc-body' ? NO_MESSAGE : route.message;
    throw new RpcError(code, message, { status, id, data });
  }
  checkVersion(route.classification.revision, [STATELESS_VERSION], id);
  return route.message;
}

const NO_MESSAGE =
  'This is not a JSON-RPC 2.0 message; send an object with jsonrpc "2.0", a method, and an id of text or a whole number.';

/** Longer than any version. */
const MAX_REPEATED_LENGTH = 60;

/**
 * Throws an RpcError for another revision (2025-06-18, basic/transports; 2026-07-28,
 * basic/versioning). Without one, the negotiated one applies; any with sessions is accepted as
 * well.
 */
function checkVersion(
  requested: string | undefined,
  supported: readonly string[],
  id: RequestId = null,
): void {
  if (requested === undefined || supported.includes(requested)) return;
  const message = `MCP-Protocol-Version ${quote(requested)} is not supported here; use one of ${supported.join(', ')}.`;
  const data = { supported, requested: shorten(requested, MAX_REPEATED_LENGTH) };
  throw new RpcError(RPC_CODES.unsupportedVersion, message, { id, data });
}

/**
 * Returns the session that a request names. Throws an RpcError: 400 if it names none, 404 if it is
 * unknown, upon which clients begin a new one (2025-06-18, basic/transports, session management).
 */
function findSession(headers: IncomingHttpHeaders, sessions: SessionIds): Session {
  const id = headerOf(headers, 'mcp-session-id');
  if (id === undefined) {
    const advice = 'send the id that initialize returned, or call initialize.';
    throw refuse(400, `Mcp-Session-Id is missing; ${advice}`);
  }
  const session = sessions.read(id);
  if (session) return session;
  const message = 'This session does not exist or has ended; call initialize again.';
  throw new RpcError(RPC_CODES.sessionNotFound, message, { status: 404 });
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined ? undefined : String(value).trim();
}

const WithId = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });

/** Returns the id of a message that can be answered. */
function idOf(message: unknown): RequestId {
  return WithId.safeParse(message).data?.id ?? null;
}
