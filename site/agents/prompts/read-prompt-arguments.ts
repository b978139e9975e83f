import { z } from 'zod';
import { didYouMean } from '#dataset/nearest-name.ts';
import { issuesOf } from '#query/issue.ts';

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
  const unknown = Object.keys(filled).filter((name) => !names.includes(name));
  return {
    ok: false,
    issues: [
      ...issuesOf(result.error, filled)
        .filter(({ code }) => code !== 'unrecognized_keys')
        .map(({ message }) => message),
      ...unknown.map((name) => describeUnknown(prompt, name, names)),
    ],
  };
}

function describeUnknown(prompt: string, name: string, names: readonly string[]): string {
  const shown = name.slice(0, 60);
  return `${JSON.stringify(shown)} is not an argument of ${prompt}${didYouMean(shown, names)}; there are ${names.join(', ')}`;
}
