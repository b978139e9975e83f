import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { McpError } from './mcp-message.ts';
import { JSON_TYPE } from './media-types.ts';
import { exampleMcpError } from './openapi-mcp-examples.ts';
import { retryAfter } from './openapi-responses.ts';

/** An error as JSON-RPC has it; MCP knows no other body. */
export const rpcFailure = (
  description: string,
  code: number,
  message: string,
): ZodOpenApiResponseObject => ({
  description,
  content: { [JSON_TYPE]: { schema: McpError, example: exampleMcpError(code, message) } },
});

/** The code of whatever the transport refuses. */
export const TRANSPORT = -32000;

/** What any request to the endpoint may be refused with. */
export const MCP_FAILURES = {
  '400': rpcFailure(
    'The message is not JSON, not JSON-RPC or a batch; the session id is missing; or a header contradicts the message or names an unknown revision.',
    TRANSPORT,
    'Mcp-Session-Id is missing; send what initialize returned, or initialize.',
  ),
  '403': rpcFailure(
    'Host or Origin is not one that this service has.',
    TRANSPORT,
    'This is not a Host that is served here; ask at the public address.',
  ),
  '404': rpcFailure(
    'The session is over or was never begun: initialize again. For 2026-07-28, the method is unknown.',
    -32001,
    'There is no such session; initialize again.',
  ),
  '405': rpcFailure(
    'Another method than GET, POST, DELETE or OPTIONS; Allow names them.',
    TRANSPORT,
    'PUT is not allowed here; use GET, POST, DELETE or OPTIONS.',
  ),
  '414': rpcFailure(
    'The URL is longer than 8 kB.',
    TRANSPORT,
    'The URL has more than 8192 bytes; shorten it.',
  ),
  '429': {
    ...rpcFailure(
      'More requests or initializes than one client may send in a minute.',
      TRANSPORT,
      'Too many requests; wait 12 seconds, as Retry-After says, and ask again.',
    ),
    headers: retryAfter,
  },
  '431': rpcFailure(
    'The headers are too large or too many.',
    TRANSPORT,
    'There are more than 1,000 headers or 16 kB of them; send fewer.',
  ),
  '503': {
    ...rpcFailure(
      'The service has just started, or as many streams are open as there may be, or as one client may have.',
      TRANSPORT,
      'The first release is being loaded; ask again in 2 seconds.',
    ),
    headers: retryAfter,
  },
};
