import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { quote } from '#dataset/text/shorten.ts';
import { describePlainly, issuesOf, MAX_ISSUES } from '#search/request/issue.ts';

/** Arguments as they were understood, or a sentence for everything that is wrong with them. */
type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly string[] };

/** As they were sent: a schema of records would leave out some names, such as __proto__. */
const Members = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);

/** Reads a tool's arguments, which may be missing. Issues are worded as over the REST interface. */
export function readArguments<Schema extends z.ZodObject>(
  tool: string,
  schema: Schema,
  given: unknown = {},
): Reading<z.output<Schema>> {
  const members = Members.safeParse(given);
  if (!members.success) return { ok: false, issues: ['arguments must be an object'] };
  const result = schema.safeParse(members.data, { error: describePlainly });
  return readingOf(result, members.data, Object.keys(schema.shape), tool);
}

/** Reads a prompt's arguments. People type them: spaces around are cut, and blank is missing. */
export function readPromptArguments<Schema extends z.ZodObject>(
  prompt: string,
  schema: Schema,
  given: unknown = {},
): Reading<z.output<Schema>> {
  const members = Members.safeParse(given);
  if (!members.success) return { ok: false, issues: ['arguments must be an object of texts'] };
  const filled = Object.fromEntries(
    Object.entries(members.data)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== ''),
  );
  return readingOf(schema.safeParse(filled), filled, Object.keys(schema.shape), prompt);
}

function readingOf<Value>(
  result: z.ZodSafeParseResult<Value>,
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  owner: string,
): Reading<Value> {
  const unknown = describeUnknownArguments(given, names, owner);
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const wrong = result.success ? [] : issuesOf(result.error, given);
  const known = wrong.filter(({ code }) => code !== 'unknown_parameter');
  return { ok: false, issues: [...known.map(({ message }) => message), ...unknown] };
}

/** A sentence for each unknown argument, at most MAX_ISSUES. */
function describeUnknownArguments(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  owner: string,
): string[] {
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown.slice(0, MAX_ISSUES).map((name) => {
    const meant = didYouMean(name, names);
    return `${quote(name)} is not an argument of ${owner}${meant}; ${known}`;
  });
}

/** A list of issues, below a line that says what to do about them. */
export function listIssues(line: string, issues: readonly string[]): string {
  return [line, ...issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`)].join('\n');
}

/** Says that there is no tool or prompt of a name, and which there are. */
export function describeUnknownName(kind: string, name: string, names: readonly string[]): string {
  return `There is no ${kind} ${quote(name)}${didYouMean(name, names)}; there are ${names.join(', ')}.`;
}
