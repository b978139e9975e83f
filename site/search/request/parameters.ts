import { z } from 'zod';
import { Counts } from '#dataset/counts.ts';
import { memoize } from '#dataset/memoize.ts';
import { describeEncodingFault, formPairs, type Parsed } from './form.ts';
import { describePlainly, describeUnknown, type Issue, issuesOf, MAX_ISSUES } from './issue.ts';

/** A value in its type where it is written as such; otherwise the text, for the schema to refuse. */
type Value = string | number | boolean;

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
  const { values, sent, issues } = readPairs(queryString, typesOf(schema), of);
  const result = schema.safeParse(values, { error: describePlainly });
  const refused = new Set(issues.map(({ path: [name] }) => name));
  // What is missing for another reason has its issue already.
  const hasIssue = (name = '') => refused.has(name) && values[name] === undefined;
  const wrong = result.success ? [] : issuesOf(result.error, sent);
  const problems = [...issues, ...wrong.filter(({ path: [name] }) => !hasIssue(name))];
  if (result.success && problems.length === 0) return { value: result.data };
  return { problems: problems.slice(0, MAX_ISSUES) };
}

/** Parameters as they were understood, and as they were sent: a plus sign has become a blank there. */
function readPairs(queryString: string, types: Types, of: string) {
  const values: Record<string, Value> = {};
  const sent: Record<string, Value> = {};
  const issues: Issue[] = [];
  const times = new Counts<string>();
  for (const { sent: pair, name, value } of formPairs(queryString)) {
    if (issues.length >= MAX_ISSUES) break;
    const [sentName = '', ...rest] = pair.split('=');
    const written = rest.join('=');
    const refuse = (code: Issue['code'], message: string) =>
      issues.push({ path: name === undefined ? [] : [name], code, message });
    if (name === undefined) {
      refuse('malformed_encoding', `the name of a parameter ${describeEncodingFault(sentName)}`);
      continue;
    }
    times.add(name);
    if (!types.has(name)) {
      refuse('unknown_parameter', describeUnknown(name, `a parameter of ${of}`, [...types.keys()]));
    } else if (times.of(name) > 1) {
      // Once, however often it is given.
      if (times.of(name) > 2) continue;
      refuse('repeated_parameter', `${name} is given more than once; give it once`);
    } else if (value === undefined) {
      refuse('malformed_encoding', `${name} ${describeEncodingFault(written)}`);
    } else if (value.trim() === '') {
      refuse('empty_value', `${name} is empty; give it a value or leave it out`);
    } else {
      const converted = convert(value, types.get(name));
      values[name] = converted;
      // As it was sent, but for its escapes, which are unreadable: a number may be written in another way.
      sent[name] = String(converted) === written ? converted : decodeURIComponent(written);
    }
  }
  return { values, sent, issues };
}

function convert(text: string, type: string | undefined): Value {
  const isNumber = type === 'number' || type === 'integer';
  if (isNumber && DECIMAL.test(text)) return Number(text);
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** What a member of an object is, as its JSON Schema says. */
const Member = z.object({ type: z.string().optional() });
type Types = ReadonlyMap<string, string | undefined>;

/** The type of each member of a schema, from the JSON Schema of what it takes. */
const typesOf = memoize((schema: z.ZodObject): Types => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(properties).map(([name, member]) => [name, Member.parse(member).type]),
  );
});
