import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Pieces } from '#search/corpus/pieces.ts';
import { CORS_HEADERS, DATA_SECURITY, type RawHeaders } from './headers.ts';

/** An answer, as a value. */
export type Reply = {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Not sent to a HEAD. */
  readonly body: Pieces;
  /** A body that is not in memory, used instead; set only if there is one. */
  readonly stream?: Readable | undefined;
};

/**
 * Adds headers to a response whose head is written elsewhere. Slower than writing them with a
 * reply.
 */
export function addHeaders(response: ServerResponse, headers: RawHeaders): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}

/** Sends a reply through node:http, with additional headers. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  more: RawHeaders = [],
): void {
  if (reply.stream && response.closed) {
    // The client left while this was made. Nothing else would close the file.
    reply.stream.destroy();
    return;
  }
  response.writeHead(reply.status, [...reply.headers, ...more]);
  const { body, stream } = reply;
  if (stream) {
    // If either end fails, the other is closed: the client sees that the body is incomplete.
    pipeline(stream, response, () => {});
    return;
  }
  const [first, ...rest] = request.method === 'HEAD' ? [] : body;
  if (rest.length === 0) {
    response.end(first);
    return;
  }
  // Corked: all pieces leave in one system call and none is copied.
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}

/** Returns an answer that caches must not store, unless its own headers have a Cache-Control. */
export function makeReply(
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
      ...(headers.includes('Cache-Control') ? [] : ['Cache-Control', 'no-store']),
      ...headers,
      ...CORS_HEADERS,
      ...security,
    ],
    body: [body],
  };
}
