import { parseHttpDate } from './headers.ts';

/** The validators of the answer that would be sent. */
type Validators = {
  /** The tag of the representation that this request would get. */
  readonly etag: string;
  /** Returns the tags of all its codings, including that one. */
  readonly etags: () => readonly string[];
  /** Milliseconds since 1970, in whole seconds; undefined if unknown. */
  readonly lastModified: number | undefined;
};

/** The fields that make a request conditional (RFC 9110 §13.1). */
export type ConditionalHeaders = {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-unmodified-since'?: string | undefined;
};

/** The answer to a condition: none, 304 with the tag to repeat, or 412. */
export type Verdict =
  | { readonly status: 200 }
  | { readonly status: 304; readonly etag: string }
  | { readonly status: 412 };

const PROCEED: Verdict = { status: 200 };

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 §13.2.2. The request's
 * Cache-Control is left out on purpose: fetch() sends no-cache whenever a script sets
 * If-None-Match, and the specification promises 304 for a match.
 */
export function evaluateConditions(headers: ConditionalHeaders, current: Validators): Verdict {
  const match = headers['if-match'];
  if (match !== undefined) {
    if (!matchesStrongly(match, current.etags())) return { status: 412 };
  } else if (isLater(current.lastModified, headers['if-unmodified-since'])) {
    return { status: 412 };
  }

  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    const etag = matchingTag(noneMatch, current);
    return etag === undefined ? PROCEED : { status: 304, etag };
  }
  if (isLater(current.lastModified, headers['if-modified-since']) === false) {
    return { status: 304, etag: current.etag };
  }
  return PROCEED;
}

/**
 * True if something changed after a date; undefined if either is unknown. The date on record
 * counts, even if it lies ahead and Date is sent in its place (RFC 9110 §8.8.2.1): a client that
 * repeats that Date may hold the earlier bytes, so it gets these, and 304 by their tag alone.
 */
function isLater(lastModified: number | undefined, field: string | undefined): boolean | undefined {
  const date = parseHttpDate(field);
  if (date === undefined || lastModified === undefined) return undefined;
  return lastModified > date;
}

// RFC 9110 §8.8.3: entity-tag = [ W/ ] DQUOTE *etagc DQUOTE; a comma may be inside the quotes.
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** §13.1.2: weak comparison, so that a tag weakened by a proxy still matches. */
function matchingTag(field: string, { etag, etags }: Validators): string | undefined {
  if (field === etag) return etag;
  if (field.trim() === '*') return etag;
  const sent = [...field.matchAll(ENTITY_TAG)].map(([, , opaque]) => opaque);
  if (sent.includes(etag)) return etag;
  return etags().find((tag) => sent.includes(tag));
}

/** §13.1.1: strong comparison; a weak tag never matches. */
function matchesStrongly(field: string, etags: readonly string[]): boolean {
  if (field.trim() === '*') return true;
  return [...field.matchAll(ENTITY_TAG)].some(
    ([, weak, opaque]) => weak === undefined && opaque !== undefined && etags.includes(opaque),
  );
}
