import { STATUS_CODES } from 'node:http';
import { RPC_CODES } from '#agents/rpc-codes.ts';
import { serialiseRpcError } from '#agents/serialise-rpc-error.ts';
import type { ErrorBody } from '#search/issue.ts';
import { HttpError } from './http-error.ts';

const PROBLEM_TYPE = 'application/problem+json';

/** The one body of all errors: RFC 9457's members and the specification's issues. */
export function errorBodyOf({ status, message, issues }: HttpError): ErrorBody {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    issues: [...issues],
  };
}

/** The same for people: a sentence, and a line for each issue. */
export function errorTextOf({ message, issues }: HttpError): string {
  return `${[message, ...issues.map((issue) => issue.message)].join('\n')}\n`;
}

/** The same as an error of JSON-RPC 2.0 §5.1, to whatever request it was. */
export function errorRpcOf({ status, message }: HttpError): string {
  const code = status === 500 ? RPC_CODES.internalError : RPC_CODES.transport;
  return serialiseRpcError(null, { code, message });
}

/** application/json as the specification says, or problem details where the client asks for them. */
export function errorTypeFor(accept: string | undefined): string {
  return accept?.toLowerCase().includes(PROBLEM_TYPE) ? PROBLEM_TYPE : 'application/json';
}

/**
 * Any thrown value as an error to answer. What Express and its parsers throw carries a status and,
 * for faults of the client, a message fit to be told; everything else is ours and says nothing.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    if (error.status >= 400 && error.status < 500)
      return new HttpError(error.status, error.message);
  }
  return new HttpError(500, 'The service failed to answer; the fault is logged. Try again later.');
}
