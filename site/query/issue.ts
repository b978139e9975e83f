import { z } from 'zod';

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

/** Turns zod's issues into ours: the sentence names the parameter and what was given. */
export function issuesOf(error: z.ZodError, input: Readonly<Record<string, unknown>>): Issue[] {
  return error.issues.map(({ path, code, message }) => {
    const name = path.map(String).join('.');
    const given = input[String(path[0])];
    const got = given === undefined ? '' : ` (got ${shorten(JSON.stringify(given))})`;
    return { path: path.map(String), code, message: name ? `${name} ${message}${got}` : message };
  });
}

/** Enough to recognise what was sent. */
function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
