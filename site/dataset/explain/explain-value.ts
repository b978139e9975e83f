import type { z } from 'zod';
import { didYouMean, nearestName } from '#dataset/check/nearest-name.ts';
import { valueAt } from '#dataset/schema/value-at.ts';
import { MAX_KEY_LENGTH, nameOf } from '#dataset/text/name-of.ts';
import { excerpt, shorten } from '#dataset/text/shorten.ts';
import { MAX_PROBLEMS } from '../content-problem.ts';
import { lineOf, remedyFor } from './explain.ts';
import foreignKeys from './foreign-keys.json' with { type: 'json' };
import { keysOf, metaOf, parse, requiredKeysOf, schemaAt } from './schema-at.ts';

type Path = readonly PropertyKey[];

/** One problem of a value in a sentence, with the path that it concerns. */
export type Fault = {
  readonly path: Path;
  readonly message: string;
  /** True if the key itself is the problem, not its value. */
  readonly unknownKey?: true;
  /** The path of the key that was probably meant by an unknown one. */
  readonly meant?: Path | undefined;
  readonly isMissing?: true;
};

/** A value as YAML reads it, and as written: `007` is a number and that text. */
export type Input = { readonly value: unknown; readonly written: unknown };

/** Describes a zod issue in an editor's words. */
export function explainValue(issue: z.core.$ZodIssue, input: Input, schema: z.ZodType): Fault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const isBare = (key: string) => valueAt(input.written, [...path, key]) === undefined;
    // Of keys without a colon, all but the first follow from it.
    const first = issue.keys.find(isBare);
    const keys = issue.keys.slice(0, MAX_PROBLEMS + 1);
    const own = keys.filter((key) => key === first || !isBare(key));
    return own.map((key) => explainKey([...path, key], input, schema));
  }
  if (issue.code === 'invalid_key') {
    const rule = issue.issues[0]?.message ?? issue.message;
    return [{ path, message: `${nameOf(path)}: the key ${rule}`, unknownKey: true }];
  }
  // The branch of a union whose type fits was meant.
  const meant =
    issue.code === 'invalid_union' && issue.errors.find((issues) => !issues.some(refusesAll));
  if (meant) {
    const inner = meant.map((one) => ({ ...one, path: [...path, ...one.path] }));
    return inner.flatMap((one) => explainValue(one, input, schema));
  }
  const name = path.length === 0 ? 'the file' : `${nameOf(path, input.value)}:`;
  const found = valueAt(input.value, path);
  const written = valueAt(input.written, path);
  const wanted = schemaAt(schema, path, input.value);
  if (found === undefined) {
    const isChoice = 'values' in issue || 'options' in issue;
    const form = isChoice ? `it ${ruleOf(issue, found)}` : formOf(path.at(-1), wanted);
    return [{ path, message: `${name} is missing${form && `; ${form}`}`, isMissing: true }];
  }
  // A text that YAML reads as a number, a truth value or nothing.
  const text = written === null ? '' : written;
  const isRead = typeof found !== 'string' && typeof text === 'string';
  const asText = isRead ? parse(wanted, text) : undefined;
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  const broken = (isText && asText?.error?.issues[0]) || issue;
  const rule = `${name} ${asText?.success ? 'must be text' : ruleOf(broken, found)}`;
  const got = rule.endsWith('empty') ? '' : gotOf(found, written);
  const told = `${rule}${got}`.replace(/ \((did you mean .*\?)\) \((got .*)\)$/, ' ($2; $1)');
  return [{ path, message: `${told}${remedyFor(told, written, path.at(-1), wanted)}` }];
}

/** The beginnings of zod's own messages; a schema's wording is better than any other. */
const UNWORDED = /^(?:Invalid|Too (?:big|small))/;

const KINDS = new Map([
  ['array', 'a list'],
  ['object', 'a group of keys'],
  ['record', 'a group of keys'],
  ['string', 'text'],
]);

