import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { PROTOCOL_VERSIONS } from '#agents/server-info.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { requestHeader } from '../answer-headers.ts';
import type { Examples } from '../examples.ts';
import {
  EXAMPLE_ANSWERS,
  EXAMPLE_REQUESTS,
  MCP_FAILURES,
  McpRequestBody,
  McpResponseBody,
} from './mcp-messages.ts';

/*
 * The endpoint of agents, of which the protocol has two eras at one path: sessions, which begin with
 * initialize and have a stream, and requests that stand alone. Here are its operations; what is said in
 * them, messages of JSON-RPC with their examples and failures, is in mcp-messages.ts.
 */

/** Headers of transport rules are listed once: each operation takes those that concern it. */
const HEADERS = z.object({
  'MCP-Protocol-Version': requestHeader(
    `The protocol revision, one of ${PROTOCOL_VERSIONS.join(', ')}. Without it the one that the session has negotiated.`,
    '2025-06-18',
    'McpProtocolVersion',
  ),
  'Mcp-Session-Id': requestHeader(
    'As the answer to initialize gave it. Requests of 2026-07-28 have none.',
  ),
  'Mcp-Method': requestHeader(
    'The method of the message; required from 2026-07-28 on.',
    'tools/call',
  ),
  'Mcp-Name': requestHeader(
    'The tool, prompt or resource; required where there is one, from 2026-07-28 on.',
    'search_reviews',
  ),
  Origin: requestHeader(
    'Sent by browsers; it must be the origin of this service or an allowed one.',
    ({ excerpt }) => excerpt.baseUrl,
    'McpOrigin',
  ),
});

const SessionId = z
  .string()
  .optional()
  .meta({ header: { description: 'On the answer to initialize.' } });

const SESSION_HEADERS = HEADERS.pick({ 'MCP-Protocol-Version': true, Origin: true }).extend({
  'Mcp-Session-Id': z.string().meta({
    param: {
      id: 'McpSessionId',
      description: 'As the answer to initialize gave it.',
      example:
        'kq3T0bWZr5mYH1xVn8sLdA.mfa1x2c0.2025-06-18.7Qk0vJm2f1Yc8RzUo5tWq3LdXbN6hGpSaEiKjMlTyVw',
    },
  }),
});

/** What a stream says of a resource that has changed. */
const exampleEvent = ({ excerpt }: Examples) => {
  const params = { uri: `${excerpt.baseUrl}/reviews.json` };
  const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params };
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
};

const MESSAGE: ZodOpenApiOperationObject = {
  operationId: 'mcp',
  summary: 'Ask as an AI agent',
  description:
    'MCP over Streamable HTTP, one JSON-RPC message a request; only sessions of 2025-03-26 may send batches. Up to 2025-11-25 a client initializes and sends Mcp-Session-Id from then on; a request of 2026-07-28 stands alone. Accept must allow application/json and text/event-stream, as */* does. Tools read and change nothing.',
  tags: ['mcp'],
  requestParams: { header: HEADERS },
  requestBody: {
    required: true,
    description: 'JSON in UTF-8, 64 kB at most.',
    content: { [JSON_TYPE]: { schema: McpRequestBody, examples: EXAMPLE_REQUESTS } },
  },
  responses: {
    '200': {
      description:
        'The answer to a request. What a tool could not do is a result with isError. Only subscriptions/listen (2026-07-28) is answered by a stream.',
      headers: z.object({
        'Mcp-Session-Id': SessionId,
      }),
      content: {
        [JSON_TYPE]: { schema: McpResponseBody, examples: EXAMPLE_ANSWERS },
        'text/event-stream': { schema: z.string() },
      },
    },
    '202': { description: 'A notification was taken; the body is empty.' },
    ...MCP_FAILURES,
  },
};

const STREAM: ZodOpenApiOperationObject = {
  operationId: 'openMcpStream',
  summary: 'Hear of resources that change',
  description:
    'The stream of a session: notifications/resources/updated for the resources that it has subscribed to, and a comment every 15 seconds. It ends after 30 minutes; open it again.',
  tags: ['mcp'],
  requestParams: { header: SESSION_HEADERS },
  responses: {
    '200': {
      description: 'The stream begins.',
      content: {
        'text/event-stream': {
          schema: z.string(),
          example: exampleEvent,
        },
      },
    },
    '303': { description: 'A browser, which accepts HTML, is sent to /agents/.' },
    ...MCP_FAILURES,
  },
};

const END: ZodOpenApiOperationObject = {
  operationId: 'endMcpSession',
  summary: 'End a session',
  description: 'The session id is answered 404 from then on. Sessions do not end by themselves.',
  tags: ['mcp'],
  requestParams: { header: SESSION_HEADERS },
  responses: {
    '200': { description: 'The session has ended; the body is empty.' },
    ...MCP_FAILURES,
  },
};

/** The endpoint of agents: one path, in sessions or without. */
export function describeMcpPath(): ZodOpenApiPathItemObject {
  return { post: MESSAGE, get: STREAM, delete: END };
}
