import type { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { excerpt, shorten } from '#dataset/text/shorten.ts';
import { MAX_PROBLEMS } from '../content-problem.ts';

/** Maximum length of a key in messages. */
const MAX_KEY_LENGTH = 60;

/** One fault of a value in a sentence, with the path it concerns. */
export type Fault = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The key itself is at fault, not its value. */
  readonly unknownKey?: true;
};

/** Describes a zod issue in an editor's words; of many unknown keys it names the first. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  input: unknown,
  knownKeys: readonly string[],
): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_PROBLEMS + 1)
      .map((key) =>
        refuseKey([...issue.path, key], issue.path.length === 0 ? didYouMean(key, knownKeys) : ''),
      );
  }
  if (issue.code === 'invalid_key') {
    const rule = issue.issues[0]?.message ?? issue.message;
    return [
      { path: issue.path, message: `${nameOf(issue.path)}: the key ${rule}`, unknownKey: true },
    ];
  }
  const found = valueAt(input, issue.path);
  if (issue.code === 'invalid_union') {
    // The branch whose type fits is the one that was meant.
    const meant = issue.errors.find((issues) => !issues.some(refusesAll));
    if (meant) {
      return meant.flatMap((inner) =>
        describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, input, knownKeys),
      );
    }
  }
  const reason = found === undefined ? 'is missing' : `${ruleOf(issue, found)}${got(found)}`;
  return [{ path: issue.path, message: `${nameOf(issue.path)}: ${reason}` }];
}

/** Reports a key that is not allowed. */
export function refuseKey(path: readonly PropertyKey[], hint = ''): Fault {
  return { path, message: `${nameOf(path)}: is not a known key${hint}`, unknownKey: true };
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

/** Whether a branch of a union refuses the whole value, and not a part of it. */
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

/** A path as the beginning of a message; long keys are cut. */
export function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'this';
  return path.map((key) => shorten(String(key), MAX_KEY_LENGTH)).join('.');
}

function got(found: unknown): string {
  if (found === null) return ', but nothing stands there';
  if (typeof found === 'object') return '';
  // JSON has no .nan and no .inf.
  return ` (got ${typeof found === 'number' ? found : excerpt(found)})`;
}

/** The value at a path; undefined if there is none. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}
