import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { valueAt } from '#dataset/explain/value-at.ts';
import { excerpt } from '#dataset/text/shorten.ts';
import { IssueCode, isCode } from './error-codes.ts';

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

/** An error without the addresses of its documentation. */
type Described = {
  readonly code: IssueCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues: readonly Issue[];
};

/** Makes the body of an error, whose types begin with the origin of the service, if this is known. */
export function errorBody(origin: string, { code, issues, ...words }: Described): ErrorBody {
  const typeOf = (one: IssueCode) => `${origin}${ERRORS_PATH}#${one}`;
  return {
    type: typeOf(code),
    code,
    ...words,
    issues: issues.map((issue) => ({ type: typeOf(issue.code), ...issue })),
  };
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
    const { path, message } = problem;
    const name = path.map(String).join('.');
    const given = valueAt(input, path);
    const got = given === undefined ? '' : ` (got ${visible(excerpt(given))})`;
    const named = codeOf(problem, given);
    // Whatever rule it breaks: the rest of the value may be right, and it cannot be seen.
    const isControl =
      name !== '' && named !== 'too_long' && typeof given === 'string' && holdsControl(given);
    const words = isControl ? describeControl(given) : `${message}${meantBy(problem, given)}`;
    const sentence = name ? `${name} ${words}${got}` : message;
    // A number beyond the safe ones breaks two rules that say the same.
    issues.set(sentence, {
      path: path.map(String),
      code: isControl ? 'control_characters' : named,
      message: sentence,
    });
  }
  return [...issues.values()];
}

/** Whether a text has a control character in it. */
export function holdsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** A hint at the choice that a text is a misspelling of. */
function meantBy(problem: z.core.$ZodIssue, given: unknown): string {
  if (problem.code !== 'invalid_value' || typeof given !== 'string') return '';
  return didYouMean(given, problem.values.map(String));
}

/** The code of what a refinement refuses. */
export const code = (named: IssueCode) => ({ params: { code: named } });

/** The code of a zod issue, from its rule and the value that broke it. */
function codeOf(problem: z.core.$ZodIssue, given: unknown): IssueCode {
  switch (problem.code) {
    case 'unrecognized_keys':
      return 'unknown_parameter';
    case 'invalid_type':
      return given === undefined ? 'missing_value' : codeOfType(problem.expected, given);
    case 'too_small':
    case 'too_big':
      return codeOfSize(problem);
    case 'not_multiple_of':
      return 'invalid_number';
    case 'invalid_value':
      return given === undefined ? 'missing_value' : 'invalid_choice';
    case 'custom':
      return isCode(problem.params?.code) ? problem.params.code : 'invalid_value';
    default:
      return 'invalid_value';
  }
}

function codeOfType(expected: string, given: unknown): IssueCode {
  const isScalar = typeof given === 'string' || typeof given === 'number';
  if ((expected === 'number' || expected === 'int') && isScalar) return 'invalid_number';
  return expected === 'boolean' && typeof given === 'string' ? 'invalid_choice' : 'wrong_type';
}

function codeOfSize({
  code,
  origin,
}: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): IssueCode {
  if (origin !== 'string' && origin !== 'array') return 'out_of_range';
  return code === 'too_big' ? 'too_long' : 'empty_value';
}

/** JSON escapes only the first of the control characters. */
function visible(json: string): string {
  return json.replace(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
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
  const at = [...text].findIndex(holdsControl);
  const number = ([...text][at] ?? '').charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `must not hold control characters, and character ${at + 1} is U+${number}`;
}
