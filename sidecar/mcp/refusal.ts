import { type RequestId, RPC_CODES } from '#agents/json-rpc.ts';
import { HttpError } from '../http/http-error.ts';

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

/** 400 for what is no message of JSON-RPC, or none that can be taken here. */
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
