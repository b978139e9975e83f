import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { HttpError } from './http-error.ts';
import type { ReadRequest } from './reply.ts';
import { PREFLIGHT_HEADERS } from './shared-headers.ts';

const READ_METHODS = 'GET, HEAD, OPTIONS';

/** OPTIONS, which may be a preflight of CORS (Fetch §3.3.3): everything here is read only. */
export const answerOptions: RequestHandler = (request, response, next) => {
  if (request.method !== 'OPTIONS') return next();
  response.writeHead(204, [
    'Allow',
    READ_METHODS,
    'Cache-Control',
    'no-store',
    ...PREFLIGHT_HEADERS,
  ]);
  response.end();
};

/**
 * The request as one that only reads. Throws an HttpError 405 with Allow (RFC 9110 §15.5.6) for
 * whatever is not a GET or HEAD.
 */
export function readRequest({ method, headers }: IncomingMessage): ReadRequest {
  if (method === 'GET' || method === 'HEAD') return { method, headers };
  throw methodNotAllowed(method);
}

export function methodNotAllowed(method = 'This method'): HttpError {
  const detail = `${method} is not allowed here; use GET, HEAD or OPTIONS.`;
  return new HttpError(405, detail, [], { Allow: READ_METHODS });
}