/** Returns the rule that a value breaks, in an editor's words. */
function ruleOf(issue: z.core.$ZodIssue, found: unknown): string {
  if (!UNWORDED.test(issue.message)) return issue.message.replace('YYYY-MM-DD', 'YEAR-MONTH-DAY');
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') {
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
  }
  const refusals =
    issue.code === 'invalid_union' ? issue.errors.flat().filter(refusesAll) : [issue];
  const choices = 'options' in issue ? (issue.options ?? []) : [];
  const values = [...choices, ...refusals.flatMap((one) => ('values' in one ? one.values : []))];
  const kinds = refusals.flatMap((one) => ('expected' in one ? one.expected : []));
  const allowed = [
    ...(values.length > 1 ? [`one of ${values.join(', ')}`] : values),
    ...kinds.map((kind) => KINDS.get(kind) ?? `a ${kind}`),
  ];
  const hint = typeof found === 'string' ? didYouMean(found, values.map(String)) : '';
  return `must be ${allowed.join(' or ')}${hint}`;
}

/** Returns true if a branch of a union rejects the whole value, not just a part of it. */
function refusesAll({ code, path }: z.core.$ZodIssue): boolean {
  return (code === 'invalid_type' || code === 'invalid_value') && path.length === 0;
}

const DATE = /\d{4}-\d\d-\d\d/;

/** Returns a line with placeholders, which cannot be published if copied, and its description. */
function formOf(key: PropertyKey = '', wanted: unknown): string {
  const { description, examples } = metaOf(wanted);
  const example = examples.find((one) => !DATE.test(lineOf(key, one))) ?? examples[0];
  if (example === undefined) return '';
  const blank = blankOf(String(key), example);
  const { code = 'invalid_type' } = parse(wanted, blank)?.error?.issues[0] ?? {};
  const isHarmless = code === 'invalid_union' || DATE.test(String(example));
  const line = lineOf(key, isHarmless ? example : blank).replace(DATE, 'YEAR-MONTH-DAY');
  const isFree = isHarmless || code === 'invalid_type';
  const form = isFree ? '' : `, such as ${[example].flat().join(', ')}`;
  return `add it as ${line} (${description})${form}`;
}

/** Returns an example whose texts and numbers are the names of their keys, in capitals. */
function blankOf(key: string, example: unknown): unknown {
  if (Array.isArray(example)) return [blankOf(key, example[0])];
  if (typeof example !== 'object' || !example) return key.replace(/[A-Z]/g, '-$&').toUpperCase();
  return Object.fromEntries(Object.entries(example).map(([own, one]) => [own, blankOf(own, one)]));
}

const MEANINGS = new Map<string, string[]>(Object.entries(foreignKeys));
/** The text below a front matter, in the table of keys. */
const BELOW = 'text below';
const BARE = 'is taken for a key, but no colon follows it';

/** Reports a key that is not allowed, and the key that was probably meant. */
function explainKey(path: Path, { value, written }: Input, schema: z.ZodType): Fault {
  const parent = path.slice(0, -1);
  const key = String(path.at(-1));
  const mapping = valueAt(value, parent);
  const wanted = schemaAt(schema, parent, value);
  const known = keysOf(wanted, mapping);
  // A front matter has a text below it; below an empty key, another text was probably meant.
  const isOpen = Object.values(Object(mapping)).includes(null);
  const kind = known.includes('headline') ? 'summary' : known.includes('verification') && 'review';
  const isBare = valueAt(written, path) === undefined;
  const foreign = MEANINGS.get(key.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const isMeant = (one: string) => known.includes(one) || (one === BELOW && kind && !isOpen);
  const near = foreign?.find(isMeant) ?? nearestName(key, known);
  const meant = isBare ? requiredKeysOf(wanted, mapping)[0] : near;
  const twice = valueAt(mapping, [near ?? '']) === undefined ? '' : `; keep only one of the two`;
  const keys = known.join(', ').replace(/^((?:\w+, ){8}).*$/, '$1…');
  const guess = near ? ` (did you mean "${near}"?)${twice}` : `; the keys here are ${keys}`;
  const hint = near === BELOW ? `; the text of the ${kind} belongs below the second ---` : guess;
  const fault = `${nameOf(path, value)}: ${isBare ? BARE : `is not a known key${hint}`}`;
  const rule = key.trim() === key ? fault : `there are unusual spaces before ${key.trim()}`;
  const message = `${rule}${remedyFor(rule, key)}`;
  return { path, message, unknownKey: true, meant: meant ? [...parent, meant] : undefined };
}

function gotOf(found: unknown, written: unknown): string {
  if (typeof found === 'string') return ` (got ${excerpt(found)})`;
  if (typeof written === 'string') return ` (got ${shorten(written, MAX_KEY_LENGTH)})`;
  if (found === null) return ', but is empty';
  return typeof found === 'object' ? '' : ` (got ${found})`;
}
