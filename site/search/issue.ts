import { z } from 'zod';
import { shorten } from '#dataset/shorten.ts';

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

/** A value, or everything that is wrong with what was given for it. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Enough to mend a request; a body or a URL has room for thousands. */
export const MAX_ISSUES = 20;

/**
 * Turns zod's issues into ours, at most MAX_ISSUES: the sentence names the parameter and what was
 * given for it.
 */
export function issuesOf(error: z.ZodError, input: unknown): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => {
    const name = path.map(String).join('.');
    const given = valueAt(input, path);
    const got = given === undefined ? '' : ` (got ${tell(given)})`;
    return { path: path.map(String), code, message: name ? `${name} ${message}${got}` : message };
  });
}

/** Words an issue like those of the schemas, where they have no sentence of their own. */
export function describePlainly({ code, input, expected }: z.core.$ZodRawIssue) {
  if (code !== 'invalid_type') return undefined;
  if (input === undefined) return 'is required';
  return expected === 'string' ? 'must be text' : undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

/** Enough to recognise what was sent. */
function tell(given: unknown): string {
  const text = JSON.stringify(given);
  return text.length > 80 ? `${shorten(text, 77)}...` : text;
}
