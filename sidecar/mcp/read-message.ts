import type { IncomingMessage } from 'node:http';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { checkContentType, readBody } from '../http/request.ts';
import { Refusal, refuse } from './refusal.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Throws a Refusal 406 unless a client takes both types, as the transport asks of every POST. */
export function checkAccept(accept = ''): void {
  const types = accept.toLowerCase();
  if (types.includes(JSON_TYPE) && types.includes('text/event-stream')) return;
  throw refuse(406, 'Accept must list both application/json and text/event-stream.');
}

/**
 * The JSON of a POST; undefined where the client went away before it was whole. Throws a Refusal
 * for another Content-Type (415), a body that is too long (413), and what is no JSON (400).
 */
export async function readMessage(request: IncomingMessage): Promise<unknown> {
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
