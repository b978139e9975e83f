import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { valueAt } from '#dataset/schema/value-at.ts';
import { excerpt, quote } from '#dataset/text/shorten.ts';
import meanings from './error-codes.json' with { type: 'json' };

/**
 * The code of an issue or an error. The list in error-codes.json is closed, with the meaning of
 * each; the same problem has the same code everywhere, and a code is never renamed.
 * `site/docs/errors.md` gives the remedies.
 */
export type IssueCode = keyof typeof meanings;

const isCode = (text: unknown): text is IssueCode =>
  typeof text === 'string' && Object.hasOwn(meanings, text);

export const IssueCode = z.enum(Object.keys(meanings).filter(isCode)).meta({
  id: 'IssueCode',
  description: 'Stable, for programs: one of a closed list. /docs/errors/ explains each.',
});

/** One problem of a request: the parameter, a code, and a sentence with the remedy. */
export const Issue = z.strictObject({
  path: z
    .array(z.string())
    .describe('The parameter, or the place in it; empty for the whole request.'),
  code: IssueCode,
  message: z.string().describe('For people: the value, the problem, the remedy.'),
});
export type Issue = z.infer<typeof Issue>;

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
  // Whatever rule it breaks: the rest of the value may be valid, and it is invisible.
  if (code !== 'too_long' && holdsControl(given)) {
    return { code: 'control_characters' as const, words: describeControl(given) };
  }
  const choices = problem.code === 'invalid_value' ? problem.values.map(String) : [];
  return { code, words: problem.message + didYouMean(given, choices) };
}

/** True if a text has a control character in it. */
export function holdsControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** The code for a refinement's failure. */
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

/** The message of an issue without one in its schema, in the words of the others. */
export function describePlainly({ code, input, expected, values }: z.core.$ZodRawIssue) {
  if (code !== 'invalid_type' && code !== 'invalid_value') return undefined;
  if (input === undefined) return 'is required';
  if (Array.isArray(values)) return `must be one of ${values.join(', ')}`;
  return expected === 'string' ? 'must be text' : undefined;
}

/**
 * Names the first control character of a text and its place, as the end of a sentence; a tab or a
 * line break would be invisible there.
 */
export function describeControl(text: string): string {
  const characters = [...text];
  const at = characters.findIndex(holdsControl);
  const number = hexOf(characters[at] ?? '').toUpperCase();
  return `must not contain control characters, and character ${at + 1} is U+${number}`;
}

/** Says that a parameter, or whatever it is called, is unknown, and lists the known ones. */
export function describeUnknown(name: string, kind: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  return `${quote(name)} is not ${kind}${didYouMean(name, names)}; ${known}`;
}
