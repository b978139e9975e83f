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

/** What a request is refused with, as an error object of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The id of a JSON-RPC request; null where it is not known which request an answer is to. */
export type RequestId = string | number | null;

/** An error response, serialised. */
export function serialiseError(
  id: RequestId,
  { code, message, data }: { code: number; message: string; data?: unknown },
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}
