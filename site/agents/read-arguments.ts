import { z } from 'zod';
import { didYouMean } from '#dataset/nearest-name.ts';
import { issuesOf } from '#query/issue.ts';

/** As they were sent: a schema of records would leave out some names, such as __proto__. */
const Arguments = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);

/** Arguments as they were understood, or everything that is wrong with them. */
type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Enough to mend a call. */
const MAX_ISSUES = 20;

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
  const unknown = Object.keys(members.data).filter((name) => !names.includes(name));
  const result = schema.safeParse(members.data, { error: describePlainly });
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const wrong = result.success ? [] : issuesOf(result.error, members.data);
  return refuse(tool, [
    ...wrong.flatMap(({ code, message }) => (code === 'unrecognized_keys' ? [] : [message])),
    ...unknown.map((name) => describeUnknown(tool, name, names)),
  ]);
}

/** A sentence like those of the schemas, where they have none of their own. */
function describePlainly({ code, input, expected }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  if (input === undefined) return 'is required';
  return expected === 'string' ? 'must be text' : undefined;
}

function describeUnknown(tool: string, name: string, names: readonly string[]): string {
  const shown = name.slice(0, 60);
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  return `${JSON.stringify(shown)} is not an argument of ${tool}${didYouMean(shown, names)}; ${known}`;
}

function refuse(tool: string, issues: readonly string[]) {
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`);
  const message = `${tool} was not called. Correct the arguments and call it again:`;
  return { ok: false, message: [message, ...lines].join('\n') } as const;
}
