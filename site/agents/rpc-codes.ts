/** The codes that MCP uses of JSON-RPC 2.0 §5.1, and its own. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Whatever the transport refuses. */
  transport: -32000,
  sessionNotFound: -32001,
  /** Of the revisions with sessions; the stateless one has invalidParams. */
  resourceNotFound: -32002,
} as const;
