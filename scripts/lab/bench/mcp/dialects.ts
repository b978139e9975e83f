import type { Question } from './questions.ts';

/** How a tool call is put to a server: the headers beside the body, and what the body's params are. */
export type Dialect = {
  readonly headersFor: (question: Question) => Readonly<Record<string, string>>;
  readonly paramsFor: (question: Question) => Readonly<Record<string, unknown>>;
};

export const SESSION_VERSION = '2025-06-18';
export const STATELESS_VERSION = '2026-07-28';
export const CLIENT_INFO = { name: 'bench', version: '1.0.0' };

/** What every POST carries, whatever it asks. */
export const COMMON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

/** Calls within a session. */
export function sessionDialect(sessionId: string): Dialect {
  return {
    headersFor: () => ({
      ...COMMON_HEADERS,
      'MCP-Protocol-Version': SESSION_VERSION,
      'Mcp-Session-Id': sessionId,
    }),
    paramsFor: ({ tool, input }) => ({ name: tool, arguments: input }),
  };
}

/** Calls that each say all about themselves, as protocol version 2026-07-28 has it. */
export const STATELESS_DIALECT: Dialect = {
  headersFor: ({ tool }) => ({
    ...COMMON_HEADERS,
    'MCP-Protocol-Version': STATELESS_VERSION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': tool,
  }),
  paramsFor: ({ tool, input }) => ({
    name: tool,
    arguments: input,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
      'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
};

/** Calls without anything that a protocol asks for. */
export const BARE_DIALECT: Dialect = {
  headersFor: () => COMMON_HEADERS,
  paramsFor: ({ tool, input }) => ({ name: tool, arguments: input }),
};
