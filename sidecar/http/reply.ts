import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConditionalHeaders } from './conditional.ts';
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
  /** Pieces of the body in order; not sent to a HEAD. */
  readonly body: readonly Uint8Array[];
};

/** Sends a reply through node:http. */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
): void {
  response.writeHead(status, [...headers]);
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
