import { z } from 'zod';
import { Issue, IssueCode } from '#search/request/issue.ts';

const Type = z
  .string()
  .describe('The documentation of the code, with its remedy.')
  .meta({ format: 'uri-reference' });

/** The body of every error: problem details (RFC 9457 §3.1) with the specification's issues. */
export const ErrorBody = z
  .strictObject({
    type: Type,
    code: IssueCode,
    title: z.string().describe('The reason phrase of the status.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('The problem and its remedy.'),
    issues: z
      .array(Issue.extend({ type: Type }).meta({ id: 'Issue' }))
      .describe('The problems, one by one; may be empty.'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The page of the documentation with all codes, each under a heading of its name. */
const ERRORS_PATH = '/docs/errors/';

/** Adds the addresses of the documentation, which begin with the service's origin, if known. */
export function errorBody(
  origin: string,
  { issues, ...error }: Omit<ErrorBody, 'type' | 'issues'> & { readonly issues: readonly Issue[] },
): ErrorBody {
  const typeOf = ({ code }: Pick<Issue, 'code'>) => `${origin}${ERRORS_PATH}#${code}`;
  const typed = issues.map((issue) => ({ type: typeOf(issue), ...issue }));
  return { type: typeOf(error), ...error, issues: typed };
}

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

/** The code of a whole error: its issues' code if they share one, else its status's. */
export function codeOfError(status: number, issues: readonly Pick<Issue, 'code'>[]): IssueCode {
  const [first, ...others] = new Set(issues.map((issue) => issue.code));
  if (first !== undefined) return others.length === 0 ? first : 'invalid_request';
  return CODES_OF_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
}
