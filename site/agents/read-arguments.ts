import { z } from 'zod';
import { describePlainly, issuesOf, MAX_ISSUES } from '#search/issue.ts';
import { describeUnknownArguments } from './unknown-arguments.ts';

/** As they were sent: a schema of records would leave out some names, such as __proto__. */
export const Arguments = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);

/** Arguments as they were understood, or everything that is wrong with them. */
type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the arguments of a tool by its schema; none are the same as no arguments. Where they cannot
 * be read, the message has a line for each issue, worded as in the errors of the REST interface.
 */
export function readArguments<Schema extends z.ZodObject>(
  tool: string,
  schema: Schema,
  given: unknown = {},
): Reading<z.output<Schema>> {
  const members = Arguments.safeParse(given);
  if (!members.success) return refuse(tool, [`arguments must be an object`]);
  const names = Object.keys(schema.shape);
  const unknown = describeUnknownArguments(members.data, names, tool);
  const result = schema.safeParse(members.data, { error: describePlainly });
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const wrong = result.success ? [] : issuesOf(result.error, members.data);
  return refuse(tool, [
    ...wrong.flatMap(({ code, message }) => (code === 'unrecognized_keys' ? [] : [message])),
    ...unknown,
  ]);
}

function refuse(tool: string, issues: readonly string[]) {
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`);
  const message = `${tool} was not called. Correct the arguments and call it again:`;
  return { ok: false, message: [message, ...lines].join('\n') } as const;
}
