import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import { MCP_PATHS } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { escapeMarkup } from '#artifacts/markup.ts';
import { HTML_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { codeOfError, type ErrorBody, errorBody } from '#openapi/error-body.ts';
import { faultPageSecurity, formatFields, formatHttpDate, type RawHeaders } from './headers.ts';
import { badRequest, HttpError } from './http-error.ts';
import { makeReply, type Reply, sendReply } from './reply.ts';
import { splitTarget } from './request.ts';

/**
 * Answers with an error, once: people get a page, subscribers of the hub plain text, MCP clients
 * JSON-RPC, and all others problem details, whose types begin with the public origin.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
  origin: string,
): void {
  if (response.headersSent) {
    // Half an answer must not be taken for a whole one.
    response.destroy();
    return;
  }
  sendReply(request, response, replyWithError(request, error, origin));
}

function replyWithError(
  { url, headers }: IncomingMessage,
  error: HttpError,
  origin: string,
): Reply {
  const more = Object.entries(error.headers).flat();
  const { path } = splitTarget(url ?? '/');
  // WebSub §5.1.2: errors are described in plain text.
  if (path === HUB_PATH) return makeReply(error.status, TEXT_TYPE, errorTextOf(error), more);
  if (MCP_PATHS.includes(path)) return makeReply(error.status, JSON_TYPE, errorRpcOf(error), more);
  if (wantsPage(path, headers.accept)) return replyWithFaultPage(error);
  const mediaType = errorTypeFor(headers.accept);
  return makeReply(error.status, mediaType, JSON.stringify(errorBodyOf(error, origin)), more);
}

const nameOf = (status: number) => STATUS_CODES[status] ?? 'Error';

const PROBLEM_TYPE = 'application/problem+json';

/**
 * Returns the body of an error: RFC 9457's members and the specification's issues. While the origin
 * is unknown it is empty, and types are references to the same server (RFC 9457 §3.1.1).
 */
export function errorBodyOf({ status, message, issues }: HttpError, origin: string): ErrorBody {
  const code = codeOfError(status, issues);
  return errorBody(origin, { code, title: nameOf(status), status, detail: message, issues });
}

/**
 * Returns an error as text: a sentence, and a line for each issue that it does not state itself.
 */
function errorTextOf({ message, issues }: HttpError): string {
  const stated = message.toLowerCase();
  const lines = issues
    .map((issue) => issue.message)
    .filter((line) => !stated.startsWith(line.toLowerCase()));
  return `${[message, ...lines].join('\n')}\n`;
}

/** Returns an error of JSON-RPC 2.0 §5.1, whatever request it answers. */
function errorRpcOf({ status, message }: HttpError): string {
  const code = status === 500 ? RPC_CODES.internalError : RPC_CODES.transport;
  return serialiseRpcError(null, { code, message });
}

/** application/json as the specification says, or problem details if the client asks for them. */
function errorTypeFor(accept: string | undefined): string {
  return accept?.toLowerCase().includes(PROBLEM_TYPE) ? PROBLEM_TYPE : 'application/json';
}

// Contains its style, because it is shown when nothing can be rendered.
const TEMPLATE = readFileSync(join(import.meta.dirname, 'fault-page.html'), 'utf8');
const [, STYLE = ''] = /<style>([\s\S]*)<\/style>/.exec(TEMPLATE) ?? [];
const SECURITY = faultPageSecurity(createHash('sha256').update(STYLE).digest('base64'));

/** The titles that people read in place of the name of a status. */
const TITLES: Readonly<Record<number, string>> = {
  404: 'This page does not exist',
  410: 'This review was taken down',
  429: 'One moment, please',
  500: 'This page cannot be shown',
  503: 'One moment, please',
};

/** Paths of data: their clients are programs, whatever they accept. */
export const DATA_PLACES =
  /^\/(?:api|mcp|\.well-known|healthz|readyz)(?:\/|$)|\.(?:json|jsonld|ndjson|xml|txt|md|csv|parquet|sqlite)$/;

/** True if an error at a path is shown as a page. */
export function wantsPage(path: string, accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept) && !DATA_PLACES.test(path);
}

/** Returns an error as a page. It reloads by itself if Retry-After says when. */
export function replyWithFaultPage({ status, message, headers }: HttpError): Reply {
  const seconds = headers['Retry-After'];
  const refresh = seconds === undefined ? '' : `<meta http-equiv="refresh" content="${seconds}">`;
  const next =
    seconds === undefined ? '<a href="/">All reviews</a>' : 'This page reloads by itself.';
  const values: Readonly<Record<string, string>> = {
    title: escapeMarkup(TITLES[status] ?? nameOf(status)),
    detail: escapeMarkup(message),
    refresh,
    next,
  };
  const html = TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
  return makeReply(status, HTML_TYPE, html, Object.entries(headers).flat(), SECURITY);
}

/** The code of node:http for a late request. */
export const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const REFUSALS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(
    431,
    'The request has more than 1,000 headers or 16 kB of them; send fewer.',
  ),
  [LATE]: new HttpError(
    408,
    'The request took too long to arrive; send it again, all of it at once.',
  ),
};
const MALFORMED = badRequest(
  'malformed_http',
  [],
  'the request is not valid HTTP/1.1; correct its request line or headers',
);

/** Returns the error for a request that the parser refuses. */
export function refusalOf(code = ''): HttpError {
  return REFUSALS[code] ?? MALFORMED;
}

/** Returns an error as a complete HTTP/1.1 message, for use without a response object. */
export function formatRefusal(error: HttpError, more: RawHeaders, origin: string): string {
  const body = JSON.stringify(errorBodyOf(error, origin));
  const date = formatHttpDate(Date.now());
  const own = ['Connection', 'close', 'Date', date, ...Object.entries(error.headers).flat()];
  const { status, headers } = makeReply(error.status, JSON_TYPE, body, own);
  const fields = formatFields([...headers, ...more]);
  return `HTTP/1.1 ${status} ${nameOf(status)}\r\n${fields}\r\n${body}`;
}
