import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBodyOf, errorTypeFor } from './error-body.ts';
import type { HttpError } from './http-error.ts';
import { CORS_HEADERS, DATA_SECURITY } from './shared-headers.ts';

/** Answers with the one body of errors. Nothing is sent twice. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
): void {
  if (response.headersSent) {
    // Half an answer cannot be taken back; the client must not take it for a whole one.
    response.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(errorBodyOf(error)));
  response.writeHead(error.status, [
    'Content-Type',
    errorTypeFor(request.headers.accept),
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    ...Object.entries(error.headers).flat(),
    ...CORS_HEADERS,
    ...DATA_SECURITY,
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
