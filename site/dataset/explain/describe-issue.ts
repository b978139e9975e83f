import type { z } from 'zod';
import { didYouMean, nearestName } from '#dataset/check/nearest-name.ts';
import { excerpt, shorten } from '#dataset/text/shorten.ts';
import { MAX_PROBLEMS } from '../content-problem.ts';
import {
  exampleOf,
  hasExamples,
  inYaml,
  keepValue,
  keysOf,
  lineOf,
  mendValue,
  requiredKeysOf,
  schemaAt,
  wantsList,
} from './mend-value.ts';
import { BELOW, datesIn, hasTextBelow, meaningOf, slugOf } from './spellings.ts';
import { valueAt } from './value-at.ts';

/** Maximum length of a key in messages. */
const MAX_KEY_LENGTH = 60;

/** One problem of a value in a sentence, with the path that it concerns. */
export type Fault = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** True if the key itself is the problem, not its value. */
  readonly unknownKey?: true;
  /** The path of the key that was probably meant by an unknown one. */
  readonly meant?: readonly PropertyKey[] | undefined;
  /** The missing part: the key, or its value. */
  readonly lacks?: 'key' | 'value' | undefined;
};

/** A value as YAML reads it, and as written: `007` is a number and that text. */
export type Input = { readonly value: unknown; readonly written: unknown };

/** Describes a zod issue in an editor's words; of several unknown keys, it names the first. */
export function describeIssue(issue: z.core.$ZodIssue, input: Input, schema: z.ZodType): Fault[] {
  const { value, written } = input;
  if (issue.code === 'unrecognized_keys') {
    const paths = issue.keys.slice(0, MAX_PROBLEMS + 1).map((key) => [...issue.path, key]);
    const isBare = (path: readonly PropertyKey[]) => valueAt(written, path) === undefined;
    const bare = paths.find(isBare);
    return [
      ...(bare ? [describeBareKey(bare, written, schema)] : []),
      ...paths
        .filter((path) => !isBare(path))
        .map((path) => describeUnknownKey(path, written, schema)),
    ];
  }
  if (issue.code === 'invalid_key') {
    const rule = issue.issues[0]?.message ?? issue.message;
    const slug = slugOf(String(issue.path.at(-1)));
    const mended = mendValue(schemaAt(schema, issue.path, value), valueAt(written, issue.path));
    const remedy = slug === '' ? '' : `; write ${lineOf(slug, mended)}`;
    const message = `${nameOf(issue.path, value)}: the key ${rule}${remedy}`;
    return [{ path: issue.path, message, unknownKey: true }];
  }
  const found = valueAt(value, issue.path);
  if (issue.code === 'invalid_union') {
    // The branch whose type fits was meant.
    const meant = issue.errors.find((issues) => !issues.some(refusesAll));
    if (meant) {
      return meant
        .slice(0, MAX_PROBLEMS + 1)
        .flatMap((inner) =>
          describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, input, schema),
        );
    }
  }
  const reason =
    found === undefined
      ? 'is missing'
      : `${ruleOf(issue, found)}${got(found, valueAt(written, issue.path))}`;
  const remedy = remedyFor(issue.path, written, schema);
  const message = `${nameOf(issue.path, value)}: ${reason}${remedy && `; ${remedy}`}`;
  const lacks = found === undefined ? 'key' : found === null ? 'value' : undefined;
  return [{ path: issue.path, message, lacks }];
}

/** Reports a key that is not allowed, and the key that was probably meant. */
function describeUnknownKey(
  path: readonly PropertyKey[],
  input: unknown,
  schema: z.ZodType,
): Fault {
  const parent = path.slice(0, -1);
  const mapping = valueAt(input, parent);
  const key = String(path.at(-1));
  const known = keysOf(schemaAt(schema, parent, input), mapping);
  const meant = meaningOf(key, known) ?? nearestName(key, known);
  if (meant === BELOW) return refuseKey(path, input, '; write the text below the closing ---');
  if (/^[^\S ]/.test(key)) return refuseKey(path, input, '; write ordinary spaces before it');
  if (meant === undefined && parent.length === 0 && hasTextBelow(known) && isProse(key)) {
    return refuseKey(path, input, '; move the line below the closing ---');
  }
  if (meant === undefined) {
    const keys = known.length > 0 ? `; the keys here are ${known.join(', ')}` : '';
    return refuseKey(path, input, `; delete it${keys}`);
  }
  const hint = ` (did you mean "${meant}"?)`;
  if (valueAt(mapping, [meant]) !== undefined) {
    return refuseKey(path, input, `${hint}; delete it, since ${meant} exists already`);
  }
  const target = [...parent, meant];
  const remedy = writeInstead(meant, schemaAt(schema, target, input), valueAt(input, path));
  return { ...refuseKey(path, input, `${hint}${remedy && `; ${remedy}`}`), meant: target };
}

