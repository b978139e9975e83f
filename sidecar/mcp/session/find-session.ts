import type { IncomingHttpHeaders } from 'node:http';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Session, SessionIds } from './session-ids.ts';
import { isSessionVersion } from './session-versions.ts';

/**
 * The session that a request belongs to. Throws a Refusal: 400 without a session or for a protocol
 * version that nobody speaks, 404 for a session that is not known, upon which clients begin a new
 * one (MCP 2025-06-18, basic/transports, session management).
 */
export function findSession(headers: IncomingHttpHeaders, sessions: SessionIds): Session {
  const id = headers['mcp-session-id'];
  if (id === undefined) {
    throw refuse(400, 'Mcp-Session-Id is missing; send what initialize returned, or initialize.');
  }
  const session = sessions.read(String(id));
  if (!session) {
    const message = 'There is no such session, or it is over; initialize again.';
    throw new Refusal(404, RPC_CODES.sessionNotFound, message);
  }
  checkVersion(headers['mcp-protocol-version']);
  return session;
}

/** Without the header the negotiated version holds; any other that has sessions is as good. */
function checkVersion(version: string | string[] | undefined): void {
  if (version === undefined || isSessionVersion(String(version).trim())) return;
  throw refuse(400, 'MCP-Protocol-Version names no version that this session could have.');
}
