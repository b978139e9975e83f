import { JSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces } from '#search/pieces.ts';
import { evaluateConditions } from './conditional.ts';
import { formatHttpDate } from './http-date.ts';
import { preconditionFailed } from './http-error.ts';
import type { ReadRequest, Reply } from './reply.ts';
import { ANSWER_CACHE, CORS_HEADERS, DATA_SECURITY, type RawHeaders } from './shared-headers.ts';

/** A JSON answer that is put together for a request. */
export type JsonAnswer = {
  readonly etag: string;
  /** Milliseconds since 1970; undefined where the answer has no date of its own. */
  readonly lastModified: number | undefined;
  /** By which caches purge it. */
  readonly tags: RawHeaders;
  /** Makes the pieces of the body; called only where a body is sent. */
  readonly body: () => Pieces;
};

/** Answers with JSON. Its conditions work like those of files. Throws an HttpError for 412. */
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
