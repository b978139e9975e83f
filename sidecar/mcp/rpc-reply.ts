import { type RequestId, RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import type { Reply } from '../http/reply.ts';

/** An answer that nobody may keep: a CDN has to pass it through. */
export function rpcReply(status: number, json: string, headers: RawHeaders): Reply {
  // Not of Node's pool: its chunks of 64 kB live as long as any small buffer in them, and with so much
  // memory outside of the heap V8 collected garbage three times as often.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  body.write(json);
  return {
    status,
    headers: [
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      ...headers,
      ...DATA_SECURITY,
    ],
    body: [body],
  };
}

/** An answer without a body. */
export function emptyReply(status: number, headers: RawHeaders): Reply {
  const length = status === 204 ? [] : ['Content-Length', '0'];
  return {
    status,
    headers: [...length, 'Cache-Control', 'no-store', ...headers, ...DATA_SECURITY],
    body: [],
  };
}

export function replyWithRefusal(refusal: Refusal, headers: RawHeaders): Reply {
  const { status, id } = refusal;
  const more = Object.entries(refusal.headers).flat();
  return rpcReply(status, serialiseRpcError(id, refusal), [...more, ...headers]);
}

type Details = {
  readonly id?: RequestId;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
};

/** A request that is refused before any method is called: a status, and an error of JSON-RPC. */
export class Refusal extends HttpError {
  readonly code: number;
  readonly id: RequestId;
  readonly data: unknown;

  constructor(
    status: number,
    code: number,
    message: string,
    { id = null, headers = {}, data }: Details = {},
  ) {
    super(status, message, [], headers);
    this.code = code;
    this.id = id;
    this.data = data;
  }
}

/** 400 for what is not a message of JSON-RPC, or not one that can be taken here. */
export function invalidRequest(message: string, id: RequestId = null): Refusal {
  return new Refusal(400, RPC_CODES.invalidRequest, message, { id });
}

/** What the transport refuses, whatever the message is. */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Refusal {
  return new Refusal(status, RPC_CODES.transport, message, { headers });
}

/** A thrown value as a Refusal, where it says what to answer; undefined for a fault of ours. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof HttpError)) return undefined;
  return refuse(error.status, error.message, { ...error.headers });
}

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
