import { z } from 'zod';
import { MCP_LIMITS } from '#agents/mcp-limits.ts';

const version = z.literal('2.0');
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
export const McpError = z
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
export type McpError = z.infer<typeof McpError>;

const McpAnswer = z.union([McpResult, McpError]);

/** What is posted: one message, or a batch where the session is of 2025-03-26. */
export const McpRequestBody = z
  .union([McpMessage, z.array(McpMessage).min(1).max(MCP_LIMITS.batchMessages)])
  .meta({ id: 'McpRequestBody' });
export type McpRequestBody = z.infer<typeof McpRequestBody>;

/** What is answered: one message, or a batch to a batch. */
export const McpResponseBody = z
  .union([McpAnswer, z.array(McpAnswer)])
  .meta({ id: 'McpResponseBody' });
export type McpResponseBody = z.infer<typeof McpResponseBody>;
