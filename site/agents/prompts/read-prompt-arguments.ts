import { z } from 'zod';
import { issuesOf } from '#query/issue.ts';
import { describeUnknownArguments } from '../unknown-arguments.ts';

const Given = z.record(z.string(), z.unknown());

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
  const members = Given.safeParse(given);
  if (!members.success) return { ok: false, issues: ['arguments must be an object of texts'] };
  const filled = Object.fromEntries(
    Object.entries(members.data)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== ''),
  );
  const result = schema.safeParse(filled);
  if (result.success) return { ok: true, value: result.data };
  const names = Object.keys(schema.shape);
  return {
    ok: false,
    issues: [
      ...issuesOf(result.error, filled)
        .filter(({ code }) => code !== 'unrecognized_keys')
        .map(({ message }) => message),
      ...describeUnknownArguments(filled, names, prompt),
    ],
  };
}
