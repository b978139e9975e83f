import { type RequestId, RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import type { RawHeaders } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';

/** The answer to a request, beside the headers that all answers have. */
export type RpcAnswer = {
  readonly status: number;
  /** Undefined if there is no body. */
  readonly json?: string | undefined;
  readonly headers?: RawHeaders;
};

type Details = {
  /** For an answer that is not a method's. */
  readonly status?: number;
  readonly id?: RequestId;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
};

/** The refusal of a request, as an error object of JSON-RPC. */
export class RpcError extends HttpError {
  readonly code: number;
  readonly id: RequestId;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 400, id = null, headers = {}, data }: Details = {},
  ) {
    super(status, message, [], headers);
    this.code = code;
    this.id = id;
    this.data = data;
  }
}

/** Returns a refusal of the transport, which does not depend on the message. */
export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RpcError {
  return new RpcError(RPC_CODES.transport, message, { status, headers });
}

/** Returns the answer to a refused request; undefined if the thrown value is a fault of ours. */
export function answerRefused(error: unknown): RpcAnswer | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { status, message, headers } = error;
  const refused = error instanceof RpcError ? error : refuse(status, message);
  const json = serialiseRpcError(refused.id, refused);
  return { status, json, headers: Object.entries(headers).flat() };
}
