import { stringify } from 'yaml';
import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { shorten } from '#dataset/text/shorten.ts';
import { meaningOf, numbersIn, slugOf, spellingsOf } from './spellings.ts';

/*
 * The value to write where a schema rejects one: it keeps as much as possible of the old one, and
 * takes the rest from the examples of the schema. It runs only for errors, so its speed does not matter.
 */

/** Maximum entries of a list, and length of a text, that are mended: no message shows more. */
const MAX_ENTRIES = 20;
const MAX_LENGTH = 100;

/** Minimum letters of an abbreviation: `Mon` is Monday. */
const MIN_SHORT_LENGTH = 3;

/** The value that a schema accepts instead, or its example; undefined if it has none. */
export function mendValue(schema: unknown, value: unknown): unknown {
  return keepValue(schema, value) ?? exampleOf(schema);
}

/** The value that a schema accepts instead; undefined if no part of the old one can be kept. */
export function keepValue(schema: unknown, value: unknown): unknown {
  const short = typeof value === 'string' ? cut(value) : value;
  if (accepts(schema, short)) return short;
  const mended = mendAs(coreOf(schema), short);
  return accepts(schema, mended) ? mended : undefined;
}

/** Returns a schema's example, or one made of the examples of its parts. */
export function exampleOf(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { examples, example } = schema.meta() ?? {};
  const own = Array.isArray(examples) ? examples[0] : example;
  if (own !== undefined) return own;
  const inner = innerOf(schema);
  if (inner) return exampleOf(inner);
  if (schema instanceof z.ZodObject) return Object.fromEntries(missingOf(schema, {}));
  if (schema instanceof z.ZodArray) {
    const entry = exampleOf(schema.element);
    return entry === undefined ? undefined : [entry];
  }
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0]);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  return schema instanceof z.ZodLiteral ? schema.value : undefined;
}

/** Returns the schema of the value at a path. */
export function schemaAt(schema: unknown, path: readonly PropertyKey[], input: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const core = branchOf(coreOf(schema), input);
  const value = memberOf(input, key);
  if (core instanceof z.ZodObject && Object.hasOwn(core.shape, key)) {
    return schemaAt(core.shape[String(key)], rest, value);
  }
  if (core instanceof z.ZodArray) return schemaAt(core.element, rest, value);
  return core instanceof z.ZodRecord ? schemaAt(core.valueType, rest, value) : undefined;
}

/** Returns the keys that a mapping may have. */
export function keysOf(schema: unknown, input?: unknown): string[] {
  const core = coreOf(schema);
  const branch = branchOf(core, input);
  if (branch instanceof z.ZodObject) return Object.keys(branch.shape);
  return core instanceof z.ZodUnion ? core.options.flatMap((one) => keysOf(one)) : [];
}

export function wantsList(schema: unknown): boolean {
  return coreOf(schema) instanceof z.ZodArray;
}

/** Returns true if a mended mapping has more than was written: the rest are examples. */
export function hasExamples(mended: unknown, written: unknown): boolean {
  if (!isMapping(mended)) return false;
  const own = isMapping(written) ? Object.keys(written).length : 'name' in mended ? 2 : 1;
  return Object.keys(mended).length > own;
}

/** Returns the keys that a mapping must have. */
export function requiredKeysOf(schema: unknown): string[] {
  const core = coreOf(schema);
  if (!(core instanceof z.ZodObject)) return [];
  return Object.keys(core.shape).filter((key) => !accepts(core.shape[key], undefined));
}

/** Returns a key with its value, as one line of YAML. */
export function lineOf(key: PropertyKey, value: unknown): string {
  return `${String(key)}: ${inYaml(value)}`;
}

/** Returns a value as YAML on one line; long texts and lists are cut. */
export function inYaml(value: unknown): string {
  if (typeof value === 'object' && value !== null) return inFlow(value);
  if (typeof value !== 'string') return String(value);
  const text = cut(value);
  return text.includes('\n') ? JSON.stringify(text) : stringify(text, { lineWidth: 0 }).trim();
}

/** Returns a value inside brackets, where commas and brackets need quotes. */
function inFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, MAX_ENTRIES).map(inFlow).join(', ')}]`;
  if (isMapping(value)) {
    const entries = Object.entries(value).slice(0, MAX_ENTRIES);
    return `{ ${entries.map(([key, one]) => `${inFlow(key)}: ${inFlow(one)}`).join(', ')} }`;
  }
  const short = typeof value === 'string' ? cut(value) : value;
  return stringify([short], { collectionStyle: 'flow', lineWidth: 0 }).trim().slice(2, -2);
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${shorten(text, MAX_LENGTH - 3)}...` : text;
}

export function accepts(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodType && schema.safeParse(value).success;
}

/** The schema inside a wrapper: `optional`, `default`, `readonly`, `preprocess`, `transform`. */
function innerOf(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schema.def.innerType;
  }
  if (schema instanceof z.ZodPipe)
    return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
  return undefined;
}

function coreOf(schema: unknown): unknown {
  const inner = innerOf(schema);
  return inner ? coreOf(inner) : schema;
}

