import { stringify } from 'yaml';
import { z } from 'zod';
import remedies from './remedies.json' with { type: 'json' };
import { branchesOf, keysOf, parse, requiredKeysOf } from './schema-at.ts';

/*
 * Mistakes, for editors who have never heard of YAML: the place, the rule in words, and the key or
 * the word that was probably meant. The commonest have a remedy: a row of a table, with a pattern
 * and a sentence. `remedies.json` is about values (explain-value.ts), `syntax.json` about texts that
 * are not YAML (explain-yaml.ts). No remedy invents a date, a name or a value.
 */

const ROWS = remedies.map(({ rule, found = '', remedy }) => ({
  rule: new RegExp(rule),
  found: new RegExp(found, 'u'),
  remedy,
}));

/**
 * Returns "; " and the remedy for a broken rule, or "". `found`: the text or the key that breaks it;
 * `wanted`: the schema of the value.
 */
export function remedyFor(rule: string, found: unknown, key?: PropertyKey, wanted?: unknown) {
  const text = typeof found === 'string' ? found : '';
  const keys = requiredKeysOf(wanted).join(', ') || undefined;
  const parts = { keys, line: lineInstead(text, key, wanted) };
  const fitting = ROWS.filter((row) => row.rule.test(rule) && row.found.test(text));
  const remedy = fitting.map((row) => fill(row.remedy, parts)).find((one) => one !== undefined);
  return remedy === undefined ? '' : `; ${remedy}`;
}

/** Parts of sentences, by their names. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** Fills in the {parts} of a sentence; undefined if one of them is missing. */
export function fill(sentence: string, parts: Parts): string | undefined {
  const pieces = sentence.split(/\{(\w+)\}/);
  const filled = pieces.map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
  return filled.includes(undefined) ? undefined : filled.join('');
}

/** Returns the line of a list or a group of keys that was written as plain text. */
function lineInstead(text: string, key: PropertyKey | undefined, wanted: unknown) {
  if (typeof key !== 'string' || !/^[^[{].{0,199}$/.test(text)) return undefined;
  // A text that begins with a key is a line of the group, with a colon or a space too few.
  if (keysOf(wanted, {}).includes(/^\w*/.exec(text)?.[0] ?? '')) return undefined;
  const values = branchesOf(wanted).map((one) =>
    one instanceof z.ZodArray ? text.split(/,\s*/) : { [requiredKeysOf(one)[0] ?? '']: text },
  );
  const right = values.find((value) => parse(wanted, value)?.success);
  return right && lineOf(key, right);
}

/** Returns a key with its value, as one line of YAML. */
export function lineOf(key: PropertyKey, value: unknown): string {
  const mapping = stringify({ [key]: value }, { collectionStyle: 'flow', lineWidth: 0 });
  return mapping.trim().slice(2, -2);
}
