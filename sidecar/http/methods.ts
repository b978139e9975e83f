import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { HttpError } from './http-error.ts';
import { type ReadRequest, writeHead } from './reply.ts';
import { preflightHeaders } from './shared-headers.ts';

/** What most of the service takes: it is read only. */
export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Answers OPTIONS, which may be a preflight of CORS (Fetch §3.3.3). */
export function answerOptions(methods: readonly string[] = READ_METHODS): RequestHandler {
  const allowed = methods.join(', ');
  const headers = ['Allow', allowed, 'Cache-Control', 'no-store', ...preflightHeaders(allowed)];
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') return next();
    writeHead(response, 204, headers);
    response.end();
  };
}

/**
 * The request as one that only reads. Throws an HttpError 405 with Allow (RFC 9110 §15.5.6) for
 * whatever is not a GET or HEAD.
 */
export function readRequest(
  { method, headers }: IncomingMessage,
  methods: readonly string[] = READ_METHODS,
): ReadRequest {
  if (method === 'GET' || method === 'HEAD') return { method, headers };
  throw methodNotAllowed(method, methods);
}

export function methodNotAllowed(
  method = 'This method',
  methods: readonly string[] = READ_METHODS,
): HttpError {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(methods);
  const detail = `${method} is not allowed here; use ${names}.`;
  return new HttpError(405, detail, [], { Allow: methods.join(', ') });
}
