import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { valueAt } from '#dataset/explain/value-at.ts';
import { excerpt, quote } from '#dataset/text/shorten.ts';
import meanings from './error-codes.json' with { type: 'json' };

/**
 * The code of an issue or an error. The list in error-codes.json is closed, and says what each means; the
 * same fault has the same code everywhere, and a code is never renamed. `site/docs/errors.md` says what
 * to do about each.
 */
export type IssueCode = keyof typeof meanings;

const isCode = (text: unknown): text is IssueCode =>
  typeof text === 'string' && Object.hasOwn(meanings, text);

export const IssueCode = z.enum(Object.keys(meanings).filter(isCode)).meta({
  id: 'IssueCode',
  description: 'Stable, for programs: one of a closed list. /docs/errors/ explains each.',
});

/** One thing wrong with a request: the parameter, a code, a sentence that says what to do. */
export const Issue = z.strictObject({
  path: z.array(z.string()).describe('The parameter, or where in it; empty for the request.'),
  code: IssueCode,
  message: z.string().describe('For people: what came, what is wrong, what to do.'),
});
export type Issue = z.infer<typeof Issue>;

const Type = z
  .string()
  .describe('Where the documentation says what the code means and what to do about it.')
  .meta({ format: 'uri-reference' });

/** The body of every error: problem details (RFC 9457 §3.1) with the specification's issues. */
export const ErrorBody = z
  .strictObject({
    type: Type,
    code: IssueCode,
    title: z.string().describe('The reason phrase of the status.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What happened, and what to do.'),
    issues: z
      .array(Issue.extend({ type: Type }).meta({ id: 'Issue' }))
      .describe('What is wrong, piece by piece; may be empty.'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The page of the documentation with all codes, each under a heading of its name. */
const ERRORS_PATH = '/docs/errors/';

/** Adds the addresses of the documentation, which begin with the origin of the service, if this is known. */
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

/** The code of a whole error: that of its issues where they share one, else that of its status. */
export function codeOfError(status: number, issues: readonly Pick<Issue, 'code'>[]): IssueCode {
  const [first, ...others] = new Set(issues.map((issue) => issue.code));
  if (first !== undefined) return others.length === 0 ? first : 'invalid_request';
  return CODES_OF_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
}

/** Enough to correct a request: a body or URL has room for thousands. */
export const MAX_ISSUES = 20;

/**
 * Converts zod's issues, at most MAX_ISSUES; each sentence names the parameter and its value. A
 * refinement names its code as `params: { code }`.
 */
export function issuesOf(error: z.ZodError, input: unknown): Issue[] {
  const issues = new Map<string, Issue>();
  for (const problem of error.issues) {
    if (issues.size >= MAX_ISSUES) break;
    const path = problem.path.map(String);
    const given = valueAt(input, problem.path);
    const got = given === undefined ? '' : ` (got ${visible(excerpt(given))})`;
    const { code, words } = describe(problem, given);
    const message = path.length === 0 ? problem.message : `${path.join('.')} ${words}${got}`;
    // A number beyond the safe ones breaks two rules that say the same.
    issues.set(message, { path, code, message });
  }
  return [...issues.values()];
}

function describe(problem: z.core.$ZodIssue, given: unknown) {
  const code = codeOf(problem, given);
  if (typeof given !== 'string') return { code, words: problem.message };
  // Whatever rule it breaks: the rest of the value may be right, and it cannot be seen.
  if (code !== 'too_long' && holdsControl(given)) {
    return { code: 'control_characters' as const, words: describeControl(given) };
  }
  const choices = problem.code === 'invalid_value' ? problem.values.map(String) : [];
  return { code, words: problem.message + didYouMean(given, choices) };
}

/** Whether a text has a control character in it. */
export function holdsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** The code of what a refinement refuses. */
export const code = (named: IssueCode) => ({ params: { code: named } });

/** The code of a zod issue, from its rule and the value that broke it. */
function codeOf(problem: z.core.$ZodIssue, given: unknown): IssueCode {
  switch (problem.code) {
    case 'unrecognized_keys':
      return 'unknown_parameter';
    case 'invalid_type':
      return given === undefined ? 'missing_value' : codeOfType(problem.expected, typeof given);
    case 'invalid_value':
      return given === undefined ? 'missing_value' : 'invalid_choice';
    case 'too_small':
      return isLength(problem) ? 'empty_value' : 'out_of_range';
    case 'too_big':
      return isLength(problem) ? 'too_long' : 'out_of_range';
    default: {
      const named: unknown = problem.code === 'custom' && problem.params?.code;
      return isCode(named) ? named : 'invalid_value';
    }
  }
}

function isLength({ origin }: { readonly origin: string }): boolean {
  return origin === 'string' || origin === 'array';
}

function codeOfType(expected: string, given: string): IssueCode {
  const isScalar = given === 'string' || given === 'number';
  if ((expected === 'number' || expected === 'int') && isScalar) return 'invalid_number';
  return expected === 'boolean' && given === 'string' ? 'invalid_choice' : 'wrong_type';
}

const hexOf = (one: string) => one.charCodeAt(0).toString(16).padStart(4, '0');

/** JSON escapes only the first of the control characters. */
function visible(json: string): string {
  return json.replace(/\p{Cc}/gu, (one) => `\\u${hexOf(one)}`);
}

/** The message of an issue for which the schema has none, in the words of the others. */
export function describePlainly({ code, input, expected, values }: z.core.$ZodRawIssue) {
  if (code !== 'invalid_type' && code !== 'invalid_value') return undefined;
  if (input === undefined) return 'is required';
  if (Array.isArray(values)) return `must be one of ${values.join(', ')}`;
  return expected === 'string' ? 'must be text' : undefined;
}

/**
 * The first control character of a text and where it is, for the end of a sentence; a tab or a line
 * break cannot be seen there otherwise.
 */
export function describeControl(text: string): string {
  const characters = [...text];
  const at = characters.findIndex(holdsControl);
  const number = hexOf(characters[at] ?? '').toUpperCase();
  return `must not hold control characters, and character ${at + 1} is U+${number}`;
}

/** Says that there is no parameter, or whatever else it is called, of a name, and which there are. */
export function describeUnknown(name: string, kind: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  return `${quote(name)} is not ${kind}${didYouMean(name, names)}; ${known}`;
}
