import { slicePieces } from '#search/pieces.ts';
import { acceptedRepresentations } from './accept-encoding.ts';
import { allowsRange, type ByteRange, parseRange } from './byte-range.ts';
import { evaluateConditions } from './conditional.ts';
import { formatHttpDate } from './http-date.ts';
import { HttpError, preconditionFailed } from './http-error.ts';
import { headersOf, type PublishedFile } from './published-file.ts';
import type { ReadRequest, Reply } from './reply.ts';

/**
 * Answers with a published file: preconditions first, then a range, then the representation that
 * the client prefers (RFC 9110 §13.2.2). Throws an HttpError for 412 and 416.
 */
export function replyWithFile(file: PublishedFile, request: ReadRequest): Reply {
  const { method, headers } = request;
  const { lastModified } = file;
  const preferred = preferredVariant(file, headers['accept-encoding']);
  const verdict = evaluateConditions(headers, {
    etag: preferred.etag,
    etags: file.etags,
    lastModified,
  });
  if (verdict.status === 412) throw preconditionFailed();
  if (verdict.status === 304) {
    const repeated = ['ETag', verdict.etag, ...file.sharedHeaders];
    return { status: 304, headers: repeated, lastModified, body: [] };
  }
  const range = method === 'GET' ? requestedRange(file, request) : undefined;
  if (range) return replyWithRange(file, range);
  return { status: 200, headers: headersOf(file, preferred), lastModified, body: preferred.body };
}

function preferredVariant(file: PublishedFile, acceptEncoding: string | undefined) {
  if (file.coded.size === 0) return file.identity;
  for (const representation of acceptedRepresentations(acceptEncoding)) {
    if (representation === 'identity') break;
    const variant = file.coded.get(representation);
    if (variant) return variant;
  }
  return file.identity;
}

/** Ranges are of identity bytes, whatever codings the client would take. */
function requestedRange(
  { identity, lastModified }: PublishedFile,
  { headers }: ReadRequest,
): ByteRange | undefined {
  if (headers.range === undefined) return undefined;
  const date = lastModified === undefined ? undefined : formatHttpDate(lastModified);
  if (!allowsRange(headers['if-range'], identity.etag, date)) {
    return undefined;
  }
  const { length } = identity;
  const range = parseRange(headers.range, length);
  if (range !== 'unsatisfiable') return range;
  throw new HttpError(
    416,
    `The body has ${length} bytes; ask for a range inside.`,
    [{ path: ['Range'], code: 'unsatisfiable', message: `Range ${headers.range} lies outside` }],
    { 'Content-Range': `bytes */${length}` },
  );
}

function replyWithRange(file: PublishedFile, { first, last }: ByteRange): Reply {
  const { identity, lastModified } = file;
  const headers = headersOf(file, { ...identity, length: last + 1 - first });
  const contentRange = `bytes ${first}-${last}/${identity.length}`;
  return {
    status: 206,
    headers: [...headers, 'Content-Range', contentRange],
    lastModified,
    body: slicePieces(identity.body, first, last + 1),
  };
}
