import { CAPABILITIES, serverInfoOf } from '#agents/server-info.ts';
import type { McpError, McpRequestBody, McpResponseBody } from '#artifacts/mcp-message.ts';
import { exampleSearchResult } from './examples.ts';

type Examples<Body> = Readonly<Record<string, { readonly summary: string; readonly value: Body }>>;

const jsonrpc = '2.0';
const SESSION_VERSION = '2025-06-18';

/** A session in three requests, and the same question without one. */
export const MCP_REQUESTS: Examples<McpRequestBody> = {
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
    summary: 'Search reviews',
    value: {
      jsonrpc,
      id: 3,
      method: 'tools/call',
      params: {
        name: 'search_reviews',
        arguments: { min_rating: 4, query: 'called me back', limit: 1 },
      },
    },
  },
  callToolStateless: {
    summary: 'Search reviews without a session (2026-07-28)',
    value: {
      jsonrpc,
      id: 1,
      method: 'tools/call',
      params: {
        name: 'search_reviews',
        arguments: { min_rating: 4, query: 'called me back', limit: 1 },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'example-client', version: '1.0.0' },
        },
      },
    },
  },
};

/** Answers to the first and the last request of the session. */
export function exampleMcpAnswers(baseUrl: string): Examples<McpResponseBody> {
  const found = exampleSearchResult(baseUrl);
  return {
    initialize: {
      summary: 'A session has begun; its id stands in Mcp-Session-Id',
      value: {
        jsonrpc,
        id: 1,
        result: {
          protocolVersion: SESSION_VERSION,
          capabilities: CAPABILITIES,
          serverInfo: serverInfoOf({ baseUrl, business: { name: 'Harbor Injury Law' } }),
        },
      },
    },
    callTool: {
      summary: 'What search_reviews found',
      value: {
        jsonrpc,
        id: 3,
        result: {
          content: [{ type: 'text', text: JSON.stringify(found) }],
          structuredContent: found,
        },
      },
    },
  };
}

/** An error as the endpoint answers it. */
export function exampleMcpError(code: number, message: string): McpError {
  return { jsonrpc, id: null, error: { code, message } };
}
