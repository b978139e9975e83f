import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { memoize } from '#dataset/edits/memoize.ts';
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

/**
 * Reads a tool's arguments as models and their hosts write them: null is as good as absent, a number
 * may be written as text, a choice in any case, a list of one without brackets. What is unknown or
 * wrong is an issue, worded as over the REST interface.
 */
export function readArguments<Schema extends z.ZodObject>(
  tool: string,
  schema: Schema,
  given: unknown,
): Reading<z.output<Schema>> {
  const members = Members.safeParse(given ?? {});
  if (!members.success) return { ok: false, issues: ['arguments must be an object'] };
  const forms = formsOf(schema);
  const meant = Object.fromEntries(
    Object.entries(members.data)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, readValue(value, forms.get(name))]),
  );
  const result = schema.safeParse(meant, { error: describePlainly });
  return readingOf(result, meant, Object.keys(schema.shape), tool);
}

/** What a member of an object is, as its JSON Schema says. */
const Form = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
});
type Form = z.infer<typeof Form>;

const formsOf = memoize((schema: z.ZodObject): ReadonlyMap<string, Form> => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(properties).map(([name, property]) => [name, Form.parse(property)]),
  );
});

const DIGITS = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** A value in the form that is asked for, where it is clear what is meant; otherwise as it came. */
function readValue(value: unknown, form: Form | undefined): unknown {
  switch (form?.type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return readChoice(value, ['true', 'false'], (text) => text === 'true');
    case 'array': {
      const members: readonly unknown[] = Array.isArray(value) ? value : [value];
      return members.map((one) => readChoice(one, form.items?.enum));
    }
    case 'string':
      if (Array.isArray(value)) return value.every(isText) ? value.join(',') : value;
      return typeof value === 'number' ? String(value) : readChoice(value, form.enum);
    default:
      return value;
  }
}

const isText = (value: unknown) => typeof value === 'string';

/** One of some words, whatever its case. */
function readChoice(
  value: unknown,
  choices: readonly string[] = [],
  convert: (choice: string) => unknown = (choice) => choice,
): unknown {
  if (typeof value !== 'string') return value;
  const choice = choices.find((one) => one === value.trim().toLowerCase());
  return choice === undefined ? value : convert(choice);
}

/** Reads a prompt's arguments. People type them: spaces around are cut, and blank is missing. */
export function readPromptArguments<Schema extends z.ZodObject>(
  prompt: string,
  schema: Schema,
  given: unknown,
): Reading<z.output<Schema>> {
  const members = Members.safeParse(given ?? {});
  if (!members.success) return { ok: false, issues: ['arguments must be an object of texts'] };
  const filled = Object.fromEntries(
    Object.entries(members.data)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== '' && value !== null),
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
