import { z } from 'zod';
import { valueAt } from '#dataset/read/describe-issue.ts';
import { excerpt } from '#dataset/text/shorten.ts';

/** One thing wrong with a request: the parameter, a stable code, a sentence that says what to do. */
export const Issue = z
  .strictObject({
    path: z.array(z.string()).describe('The parameter, or where in it; empty for the request.'),
    code: z.string().describe('Stable, for programs.'),
    message: z.string().describe('For people.'),
  })
  .meta({
    id: 'Issue',
    example: { path: ['rating'], code: 'too_big', message: 'rating must be at most 5 (got 7)' },
  });
export type Issue = z.infer<typeof Issue>;

/** The body of every error: problem details (RFC 9457 §3.1) with the specification's issues. */
export const ErrorBody = z
  .strictObject({
    type: z.string().describe('A URI of the kind of problem, or about:blank.'),
    title: z.string().describe('The reason phrase of the status.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What happened, and what to do.'),
    issues: z.array(Issue).describe('What is wrong, piece by piece; may be empty.'),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Enough to correct a request: a body or URL has room for thousands. */
export const MAX_ISSUES = 20;

/** Converts zod's issues, at most MAX_ISSUES; each sentence names the parameter and its value. */
export function issuesOf(error: z.ZodError, input: unknown): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => {
    const name = path.map(String).join('.');
    const given = valueAt(input, path);
    const got = given === undefined ? '' : ` (got ${excerpt(given)})`;
    return { path: path.map(String), code, message: name ? `${name} ${message}${got}` : message };
  });
}

/** The message of an issue for which the schema has none, in the words of the others. */
export function describePlainly({ code, input, expected }: z.core.$ZodRawIssue) {
  if (code !== 'invalid_type') return undefined;
  if (input === undefined) return 'is required';
  return expected === 'string' ? 'must be text' : undefined;
}
