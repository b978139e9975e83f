import type { IncomingHttpHeaders } from 'node:http';
import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { isSessionVersion } from './session-versions.ts';

/**
 * Whether a message can be nothing else than a request within a session: it names one, and neither
 * header nor body a revision without sessions. Most messages of sessions are that, and need not be
 * classified any further.
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
