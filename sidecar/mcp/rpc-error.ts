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
