import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

/**
 * The body of a request; undefined where the client went away before it was whole. Throws an
 * HttpError 415 for one that is compressed and 413 for one that is too long. What is left of it
 * then is received and forgotten, as a client that is still sending would not see the answer
 * otherwise; how long that may take is limited for every request (see `createHttpServer`).
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const { 'content-encoding': coding = 'identity', 'content-length': length } = request.headers;
  if (coding.toLowerCase() !== 'identity') {
    const detail = 'The body is compressed; send it as it is.';
    throw new HttpError(415, detail, [], { 'Accept-Encoding': 'identity' });
  }
  if (Number(length ?? 0) <= maxBytes) {
    const body = await receive(request, maxBytes);
    if (body !== 'too long') return body;
  }
  request.resume();
  throw new HttpError(413, `The body has more than ${maxBytes} bytes; send less.`);
}

/** By events: what iterates over a stream takes longer than the body of most requests. */
function receive(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too long' | undefined> {
  return new Promise((resolve) => {
    // What has happened already is not told again.
    if (request.destroyed) resolve(undefined);
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve('too long');
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
  });
}
