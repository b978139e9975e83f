/** The id of a JSON-RPC request; null where it is not known which request an answer is to. */
export type RequestId = string | number | null;

/** An error response of JSON-RPC 2.0 §5, serialised. */
export function serialiseRpcError(
  id: RequestId,
  { code, message, data }: { code: number; message: string; data?: unknown },
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}
