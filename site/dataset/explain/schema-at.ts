import { z } from 'zod';
import { valueAt } from '#dataset/schema/value-at.ts';

/** Returns the schema of the value at a path. */
export function schemaAt(schema: unknown, path: readonly PropertyKey[], input: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const branch = branchOf(schema, input);
  const value = valueAt(input, [key]);
  if (branch instanceof z.ZodObject) return schemaAt(branch.shape[String(key)], rest, value);
  if (branch instanceof z.ZodArray) return schemaAt(branch.element, rest, value);
  return branch instanceof z.ZodRecord ? schemaAt(branch.valueType, rest, value) : undefined;
}

/** Returns the keys that a mapping may have. */
export function keysOf(schema: unknown, input: unknown): string[] {
  const branch = branchOf(schema, input);
  return branch instanceof z.ZodObject ? Object.keys(branch.shape) : [];
}

/** Returns the keys that a mapping must have. */
export function requiredKeysOf(schema: unknown, input: unknown = {}): string[] {
  const isFree = (key: string) => parse(schemaAt(schema, [key], input), undefined)?.success;
  return keysOf(schema, input).filter((key) => !isFree(key));
}

/** Returns the branches of a union; any other schema is its only one. */
export function branchesOf(schema: unknown): readonly unknown[] {
  const core = coreOf(schema);
  return core instanceof z.ZodUnion ? core.options.map(coreOf) : [core];
}

/** Returns the branch that a value was meant for: the first key of a mapping tells it. */
function branchOf(schema: unknown, input: unknown): unknown {
  const branches = branchesOf(schema);
  const kind = Array.isArray(input) ? z.ZodArray : z.ZodObject;
  const fitting = branches.filter((one) => one instanceof kind);
  const isMeant = (one: unknown) => {
    const [[key, member] = ['']] = one instanceof z.ZodObject ? Object.entries(one.shape) : [];
    return parse(member, valueAt(input, [key]))?.success;
  };
  return fitting.find(isMeant) ?? fitting[0] ?? branches[0];
}

/** The schema inside its wrappers: `optional`, `default`, `readonly`, `preprocess`, `transform`. */
function coreOf(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  if ('innerType' in schema.def) return coreOf(schema.def.innerType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  return coreOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
}

export function parse(schema: unknown, value: unknown) {
  return schema instanceof z.ZodType ? schema.safeParse(value) : undefined;
}

/** Returns a schema's words for editors. */
export function metaOf(schema: unknown) {
  const { description = '', examples } = (schema instanceof z.ZodType && schema.meta()) || {};
  return { description, examples: Array.isArray(examples) ? examples : [] };
}
