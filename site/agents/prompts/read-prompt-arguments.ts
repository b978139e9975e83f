import type { z } from 'zod';
import { issuesOf } from '#search/issue.ts';
import { Arguments } from '../read-arguments.ts';
import { describeUnknownArguments } from '../unknown-arguments.ts';

type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Reads the arguments of a prompt. People fill them into forms, so that space around them does not
 * count, and a blank one was not given.
 */
export function readPromptArguments<Schema extends z.ZodObject>(
  prompt: string,
  schema: Schema,
  given: unknown = {},
): Reading<z.output<Schema>> {
  const members = Arguments.safeParse(given);
  if (!members.success) return { ok: false, issues: ['arguments must be an object of texts'] };
  const filled = Object.fromEntries(
    Object.entries(members.data)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== ''),
  );
  const unknown = describeUnknownArguments(filled, Object.keys(schema.shape), prompt);
  const result = schema.safeParse(filled);
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const wrong = result.success ? [] : issuesOf(result.error, filled);
  return {
    ok: false,
    issues: [
      ...wrong.flatMap(({ code, message }) => (code === 'unrecognized_keys' ? [] : [message])),
      ...unknown,
    ],
  };
}