/** Returns the branch of a union that a value was meant for. */
function branchOf(core: unknown, input: unknown): unknown {
  if (!(core instanceof z.ZodUnion)) return core;
  const branches = core.options.map(coreOf);
  const fitting = branches.filter((one) =>
    Array.isArray(input)
      ? one instanceof z.ZodArray
      : isMapping(input) === one instanceof z.ZodObject && !(one instanceof z.ZodArray),
  );
  if (fitting.length === 1) return fitting[0];
  return fitting.find((one) => accepts(one, mendAs(one, input))) ?? fitting[0];
}

type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function mendAs(core: unknown, value: unknown): unknown {
  if (core instanceof z.ZodObject) return mendMapping(core, value);
  if (core instanceof z.ZodArray) return mendList(core, value);
  if (core instanceof z.ZodRecord && isMapping(value)) {
    const entries = Object.entries(value).slice(0, MAX_ENTRIES);
    const mended = entries.map(([key, one]) => [slugOf(key), mendValue(core.valueType, one)]);
    return Object.fromEntries(mended);
  }
  if (core instanceof z.ZodUnion) {
    const mended = core.options.map((one) => ({ one, value: mendAs(coreOf(one), value) }));
    return mended.find((each) => accepts(each.one, each.value))?.value;
  }
  return mendScalar(core, value);
}

function mendMapping(schema: z.ZodObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? mendMapping(schema, value[0]) : undefined;
  if (value === undefined || value === null) return undefined;
  if (!isMapping(value)) {
    // A value by itself is the first required key: `author: Jane` is her name.
    const required = requiredKeysOf(schema);
    const [first] = required;
    if (first === undefined || keepValue(schema.shape[first], value) === undefined) {
      return undefined;
    }
    return mendMapping(schema, {
      [first]: value,
      ...(required.includes('name') && { name: value }),
    });
  }
  const keys = Object.keys(schema.shape);
  const renamed = Object.entries(value)
    .slice(0, MAX_ENTRIES)
    .map(([key, one]) => [
      keys.includes(key) ? key : (meaningOf(key, keys) ?? nearestName(key, keys) ?? key),
      one,
    ]);
  const written = Object.fromEntries(renamed);
  const kept = keys.flatMap((key): [string, unknown][] => {
    if (!Object.hasOwn(written, key)) return [];
    const member = coreOf(schema.shape[key]);
    const isLiteral = member instanceof z.ZodLiteral;
    return [
      [
        key,
        isLiteral ? mendScalar(member, written[key]) : mendValue(schema.shape[key], written[key]),
      ],
    ];
  });
  const added = new Map([...kept, ...missingOf(schema, written)]);
  return Object.fromEntries(keys.flatMap((key) => (added.has(key) ? [[key, added.get(key)]] : [])));
}

/** Returns examples of the required keys that a mapping lacks. */
function missingOf(schema: z.ZodObject, written: Mapping): [string, unknown][] {
  return requiredKeysOf(schema).flatMap((key): [string, unknown][] =>
    Object.hasOwn(written, key) ? [] : [[key, exampleOf(schema.shape[key])]],
  );
}

function mendList(schema: z.ZodArray, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/,\s*/)
      : [value];
  const short = list.slice(0, MAX_ENTRIES);
  const kept = short.map((one) => keepValue(schema.element, one));
  if (kept.every((one) => one === undefined)) return undefined;
  const mended = kept.map((one) => one ?? exampleOf(schema.element));
  return [...new Set(mended)];
}

function mendScalar(core: unknown, value: unknown): unknown {
  if (core instanceof z.ZodEnum || core instanceof z.ZodLiteral) {
    const names = core instanceof z.ZodEnum ? core.options.map(String) : [String(core.value)];
    if (typeof value !== 'string') return undefined;
    const isShort = (name: string) => name.toLowerCase().startsWith(value.toLowerCase());
    const short = value.length >= MIN_SHORT_LENGTH ? names.find(isShort) : undefined;
    return short ?? nearestName(slugOf(value), names) ?? nearestName(value, names);
  }
  if (!(core instanceof z.ZodType)) return undefined;
  if (core instanceof z.ZodNumber) {
    const numbers = typeof value === 'string' ? numbersIn(value) : [value];
    const near = numbers.flatMap((one) =>
      typeof one === 'number' ? [one, Math.round(one * 2) / 2, Math.round(one)] : [],
    );
    return near.find((one) => accepts(core, one));
  }
  if (core instanceof z.ZodBoolean) {
    if (typeof value !== 'string') return undefined;
    return /^(?:yes|y|on|true|ja)$/i.test(value)
      ? true
      : /^(?:no|n|off|false)$/i.test(value)
        ? false
        : undefined;
  }
  if (typeof value === 'number' || typeof value === 'boolean')
    return mendScalar(core, String(value));
  if (Array.isArray(value) && value.length === 1) return mendScalar(core, value[0]);
  if (isMapping(value)) {
    // `author: { name: Jane }` where a name is expected.
    const own = memberOf(value, 'name') ?? memberOf(value, 'id');
    return typeof own === 'string' ? mendScalar(core, own) : undefined;
  }
  return typeof value === 'string'
    ? spellingsOf(value).find((one) => accepts(core, one))
    : undefined;
}
