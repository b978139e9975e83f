import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { quote } from '#dataset/text/shorten.ts';
import { describeEncodingFault } from './encoding-fault.ts';
import { formPairs, type Parsed } from './form.ts';
import { describePlainly, type Issue, issuesOf, MAX_ISSUES } from './issue.ts';

/** What a value is written as. */
type Kind = 'text' | 'number' | 'boolean';

/** A value in its type where it is written as such; otherwise the text, for the schema to refuse. */
type Value = string | number | boolean;

/** Parameters as they were understood, and as they were sent: a plus sign has become a blank there. */
type Reading = {
  readonly values: Record<string, Value>;
  readonly sent: Record<string, Value>;
  readonly issues: Issue[];
};

// Longer ones would be infinite.
const DECIMAL = /^-?\d{1,300}(?:\.\d{1,300})?$/;

/**
 * Reads the query part of a URL, without its question mark, strictly by a schema, so that a mistake
 * never widens a result: each parameter that is unknown, repeated, empty, malformed or refused by the
 * schema is an issue, at most MAX_ISSUES of them. The types of the schema decide how values are written:
 * numbers as decimals, booleans as true or false. `of` is what the parameters are of, in messages, such as "search".
 */
export function parseParameters<Schema extends z.ZodObject>(
  queryString: string,
  schema: Schema,
  of: string,
): Parsed<z.output<Schema>, Issue> {
  const { values, sent, issues } = readPairs(queryString, kindsOf(schema), of);
  const result = schema.safeParse(values, { error: describePlainly });
  if (!result.success) {
    // What is missing for another reason has its issue already.
    const refused = new Set(issues.map(({ path: [name = ''] }) => name));
    const hasIssue = ({ path: [name = ''] }: Issue) => refused.has(name) && !(name in values);
    issues.push(...issuesOf(result.error, sent).filter((issue) => !hasIssue(issue)));
  }
  if (issues.length > 0 || !result.success) return { problems: issues.slice(0, MAX_ISSUES) };
  return { value: result.data };
}

function readPairs(queryString: string, kinds: ReadonlyMap<string, Kind>, of: string): Reading {
  const reading: Reading = { values: {}, sent: {}, issues: [] };
  const { issues } = reading;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { sent, name, value } of formPairs(queryString)) {
    if (issues.length >= MAX_ISSUES) break;
    const mark = sent.indexOf('=');
    const kind = name === undefined ? undefined : kinds.get(name);
    if (name === undefined) {
      const fault = describeEncodingFault(mark < 0 ? sent : sent.slice(0, mark));
      const message = `the name of a parameter ${fault}`;
      issues.push({ path: [], code: 'malformed_encoding', message });
    } else if (!kind) {
      const message = describeUnknown(name, [...kinds.keys()], of);
      issues.push({ path: [name], code: 'unknown_parameter', message });
    } else if (seen.has(name)) {
      if (repeated.has(name)) continue;
      repeated.add(name);
      const message = `${name} is given more than once; give it once`;
      issues.push({ path: [name], code: 'repeated_parameter', message });
    } else {
      seen.add(name);
      const written = mark < 0 ? '' : sent.slice(mark + 1);
      readValue(reading, { name, kind, written, value });
    }
  }
  return reading;
}

type Written = {
  readonly name: string;
  readonly kind: Kind;
  /** As it was sent, and decoded; undefined where it does not decode. */
  readonly written: string;
  readonly value: string | undefined;
};

function readValue({ values, sent, issues }: Reading, { name, kind, written, value }: Written) {
  if (value === undefined) {
    const message = `${name} ${describeEncodingFault(written)}`;
    issues.push({ path: [name], code: 'malformed_encoding', message });
  } else if (value.trim() === '') {
    const message = `${name} is empty; give it a value or leave it out`;
    issues.push({ path: [name], code: 'empty_value', message });
  } else {
    const converted = convert(value, kind);
    values[name] = converted;
    // A number that was written in another way is shown as it was.
    sent[name] = String(converted) === written ? converted : shown(written);
  }
}

function convert(text: string, kind: Kind): Value {
  if (kind === 'number' && DECIMAL.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A value as it was sent, but for its escapes, which nobody could read. */
function shown(written: string): string {
  return decodeURIComponent(written);
}

function describeUnknown(name: string, names: readonly string[], of: string): string {
  const known = names.length === 0 ? 'it takes none' : `there are ${names.join(', ')}`;
  return `${quote(name)} is not a parameter of ${of}${didYouMean(name, names)}; ${known}`;
}

/** What a member of an object is, as its JSON Schema says. */
const Described = z.object({ type: z.string().optional() });

const described = new WeakMap<z.ZodObject, ReadonlyMap<string, Kind>>();

/** How each member of a schema is written, from the JSON Schema of what it takes. */
function kindsOf(schema: z.ZodObject): ReadonlyMap<string, Kind> {
  const made = described.get(schema);
  if (made) return made;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const kinds = new Map(
    Object.entries(properties).map(([name, property]) => [name, kindOf(property)]),
  );
  described.set(schema, kinds);
  return kinds;
}

function kindOf(property: unknown): Kind {
  const { type } = Described.parse(property);
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'text';
}
