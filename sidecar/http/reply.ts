import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { Pieces } from '#search/corpus/pieces.ts';
import { CORS_HEADERS, DATA_SECURITY, messageDate, type RawHeaders } from './headers.ts';

/** An answer as a value. */
export type Reply = {
  readonly status: number;
  readonly headers: RawHeaders;
  /** The Last-Modified among the headers, where there is one, in milliseconds since 1970. */
  readonly lastModified?: number | undefined;
  /** Not sent to a HEAD. */
  readonly body: Pieces;
  /** A body that is not in memory, instead; it is only there where it is sent. */
  readonly stream?: Readable | undefined;
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
  if (reply.stream && response.closed) {
    // The client left while this was made. Nobody else would close the file.
    reply.stream.destroy();
    return;
  }
  // Not the Date of node:http, which may be that of a second before.
  writeHead(response, reply.status, datedHeaders(reply, Date.now()));
  const { body, stream } = reply;
  if (stream) {
    // Where either end fails, the other one is closed: the client sees that it has not all.
    pipeline(stream, response, () => {});
    return;
  }
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

/** An answer that caches must not store, unless its own headers have a Cache-Control. */
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
