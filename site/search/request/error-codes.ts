import { z } from 'zod';
import meanings from './error-codes.json' with { type: 'json' };

/**
 * The code of an issue or an error. The list in error-codes.json is closed, and says what each means; the
 * same fault has the same code everywhere, and a code is never renamed. `site/docs/errors.md` says what
 * to do about each.
 */
export type IssueCode = keyof typeof meanings;

export const isCode = (text: unknown): text is IssueCode =>
  typeof text === 'string' && Object.hasOwn(meanings, text);

export const IssueCode = z.enum(Object.keys(meanings).filter(isCode)).meta({
  id: 'IssueCode',
  description: 'Stable, for programs: one of a closed list. /docs/errors/ explains each.',
});

const CODES_OF_STATUS: Readonly<Record<number, IssueCode>> = {
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  410: 'taken_down',
  412: 'precondition_failed',
  413: 'body_too_long',
  414: 'url_too_long',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  417: 'expectation_failed',
  429: 'too_many_requests',
  431: 'headers_too_large',
  503: 'unavailable',
};

/** The code of a whole error: that of its issues where they share one, else that of its status. */
export function codeOfError(
  status: number,
  issues: readonly { readonly code: IssueCode }[],
): IssueCode {
  const [first, ...others] = new Set(issues.map((issue) => issue.code));
  if (first !== undefined) return others.length === 0 ? first : 'invalid_request';
  return CODES_OF_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
}
