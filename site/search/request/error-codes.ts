import { z } from 'zod';

/**
 * Every code of an issue or an error, and what it means. The list is closed, and the same fault has the
 * same code everywhere; a code is never renamed. `site/docs/errors.md` says what to do about each.
 */
export const CODES = {
  // What is wrong with a parameter.
  unknown_parameter: 'There is no parameter of this name here.',
  repeated_parameter: 'A parameter is given more than once.',
  repeated_value: 'A list names the same value more than once.',
  empty_value: 'A value is empty, or nothing is left of it to look for.',
  missing_value: 'A value that is required is missing.',
  malformed_encoding: 'An address or a form is not percent-encoded UTF-8.',
  control_characters: 'A value holds a control character, such as a tab or a line break.',
  too_long: 'A value is longer than it may be.',
  wrong_type: 'A value is of another type than it has to be.',
  invalid_number: 'A value is not a number, or not one of the kind that is asked for.',
  out_of_range: 'A number is too small or too large.',
  invalid_date: 'A value is not a date that exists, written YYYY-MM-DD.',
  invalid_period: 'A period ends before it begins.',
  invalid_range: 'The most that is asked for is below the least.',
  invalid_choice: 'A value is none of those that can be chosen from.',
  invalid_language_range: 'A value is not the beginning of a language tag.',
  invalid_cursor: 'A cursor is not one of ours, or was made for another question.',
  expired_cursor: 'A cursor points to what is not kept any more.',
  invalid_value: 'A value is wrong in a way that its message describes.',
  // What is wrong with the whole request.
  invalid_request: 'Several things are wrong with the request, or one that has no code of its own.',
  malformed_http: 'What arrived is not a request of HTTP/1.1.',
  invalid_host: 'The Host field is missing, repeated, or not a host.',
  forbidden: 'The service understood the request and refuses it, for the reason that it gives.',
  not_found: 'Nothing is published at this address.',
  method_not_allowed: 'The address does not take this method.',
  not_acceptable: 'There is no form of the answer that the request accepts.',
  request_timeout: 'The request took too long to arrive.',
  taken_down: 'A review was here and was taken down.',
  precondition_failed: 'The copy that the request names is not the current one.',
  body_too_long: 'The body has more bytes than are read.',
  url_too_long: 'The URL has more bytes than are read.',
  unsupported_media_type: 'The body is of a type, or in a coding, that is not read here.',
  range_not_satisfiable: 'The range that was asked for lies outside the answer.',
  expectation_failed: 'The request expects what this service does not do.',
  too_many_requests: 'More requests came from the client than the limit allows.',
  headers_too_large: 'The headers are too many, or have too many bytes.',
  internal_error: 'The service failed; the request may be right.',
  unavailable: 'The service cannot answer at this moment.',
} as const;

export type IssueCode = keyof typeof CODES;

/** Whether a value is a code. */
export const isCode = (text: unknown): text is IssueCode =>
  typeof text === 'string' && Object.hasOwn(CODES, text);

export const IssueCode = z.enum(Object.keys(CODES).filter(isCode)).meta({
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
