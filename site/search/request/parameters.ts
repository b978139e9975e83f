import { z } from 'zod';
import { memoize } from '#dataset/memoize.ts';
import { quote } from '#dataset/text/shorten.ts';
import { describePlainly, describeUnknown, type Issue, issuesOf, MAX_ISSUES } from './issue.ts';

/** A value in its type if it is written as such; otherwise the text, which the schema rejects. */
type Value = string | number | boolean;

// Longer ones would be infinite.
const DECIMAL = /^-?\d{1,300}(?:\.\d{1,300})?$/;

/**
 * Reads the query part of a URL, without its question mark, strictly by a schema, so that a mistake
 * never widens a result: each parameter that is unknown, repeated, empty, malformed or invalid by
 * the schema is an issue, at most MAX_ISSUES of them. The types of the schema decide the form of
 * values: numbers as decimals, booleans as true or false. `of` names the owner of the parameters in
 * messages, such as "search".
 */
export function parseParameters<Schema extends z.ZodObject>(
  queryString: string,
  schema: Schema,
  of: string,
): Parsed<z.output<Schema>, Issue> {
  const { values, sent, issues } = readPairs(queryString, typesOf(schema), of);
  const result = schema.safeParse(values, { error: describePlainly });
  const refused = new Set(issues.map(({ path: [name] }) => name));
  // A value that is missing for another reason already has its issue.
  const hasIssue = (name = '') => refused.has(name) && values[name] === undefined;
  const wrong = result.success ? [] : issuesOf(result.error, sent);
  const problems = [...issues, ...wrong.filter(({ path: [name] }) => !hasIssue(name))];
  if (result.success && problems.length === 0) return { value: result.data };
  return { problems: problems.slice(0, MAX_ISSUES) };
}

/** The parameters as understood, and as sent: a plus sign has become a space there. */
function readPairs(queryString: string, types: Types, of: string) {
  const values: Record<string, Value> = {};
  const sent: Record<string, Value> = {};
  const issues: Issue[] = [];
  const times = new Map<string, number>();
  for (const { sent: pair, name, value } of formPairs(queryString)) {
    if (issues.length >= MAX_ISSUES) break;
    const [sentName = '', ...rest] = pair.split('=');
    const written = rest.join('=');
    const refuse = (code: Issue['code'], message: string) =>
      issues.push({ path: name === undefined ? [] : [name], code, message });
    if (name === undefined) {
      refuse(
        'malformed_encoding',
        `the name ${quote(sentName)} ${describeEncodingFault(sentName)}`,
      );
      continue;
    }
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    if (!types.has(name)) {
      refuse('unknown_parameter', describeUnknown(name, `a parameter of ${of}`, [...types.keys()]));
    } else if (time > 1) {
      // Once, however often it occurs.
      if (time > 2) continue;
      refuse('repeated_parameter', `${name} is given more than once; give it once`);
    } else if (value === undefined) {
      refuse('malformed_encoding', `${name} ${describeEncodingFault(written)}`);
    } else if (value.trim() === '') {
      refuse('empty_value', `${name} is empty; give it a value or leave it out`);
    } else {
      const converted = convert(value, types.get(name));
      values[name] = converted;
      // As sent, except for its unreadable escapes: a number may be written in another way.
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

/** The type of a member of an object, from its JSON Schema. */
const Member = z.object({ type: z.string().optional() });
type Types = ReadonlyMap<string, string | undefined>;

/** The type of each member of a schema, from the JSON Schema of its input. */
const typesOf = memoize((schema: z.ZodObject): Types => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(properties).map(([name, member]) => [name, Member.parse(member).type]),
  );
});

/** A parsed value, or all problems of the input. */
export type Parsed<Value, Problem = string> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

/** A name and a value as sent, decoded; undefined if they are not valid UTF-8. */
type FormPair = {
  readonly sent: string;
  readonly name: string | undefined;
  readonly value: string | undefined;
};

/**
 * Reads application/x-www-form-urlencoded strictly: invalid encodings are undefined, not guessed.
 * Stray ampersands are ignored, since many clients leave one.
 */
export function* formPairs(text: string): Generator<FormPair> {
  for (const sent of text.split('&')) {
    if (sent === '') continue;
    const [name = '', ...value] = sent.split('=');
    yield { sent, name: decode(name), value: decode(value.join('=')) };
  }
}

/** The decoded name or value; undefined if it is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Says that a text is not percent-encoded UTF-8 (RFC 3986 §2.1, RFC 3629 §3), as the end of a sentence about
 * it; undefined if it is.
 */
export function describeEncodingFault(text: string): string | undefined {
  if (decode(text) !== undefined) return undefined;
  return 'is not percent-encoded UTF-8; write % as %25, and é as %C3%A9';
}
