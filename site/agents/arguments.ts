import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { memoize } from '#dataset/memoize.ts';
import { quote } from '#dataset/text/shorten.ts';
import {
  describePlainly,
  describeUnknown,
  type Issue,
  issuesOf,
  MAX_ISSUES,
} from '#search/request/issue.ts';

/** The arguments as understood, or one sentence per problem. */
type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly string[] };

/** As sent: a schema of records would leave out some names, such as __proto__. */
const Members = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
);

/**
 * Reads the arguments of a tool or a prompt as people, models and hosts write them: null and blank
 * text count as absent, a number may be text, a choice in any case, a list of one without brackets,
 * a list a text with commas. Unknown or invalid arguments are issues, worded as over the REST
 * interface.
 */
export function readArguments<Schema extends z.ZodObject>(
  owner: string,
  schema: Schema,
  given: unknown,
): Reading<z.output<Schema>> {
  const members = Members.safeParse(given ?? {});
  if (!members.success) return { ok: false, issues: ['arguments must be an object'] };
  const forms = formsOf(schema);
  const meant = Object.fromEntries(
    Object.entries(members.data)
      .map(([name, value]) => [name, readValue(value, forms.get(name))] as const)
      .filter(([, value]) => value !== null && !isBlank(value)),
  );
  const result = schema.safeParse(meant, { error: describePlainly });
  const unknown = describeUnknownArguments(meant, Object.keys(schema.shape), owner);
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const wrong = result.success ? [] : issuesOf(result.error, meant);
  const known = wrong.filter(({ code }) => code !== 'unknown_parameter');
  const described = known.map((issue) => describe(issue, meant, forms));
  return { ok: false, issues: [...new Set([...described, ...unknown])] };
}

const isText = (value: unknown) => typeof value === 'string';
const isBlank = (value: unknown) => isText(value) && value.trim() === '';

/** The form of a member of an object, by its JSON Schema. */
const Form = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
  /** For a text: `.meta({ isList: true })` marks several values separated by commas. */
  isList: z.boolean().default(false),
});
type Form = z.infer<typeof Form>;
type Forms = ReadonlyMap<string, Form>;

const formsOf = memoize((schema: z.ZodObject): Forms => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(properties).map(([name, property]) => [name, Form.parse(property)]),
  );
});

const DIGITS = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Returns a value in the requested form if its meaning is clear; otherwise as sent. */
function readValue(given: unknown, form: Form | undefined): unknown {
  if (given !== null && (form?.type === 'array' || form?.isList)) {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    const listed = values.flatMap(splitList).map((one) => readChoice(one, form.items?.enum));
    return form.type === 'array' || !listed.every(isText) ? listed : listed.join(',');
  }
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  switch (form?.type) {
    case 'integer':
    case 'number':
      return isText(value) && DIGITS.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return readChoice(value, ['true', 'false'], (text) => text === 'true');
    case 'string':
      if (typeof value === 'number') return String(value);
      return isText(value) ? readChoice(value.trim(), form.enum) : value;
    default:
      return given;
  }
}

/** Returns the members of a list that is written as text, with commas or as JSON. */
function splitList(value: unknown): readonly unknown[] {
  if (!isText(value)) return [value];
  return value
    .split(/[,[\]"']/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Reads one of some words, in any case. */
function readChoice(
  value: unknown,
  choices: readonly string[] = [],
  convert: (choice: string) => unknown = (choice) => choice,
): unknown {
  if (!isText(value)) return value;
  const choice = choices.find((one) => one === value.trim().toLowerCase());
  return choice === undefined ? value : convert(choice);
}

/** Describes an issue of an argument, named as a whole, with advice if the remedy is clear. */
function describe(
  { path, message }: Issue,
  given: Readonly<Record<string, unknown>>,
  forms: Forms,
): string {
  const [name = ''] = path;
  const value = given[name];
  const form = forms.get(name);
  const takesOne = form && form.type !== 'array' && !form.isList;
  if (takesOne && Array.isArray(value) && value.length > 1) {
    const got = message.slice(message.indexOf(' (got '));
    return `${name} takes one value; ask once for each${got}`;
  }
  return `${name}${message.slice(path.join('.').length)}`;
}

/** Returns a sentence for each unknown argument, at most MAX_ISSUES. */
function describeUnknownArguments(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  owner: string,
): string[] {
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown
    .slice(0, MAX_ISSUES)
    .map((name) => describeUnknown(name, `an argument of ${owner}`, names));
}

/** Returns a list of issues below a line with the remedy. */
export function listIssues(line: string, issues: readonly string[]): string {
  return [line, ...issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`)].join('\n');
}

/** Says that a tool or prompt is unknown, and lists the known ones. */
export function describeUnknownName(kind: string, name: string, names: readonly string[]): string {
  return `There is no ${kind} ${quote(name)}${didYouMean(name, names)}; there are ${names.join(', ')}.`;
}
