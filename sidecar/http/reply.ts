import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { evaluateConditions } from './conditional.ts';
import {
  ANSWER_CACHE,
  CORS_HEADERS,
  DATA_SECURITY,
  formatHttpDate,
  messageDate,
  type RawHeaders,
} from './headers.ts';
import { preconditionFailed } from './http-error.ts';
import type { ReadRequest } from './request.ts';

/** An answer as a value. */
export type Reply = {
  readonly status: number;
  readonly headers: RawHeaders;
  /** The Last-Modified among the headers, where there is one, in milliseconds since 1970. */
  readonly lastModified?: number | undefined;
  /** Not sent to a HEAD. */
  readonly body: Pieces;
};

/**
 * The headers of a reply that is sent now, with its Date, which replaces a Last-Modified that lies
 * ahead (RFC 9110 §8.8.2.1), as a file has that was made while the clock was wrong. Not done before,
 * since replies are remembered, and clocks are corrected meanwhile.
 */
function datedHeaders({ headers, lastModified }: Reply, now: number): string[] {
  const { time, text } = messageDate(now);
  const dated = [...headers, 'Date', text];
  if (lastModified !== undefined && lastModified > time) {
    dated[headers.indexOf('Last-Modified') + 1] = text;
  }
  return dated;
}

/** What answers get besides their own headers: setHeader would take five times as long. */
const added = new WeakMap<ServerResponse, RawHeaders>();

/** Adds headers to whatever is sent through a response. */
export function addHeaders(response: ServerResponse, headers: RawHeaders): void {
  if (headers.length > 0) added.set(response, headers);
}

export function headersAddedTo(response: ServerResponse): RawHeaders {
  return added.get(response) ?? [];
}

/** Writes the head of an answer, with what was added to it. */
export function writeHead(response: ServerResponse, status: number, headers: RawHeaders): void {
  response.writeHead(status, [...headers, ...headersAddedTo(response)]);
}

/** Sends a reply through node:http. */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  // Not the Date of node:http, which may be that of a second before.
  writeHead(response, reply.status, datedHeaders(reply, Date.now()));
  const { body } = reply;
  const [first, ...rest] = request.method === 'HEAD' ? [] : body;
  if (rest.length === 0) {
    response.end(first);
    return;
  }
  // Corked, all pieces leave in one system call and none is copied.
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}

/** An answer that holds at this moment only. */
export function uncachedReply(
  status: number,
  mediaType: string,
  content: string | Buffer,
  headers: RawHeaders = [],
  security: RawHeaders = DATA_SECURITY,
): Reply {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    status,
    headers: [
      'Content-Type',
      mediaType,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      ...headers,
      ...CORS_HEADERS,
      ...security,
    ],
    body: [body],
  };
}

/** A JSON answer that is put together for a request. */
type JsonAnswer = {
  readonly etag: string;
  /** Milliseconds since 1970; undefined where the answer has no date of its own. */
  readonly lastModified: number | undefined;
  /** By which caches purge it. */
  readonly tags: RawHeaders;
  /** Makes the pieces of the body; called only where a body is sent. */
  readonly body: () => Pieces;
};

/** Answers with JSON, under the same conditions as files. Throws an HttpError for 412. */
export function replyWithJson(
  { etag, lastModified, tags, body }: JsonAnswer,
  { headers }: ReadRequest,
): Reply {
  const verdict = evaluateConditions(headers, { etag, etags: [etag], lastModified });
  if (verdict.status === 412) throw preconditionFailed();
  const validators = [
    'ETag',
    etag,
    ...(lastModified === undefined ? [] : ['Last-Modified', formatHttpDate(lastModified)]),
    ...ANSWER_CACHE,
    ...CORS_HEADERS,
    ...tags,
  ];
  if (verdict.status === 304) return { status: 304, headers: validators, lastModified, body: [] };
  const pieces = body();
  return {
    status: 200,
    headers: [
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(lengthOf(pieces)),
      ...validators,
      ...DATA_SECURITY,
    ],
    lastModified,
    body: pieces,
  };
}
