import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { retryAfter, retryAfterPerhaps } from '../answer-headers.ts';
import type { FromRelease } from '../examples.ts';
import { ANY_FAILURE } from '../responses.ts';

const jsonrpc = '2.0';
const version = z.literal(jsonrpc);
const Id = z.union([z.string(), z.int()]);

const McpMessage = z
  .looseObject({
    jsonrpc: version,
    id: Id.optional().describe('Only requests have one; without it this is a notification.'),
    method: z.string().describe('Such as initialize, tools/list, tools/call, server/discover.'),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A request or a notification of JSON-RPC 2.0.' });

const McpResult = z
  .looseObject({ jsonrpc: version, id: Id, result: z.looseObject({}) })
  .meta({ id: 'McpResult', description: 'The answer to a request.' });

/** A failure of the protocol; what a tool could not do is a result with isError. */
const McpError = z
  .looseObject({
    jsonrpc: version,
    id: Id.nullable().describe('null where it is not known which request this answers.'),
    error: z.looseObject({
      code: z.int().describe('As JSON-RPC 2.0 §5.1 and MCP define them.'),
      message: z.string(),
      data: z.unknown().optional(),
    }),
  })
  .meta({ id: 'McpError', description: 'An error response of JSON-RPC 2.0.' });
type McpError = z.infer<typeof McpError>;

const McpAnswer = z.union([McpResult, McpError]);

/** What is posted: one message, or a batch where the session is of 2025-03-26. */
export const McpRequestBody = z
  .union([McpMessage, z.array(McpMessage).min(1).max(MCP_LIMITS.batchMessages)])
  .meta({ id: 'McpRequestBody' });
type McpRequestBody = z.infer<typeof McpRequestBody>;

/** What is answered: one message, or a batch to a batch. */
export const McpResponseBody = z
  .union([McpAnswer, z.array(McpAnswer)])
  .meta({ id: 'McpResponseBody' });
type McpResponseBody = z.infer<typeof McpResponseBody>;

/** A JSON-RPC error. */
export const rpcFailure = (
  description: string,
  message: string,
  { code = RPC_CODES.transport, id }: { readonly code?: number; readonly id?: string } = {},
): ZodOpenApiResponseObject => ({
  ...(id !== undefined && { id }),
  description,
  content: {
    [JSON_TYPE]: {
      schema: McpError,
      example: { jsonrpc, id: null, error: { code, message } } satisfies McpError,
    },
  },
});

/** The failures that any request to the endpoint may get. */
export const MCP_FAILURES = {
  '400': rpcFailure(
    'The message is not JSON, not JSON-RPC or a batch; the session id is missing; or a header contradicts the message or names an unknown revision.',
    'Mcp-Session-Id is missing; send what initialize returned, or initialize.',
    { id: 'McpBadRequest' },
  ),
  '403': rpcFailure(
    'Host or Origin is not one that this service has.',
    'This is not a Host that is served here; ask at the public address.',
    { id: 'McpForbidden' },
  ),
  '404': rpcFailure(
    'The session is over or was never begun: initialize again. For 2026-07-28, the method is unknown.',
    'There is no such session, or it is over; initialize again.',
    { code: RPC_CODES.sessionNotFound, id: 'McpNotFound' },
  ),
  '429': {
    ...rpcFailure(
      'More requests than one client may send in a minute.',
      'Too many requests; wait 12 seconds, as Retry-After says, and ask again.',
      { id: 'McpTooManyRequests' },
    ),
    headers: retryAfter,
  },
  '431': ANY_FAILURE,
  default: {
    ...rpcFailure(
      '405: another method than GET, POST, DELETE or OPTIONS, or GET while no more streams can be opened; Allow names the others. 406: Accept does not allow both media types, or for the stream, text/event-stream. 409: the session has a stream already. 413: the body is longer than 64 kB. 414: the URL is longer than 8 kB. 415: the body is no JSON by its Content-Type, or compressed. 503: the service has just started, or no more subscriptions can be opened.',
      'The first release is being loaded; ask again in 2 seconds.',
      { id: 'McpFailure' },
    ),
    headers: retryAfterPerhaps,
  },
};

type Messages<Body> = Readonly<
  Record<string, { readonly summary: string; readonly value: Body | FromRelease<Body> }>
>;

const SESSION_VERSION = '2025-06-18';

/** A session in three requests, and a question without one. */
export const EXAMPLE_REQUESTS: Messages<McpRequestBody> = {
  initialize: {
    summary: 'Begin a session',
    value: {
      jsonrpc,
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: SESSION_VERSION,
        capabilities: {},
        clientInfo: { name: 'example-client', version: '1.0.0' },
      },
    },
  },
  listTools: { summary: 'What can be asked', value: { jsonrpc, id: 2, method: 'tools/list' } },
  callTool: {
    summary: 'Count reviews',
    value: ({ stats }) => callOf(3, 'get_review_stats', stats.query),
  },
  callToolStateless: {
    summary: 'Search reviews without a session (2026-07-28)',
    value: ({ search }) =>
      callOf(1, 'search_reviews', search.query, {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'example-client', version: '1.0.0' },
      }),
  },
};

function callOf(id: number, name: string, query: object, meta?: object): McpRequestBody {
  const params = { name, arguments: query, ...(meta && { _meta: meta }) };
  return { jsonrpc, id, method: 'tools/call', params };
}

/** The answer to the last request of the session. */
export const EXAMPLE_ANSWERS: Messages<McpResponseBody> = {
  callTool: {
    summary: 'What get_review_stats counted',
    value: ({ stats }) => {
      const { filters, groupBy, ...structuredContent } = stats.result;
      const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
      return { jsonrpc, id: 3, result: { content, structuredContent } };
    },
  },
};
