import type { Issue, IssueCode } from '#search/request/issue.ts';

/** An answer that is an error: its status, a sentence for people, and the issues one by one. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    issues: readonly Issue[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

/**
 * Returns the error for an address that was published before: a review (`id`), or a page of many.
 * Unlike other errors it may be cached, and is purged by the same tag as the former content: a
 * cache that refreshes in the background keeps serving its old copy if it may not store the new
 * answer. Accept decides the media type.
 */
export function noLongerThere(
  status: 404 | 410,
  detail: string,
  id?: string,
  issues: readonly Issue[] = [],
): HttpError {
  const tag = id === undefined ? 'reviews' : `r-${id}`;
  return new HttpError(status, detail, issues, {
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept',
    'Cache-Tag': tag,
    'Surrogate-Key': tag,
  });
}

/** Returns a 400 with one issue: a clause without capital and period, like all issues. */
export function badRequest(code: IssueCode, path: string[], message: string): HttpError {
  const detail = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return new HttpError(400, detail, [{ path, code, message }]);
}

/** RFC 9110 §15.5.13: If-Match or If-Unmodified-Since failed. */
export function preconditionFailed(): HttpError {
  return new HttpError(
    412,
    'The current version is not the one that If-Match or If-Unmodified-Since names; send the request without them.',
  );
}

/**
 * Returns any thrown value as an error to answer. Express throws errors with a status and, for
 * client faults, a message fit to be sent; all others are our fault, and give no details.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    if (error.status >= 400 && error.status < 500)
      return new HttpError(error.status, error.message);
  }
  return new HttpError(500, 'The service failed to answer; the fault is logged. Try again later.');
}
