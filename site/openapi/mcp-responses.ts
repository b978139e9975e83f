import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { RPC_CODES } from '#agents/rpc-codes.ts';
import { McpError } from '#artifacts/mcp-message.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { exampleMcpError } from './mcp-examples.ts';
import { COMMON_FAILURES, retryAfter } from './responses.ts';

/** An error as JSON-RPC has it. */
export const rpcFailure = (
  description: string,
  code: number,
  message: string,
): ZodOpenApiResponseObject => ({
  description,
  content: { [JSON_TYPE]: { schema: McpError, example: exampleMcpError(code, message) } },
});

/** What any request to the endpoint may be refused with. */
export const MCP_FAILURES = {
  '400': rpcFailure(
    'The message is not JSON, not JSON-RPC or a batch; the session id is missing; or a header contradicts the message or names an unknown revision.',
    RPC_CODES.transport,
    'Mcp-Session-Id is missing; send what initialize returned, or initialize.',
  ),
  '403': rpcFailure(
    'Host or Origin is not one that this service has.',
    RPC_CODES.transport,
    'This is not a Host that is served here; ask at the public address.',
  ),
  '404': rpcFailure(
    'The session is over or was never begun: initialize again. For 2026-07-28, the method is unknown.',
    RPC_CODES.sessionNotFound,
    'There is no such session, or it is over; initialize again.',
  ),
  '405': rpcFailure(
    'Another method than GET, POST, DELETE or OPTIONS; Allow names them.',
    RPC_CODES.transport,
    'PUT is not allowed here; use GET, POST, DELETE or OPTIONS.',
  ),
  '414': rpcFailure(
    'The URL is longer than 8 kB.',
    RPC_CODES.transport,
    'The URL has more than 8192 bytes; shorten it.',
  ),
  '429': {
    ...rpcFailure(
      'More requests or initializes than one client may send in a minute.',
      RPC_CODES.transport,
      'Too many requests; wait 12 seconds, as Retry-After says, and ask again.',
    ),
    headers: retryAfter,
  },
  '431': COMMON_FAILURES['431'],
  '503': {
    ...rpcFailure(
      'The service has just started, or as many streams are open as there may be, or as one client may have.',
      RPC_CODES.transport,
      'The first release is being loaded; ask again in 2 seconds.',
    ),
    headers: retryAfter,
  },
};
