import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { MCP_LIMITS, PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import { ANY_FAILURE, headersOf, sharedAnswer, texts, wordsOf } from './components.ts';
import written from './examples.json' with { type: 'json' };
import { filled } from './examples.ts';
import words from './words.json' with { type: 'json' };

/*
 * The endpoint for agents, with both eras of the protocol at one path: sessions, which begin with
 * initialize and have a stream, and independent requests.
 */

const { answers, parameters, schemas } = words;

const jsonrpc = z.literal('2.0');
const Id = z.union([z.string(), z.int()]);

const McpMessage = z
  .looseObject({
    jsonrpc,
    id: Id.optional().describe(schemas.McpMessage.properties.id),
    method: z.string().describe(schemas.McpMessage.properties.method),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: schemas.McpMessage.description });

const McpResult = z
  .looseObject({ jsonrpc, id: Id, result: z.looseObject({}) })
  .meta({ id: 'McpResult', description: schemas.McpResult.description });

/** A failure of the protocol; a tool that fails answers with a result that has isError. */
const McpError = z
  .looseObject({
    jsonrpc,
    id: Id.nullable().describe(schemas.McpError.properties.id),
    error: z.looseObject({
      code: z.int().describe(schemas.McpError.properties.code),
      message: z.string(),
      data: z.unknown().optional(),
    }),
  })
  .meta({ id: 'McpError', description: schemas.McpError.description });

/** The body of a request: one message, or a batch in sessions of 2025-03-26. */
const McpRequestBody = z
  .union([McpMessage, z.array(McpMessage).min(1).max(MCP_LIMITS.batchMessages)])
  .meta({ id: 'McpRequestBody' });

/** The body of an answer: one message, or a batch to a batch. */
const McpAnswer = z.union([McpResult, McpError]);
const McpResponseBody = z.union([McpAnswer, z.array(McpAnswer)]).meta({ id: 'McpResponseBody' });

const asRpcError = (example: unknown) => ({ [JSON_TYPE]: { schema: McpError, example } });

/** The failures that any request to the endpoint may get. */
const FAILURES = {
  '400': sharedAnswer('McpBadRequest', asRpcError),
  '403': sharedAnswer('McpForbidden', asRpcError),
  '404': sharedAnswer('McpNotFound', asRpcError),
  '429': sharedAnswer('McpTooManyRequests', asRpcError, 'RetryAfter'),
  '431': ANY_FAILURE,
  default: sharedAnswer('McpFailure', asRpcError, 'RetryAfterPerhaps'),
};

const { 'MCP-Protocol-Version': revision, ...others } = parameters.message;
const revisions = PROTOCOL_VERSIONS.join(', ');
const HEADERS = texts({
  'MCP-Protocol-Version': {
    ...revision,
    description: revision.description.replace('{revisions}', revisions),
  },
  ...others,
});
const SESSION_HEADERS = HEADERS.pick({ 'MCP-Protocol-Version': true, Origin: true }).extend(
  texts(parameters.session).shape,
);

/** The endpoint of agents: one path, in sessions or without. */
export const MCP: ZodOpenApiPathItemObject = {
  post: {
    ...wordsOf('mcp'),
    requestParams: { header: HEADERS },
    requestBody: {
      required: true,
      description: words.bodies.message,
      content: { [JSON_TYPE]: { schema: McpRequestBody, examples: written.requests } },
    },
    responses: {
      '200': {
        description: answers.message,
        headers: headersOf('McpSessionId'),
        content: {
          [JSON_TYPE]: { schema: McpResponseBody },
          [EVENT_STREAM_TYPE]: { schema: z.string() },
        },
      },
      '202': { description: answers.notification },
      ...FAILURES,
    },
  },
  get: {
    ...wordsOf('openMcpStream'),
    requestParams: { header: SESSION_HEADERS },
    responses: {
      '200': {
        description: answers.stream,
        content: {
          [EVENT_STREAM_TYPE]: { schema: z.string(), example: filled(written.event) },
        },
      },
      '303': { description: answers.agentsPage },
      ...FAILURES,
    },
  },
  delete: {
    ...wordsOf('endMcpSession'),
    requestParams: { header: SESSION_HEADERS },
    responses: { '200': { description: answers.sessionEnd }, ...FAILURES },
  },
};
