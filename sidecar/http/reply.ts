import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Pieces } from '#search/pieces.ts';
import type { ConditionalHeaders } from './conditional.ts';
import { messageDate } from './http-date.ts';
import type { RawHeaders } from './shared-headers.ts';

/** What an answer may depend on. Header names are in lower case. */
export type ReadRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: ConditionalHeaders & {
    readonly accept?: string | undefined;
    readonly 'accept-encoding'?: string | undefined;
    readonly range?: string | undefined;
    readonly 'if-range'?: string | undefined;
  };
};

/** An answer as a value: what to send, whoever sends it. */
export type Reply = {
  readonly status: number;
  readonly headers: RawHeaders;
  /** The Last-Modified among the headers, where there is one, in milliseconds since 1970. */
  readonly lastModified?: number | undefined;
  /** Not sent to a HEAD. */
  readonly body: Pieces;
};

/**
 * The headers of a reply that is sent now, with its Date. A Last-Modified that lies ahead of it, as
 * files keep one that was made while the clock was wrong, is replaced by it (RFC 9110 §8.8.2.1): here
 * and not before, since replies are remembered, and clocks are corrected meanwhile.
 */
export function datedHeaders({ headers, lastModified }: Reply, now: number): string[] {
  const { time, text } = messageDate(now);
  const dated = [...headers, 'Date', text];
  if (lastModified !== undefined && lastModified > time) {
    dated[headers.indexOf('Last-Modified') + 1] = text;
  }
  return dated;
}

/** What answers get besides their own headers: by setHeader, each head would take five times as long. */
const added = new WeakMap<ServerResponse, RawHeaders>();

/** Whatever is sent through a response gets these headers as well. */
export function addHeaders(response: ServerResponse, headers: RawHeaders): void {
  if (headers.length > 0) added.set(response, headers);
}

/** The headers that were added for whatever is sent through a response. */
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
