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
  const chunks: Buffer[] = [];
  let bytes = Number(length ?? 0);
  if (bytes <= maxBytes) {
    bytes = 0;
    try {
      // Whoever stops reading must not lose the connection, which the answer needs.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        bytes += chunk.length;
        if (bytes > maxBytes) break;
        chunks.push(chunk);
      }
    } catch (error) {
      if (request.destroyed) return undefined;
      throw error;
    }
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks);
  request.resume();
  throw new HttpError(413, `The body has more than ${maxBytes} bytes; send less.`);
}
