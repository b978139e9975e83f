import { type RequestId, RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import type { RawHeaders } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';

/** What a request is answered with, beside the headers that all answers have. */
export type RpcAnswer = {
  readonly status: number;
  /** Undefined where there is no body. */
  readonly json?: string | undefined;
  readonly headers?: RawHeaders;
};

type Details = {
  /** Of an answer that is not a method's. */
  readonly status?: number;
  readonly id?: RequestId;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
};

/** What a request is refused with, as an error object of JSON-RPC. */
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

/** What the transport refuses, whatever the message is. */
export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RpcError {
  return new RpcError(RPC_CODES.transport, message, { status, headers });
}

/** The answer to a request that was refused; undefined where the thrown value is a fault of ours. */
export function answerRefused(error: unknown): RpcAnswer | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { status, message, headers } = error;
  const refused = error instanceof RpcError ? error : refuse(status, message);
  const json = serialiseRpcError(refused.id, refused);
  return { status, json, headers: Object.entries(headers).flat() };
}