/** Returns true if a key is more likely the start of a sentence. */
function isProse(key: string): boolean {
  return /\s|^\p{Lu}|[^\p{L}\p{N}_.-]/u.test(key);
}

/** Reports a key without a colon in braces, where a comma in a text turns the rest into keys. */
function describeBareKey(path: readonly PropertyKey[], written: unknown, schema: z.ZodType): Fault {
  const parent = path.slice(0, -1);
  const wanted = schemaAt(schema, parent, written);
  const entries: [key: string, text: unknown][] = [];
  for (const [key, text] of Object.entries(valueAt(written, parent) ?? {})) {
    const last = entries.at(-1);
    // A colon must be followed by a space.
    const [, name, rest] = /^([\w-]+):[^\S ]*(\S.*)$/.exec(key) ?? [];
    if (text !== undefined) entries.push([key, text]);
    else if (name !== undefined) entries.push([name, rest]);
    else if (typeof last?.[1] === 'string') last[1] = `${last[1]}, ${key}`;
    else entries.push([requiredKeysOf(wanted)[0] ?? key, key]);
  }
  const whole = mendValue(wanted, Object.fromEntries(entries));
  const at = parent.at(-1);
  const remedy =
    whole === undefined
      ? 'put quotes around a text with a comma'
      : `write ${typeof at === 'string' ? lineOf(at, whole) : inYaml(whole)}`;
  const { message, ...fault } = refuseKey(path, written, `: no colon follows; ${remedy}`);
  const meant = requiredKeysOf(wanted)[0];
  return { ...fault, message, meant: meant === undefined ? undefined : [...parent, meant] };
}

/** Reports a key that is not allowed. */
export function refuseKey(path: readonly PropertyKey[], input?: unknown, hint = ''): Fault {
  const message = `${nameOf(path, input)}: is not a known key${hint}`;
  return { path, message, unknownKey: true };
}

/** The line to write instead of a wrong or missing value; "" if it cannot be known. */
function remedyFor(path: readonly PropertyKey[], input: unknown, schema: z.ZodType): string {
  const key = path.at(-1);
  const wanted = schemaAt(schema, path, input);
  if (key === undefined) return remedyForFile(input, schema);
  const found = valueAt(input, path);
  const example = exampleOf(wanted);
  if (found === undefined) {
    const parent = path.slice(0, -1);
    const mapping = parent.at(-1);
    if (typeof mapping === 'string') {
      const whole = mendValue(schemaAt(schema, parent, input), valueAt(input, parent));
      return whole === undefined ? '' : `write a value such as ${quoted(lineOf(mapping, whole))}`;
    }
    return example === undefined ? '' : `add a line such as ${quoted(lineOf(key, example))}`;
  }
  return writeInstead(key, wanted, found);
}

/** Returns the line to write instead of a value: the likely intention, or an example. */
function writeInstead(key: PropertyKey, wanted: unknown, found: unknown): string {
  if (typeof found === 'string' && wantsList(wanted)) {
    const [, first] = /^-([^\s-].*?)(?: -|$)/.exec(found) ?? [];
    if (first) return `a space is missing after the hyphen: write - ${first}`;
  }
  const written = (one: unknown) => (typeof key === 'number' ? inYaml(one) : lineOf(key, one));
  const kept = keepValue(wanted, found);
  if (kept === undefined) {
    const example = exampleOf(wanted);
    return example === undefined ? '' : `write a value such as ${quoted(written(example))}`;
  }
  const days = typeof found === 'string' ? datesIn(found) : [];
  if (days.length > 1 && days.includes(String(kept))) {
    return `write ${days.map((day) => `${written(day)} for ${inWords(day)}`).join(', or ')}`;
  }
  if (typeof key === 'number' && typeof kept === 'string') return `did you mean ${written(kept)}?`;
  if (hasExamples(kept, found)) return `write a value such as ${quoted(written(kept))}`;
  return `write ${written(kept)}`;
}

