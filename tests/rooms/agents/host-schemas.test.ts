import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { describeTools, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

/**
 * What hosts make of the schemas of tools before a model sees them. One keyword that a provider does
 * not know is an error for the whole request, so that an agent has no tools at all; a host that sorts
 * out such keywords drops what they say. Each rule names the documentation that it is from.
 */

const COMMON = ['type', 'description', 'properties', 'required', 'items', 'enum'];

/** The keywords that each provider takes, beside the common ones. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  // https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
  'OpenAI strict': [
    ...['additionalProperties', 'anyOf', 'const', '$ref', '$defs', 'pattern', 'format'],
    ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ...['minItems', 'maxItems'],
  ],
  // https://ai.google.dev/api/caching#Schema, the type of FunctionDeclaration.parameters
  Gemini: [
    // format is left out: only enum and date-time are taken.
    ...['title', 'nullable', 'default', 'example', 'anyOf', 'propertyOrdering'],
    ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minLength', 'maxLength'],
    ...['pattern', 'minimum', 'maximum'],
  ],
  // https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
  'Claude strict': [
    ...['additionalProperties', 'anyOf', 'allOf', 'const', '$ref', '$defs', 'definitions'],
    ...['default', 'format', 'pattern', 'title'],
  ],
};

/** Objects within objects: OpenAI takes 5 levels. */
const MAX_DEPTH = 5;

/**
 * Gemini's, the strictest:
 * https://docs.cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration
 */
const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const ARGUMENT_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

const Schema = z.looseObject({
  type: z.unknown().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
});

type Place = { readonly path: string; readonly depth: number; readonly schema: Schema };
type Schema = z.output<typeof Schema>;

/** A schema and all within it, each with how many objects it is within. */
function placesIn(given: unknown, path: string, above = 0): Place[] {
  const schema = Schema.parse(given);
  const { properties = {}, items } = schema;
  const depth = above + (schema.properties ? 1 : 0);
  return [
    { path, depth, schema },
    ...Object.entries(properties).flatMap(([name, one]) => placesIn(one, `${path}.${name}`, depth)),
    ...(items === undefined ? [] : placesIn(items, `${path}[]`, depth)),
  ];
}

/** What each schema has to be; true where it is not. Quoted is what whoever refuses it says. */
const RULES: Readonly<Record<string, (place: Place) => boolean>> = {
  // Gemini's Type is one word; Zod makes a union of a list, and anything of none.
  'the type is one of six': ({ schema: { type } }) =>
    !['object', 'array', 'string', 'number', 'integer', 'boolean'].includes(String(type)) ||
    typeof type !== 'string',
  // Gemini: "properties: should be non-empty for OBJECT type".
  'an object has properties': ({ schema: { type, properties = {} } }) =>
    type === 'object' && Object.keys(properties).length === 0,
  // Gemini: "properties: only allowed for OBJECT type".
  'nothing else has properties': ({ schema: { type, properties } }) =>
    type !== 'object' && properties !== undefined,
  // VS Code: "tool parameters array type must have items".
  'a list has items, and nothing else has': ({ schema: { type, items } }) =>
    (type === 'array') !== (items !== undefined),
  // Gemini: "enum: only allowed for STRING type", "enum[0]: cannot be empty".
  'an enum is of strings': ({ schema: { type, enum: values } }) =>
    values !== undefined &&
    (type !== 'string' ||
      values.length === 0 ||
      values.some((value) => typeof value !== 'string' || value === '')),
  // Gemini: "required[0]: property is not defined".
  'what is required is a property': ({ schema: { properties = {}, required } }) =>
    required.some((name) => !Object.hasOwn(properties, name)),
  'it is not too deep': ({ depth }) => depth > MAX_DEPTH,
};

/** What a schema breaks, a line each. */
function faultsOf(schema: unknown, path: string): string[] {
  return placesIn(schema, path).flatMap((place) => [
    ...Object.keys(place.schema).flatMap((keyword) =>
      Object.keys(HOSTS)
        .filter((host) => !COMMON.includes(keyword) && !HOSTS[host]?.includes(keyword))
        .map((host) => `${place.path}: ${host} does not take ${keyword}`),
    ),
    ...Object.keys(RULES)
      .filter((rule) => RULES[rule]?.(place))
      .map((rule) => `${place.path}: ${rule}`),
  ]);
}

const filled = await describeTools(sourceOf(AWKWARD), TOOLS_WITH_CHATGPT);
const empty = await describeTools(sourceOf(datasetOf()), TOOLS_WITH_CHATGPT);
const tools = [...filled, ...empty];

test('every schema of a tool is one that all hosts take', () => {
  const faults = tools.flatMap(({ name, inputSchema, outputSchema }) => [
    ...faultsOf(inputSchema, `${name} takes`),
    ...faultsOf(outputSchema, `${name} answers`),
  ]);
  assert.deepEqual(faults, []);
});

test('tools and arguments have names that all hosts take', () => {
  for (const { name, inputSchema } of tools) {
    assert.match(name, TOOL_NAME);
    const names = Object.keys(Schema.parse(inputSchema).properties ?? {});
    for (const argument of names) assert.match(argument, ARGUMENT_NAME);
  }
});
