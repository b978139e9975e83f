/** Error codes of JSON-RPC 2.0 §5.1 and of MCP. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Everything that the transport refuses. */
  transport: -32000,
  sessionNotFound: -32001,
  /** For the revisions with sessions; the stateless one has invalidParams. */
  resourceNotFound: -32002,
  /** 2026-07-28, basic/versioning. */
  unsupportedVersion: -32022,
} as const;

/** The id of a JSON-RPC request; null if the request of an answer is unknown. */
export type RequestId = string | number | null;

/** An error response of JSON-RPC 2.0 §5, serialized. */
export function serialiseRpcError(
  id: RequestId,
  { code, message, data }: { code: number; message: string; data?: unknown },
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}
