import type { IncomingMessage, ServerResponse } from 'node:http';
import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { errorBodyOf, errorRpcOf, errorTextOf, errorTypeFor } from './error-body.ts';
import { replyWithFaultPage, wantsPage } from './fault-page.ts';
import type { HttpError } from './http-error.ts';
import { type Reply, sendReply } from './reply.ts';
import { splitTarget } from './request-target.ts';
import { uncachedReply } from './uncached-reply.ts';

/**
 * Answers with the one body of errors: people get it as a page, subscribers of the hub as plain text,
 * clients of MCP as JSON-RPC. Nothing is sent twice.
 */
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
  sendReply(request, response, replyWithError(request, error));
}

function replyWithError({ url, headers }: IncomingMessage, error: HttpError): Reply {
  const more = Object.entries(error.headers).flat();
  const { path } = splitTarget(url ?? '/');
  // WebSub §5.1.2: errors are described in plain text.
  if (path === HUB_PATH) return uncachedReply(error.status, TEXT_TYPE, errorTextOf(error), more);
  if (path === MCP_PATH) return uncachedReply(error.status, JSON_TYPE, errorRpcOf(error), more);
  if (wantsPage(path, headers.accept)) return replyWithFaultPage(error);
  const mediaType = errorTypeFor(headers.accept);
  return uncachedReply(error.status, mediaType, JSON.stringify(errorBodyOf(error)), more);
}