/** Puts a line in quotes, unless it contains some. */
function quoted(line: string): string {
  return line.includes('"') ? line : `"${line}"`;
}

function inWords(day: string): string {
  const options = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(new Date(day));
}

/** Describes the expected content of a whole file. */
function remedyForFile(input: unknown, schema: z.ZodType): string {
  const [key] = requiredKeysOf(schema);
  const example = key === undefined ? undefined : exampleOf(schemaAt(schema, [key], {}));
  if (key !== undefined) {
    if (example === undefined) return '';
    return `write each key on a line of its own, such as "${lineOf(key, example)}"`;
  }
  const [first] = requiredKeysOf(schemaAt(schema, [0], []));
  if (first === undefined) return '';
  if (typeof input === 'string') return 'delete the line, or begin an entry with "- "';
  const id = valueAt(input, [first]) ?? exampleOf(schemaAt(schema, [0, first], [{}]));
  return `begin each entry with "- ", such as "- ${lineOf(first, id)}"`;
}

function ruleOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String), found);
  if (issue.code === 'invalid_union') {
    if ('options' in issue) return oneOf(issue.options?.map(String) ?? [], found);
    return anyOf(issue.errors.flat().filter(refusesAll), found);
  }
  // A schema's own wording is the best.
  if (!/^(?:Invalid input|Too (?:big|small)):/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small') {
    const bound = issue.inclusive ? 'at least' : 'more than';
    return `must be ${bound} ${issue.minimum}${unitOf(issue.origin)}`;
  }
  return issue.message.replace(/^Invalid input: /, '');
}

type Refusal = z.core.$ZodIssueInvalidType | z.core.$ZodIssueInvalidValue;

/** Returns true if a branch of a union rejects the whole value, not just a part of it. */
function refusesAll(issue: z.core.$ZodIssue): issue is Refusal {
  const isRefusal = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  return isRefusal && issue.path.length === 0;
}

function anyOf(refusals: readonly Refusal[], found: unknown): string {
  const allowed = refusals.flatMap((issue) => ('values' in issue ? issue.values.map(String) : []));
  const types = refusals.flatMap((issue) => ('expected' in issue ? article(issue.expected) : []));
  const values = allowed.length > 1 ? [`one of ${allowed.join(', ')}`] : allowed;
  return `must be ${[...values, ...types].join(' or ')}${hintOf(found, allowed)}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}

function oneOf(allowed: readonly string[], found: unknown): string {
  return `must be one of ${allowed.join(', ')}${hintOf(found, allowed)}`;
}

function hintOf(found: unknown, allowed: readonly string[]): string {
  return typeof found === 'string' ? didYouMean(found, allowed) : '';
}

function article(type: string): string {
  if (type === 'object' || type === 'record') return 'a mapping of keys to values';
  if (type === 'array') return 'a list';
  return `a ${type}`;
}

/** A path as the start of a message; long keys are cut, and an entry of a list has its id. */
export function nameOf(path: readonly PropertyKey[], input?: unknown): string {
  if (path.length === 0) return 'this';
  const at = path.findIndex((key) => typeof key === 'number');
  if (at === 0 && path.length === 1) return `entry ${Number(path[0]) + 1}`;
  const rest = path.slice(at + 1);
  if (at < 0 || rest.length === 0 || input === undefined) return dotted(path);
  const names = rest[0] === 'id' ? ['name'] : ['id', 'name'];
  const [id] = names.flatMap((name) => valueAt(input, [...path.slice(0, at + 1), name]) ?? []);
  if (typeof id === 'string') return `${dotted(rest)} of ${excerpt(shorten(id, MAX_KEY_LENGTH))}`;
  return at === 0 ? `${dotted(rest)} of entry ${Number(path[0]) + 1}` : dotted(path);
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((key) => shorten(String(key), MAX_KEY_LENGTH)).join('.');
}

function got(found: unknown, written: unknown): string {
  if (typeof found !== 'string' && typeof written === 'string') {
    return ` (got ${shorten(written, MAX_KEY_LENGTH)})`;
  }
  if (found === null) return ', but is empty';
  if (typeof found === 'object') return '';
  // JSON has no .nan and no .inf.
  return ` (got ${typeof found === 'number' ? found : excerpt(found)})`;
}
