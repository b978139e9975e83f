import { z } from 'zod';

/** A JSON Schema of draft 2020-12, the default dialect of MCP. */
export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** What may be sent. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input');
}

/** Opens an object: later versions may add members, and a description that forbids them would break. */
export function leaveOpen(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** What is answered; no object of it is closed. */
export function outputSchemaOf(schema: z.ZodType): JsonSchema {
  return convert(schema, 'output');
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, $ref, ...converted } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (io === 'output') leaveOpen(jsonSchema);
      if ('example' in jsonSchema) {
        // The word of OpenAPI for what JSON Schema lists as examples.
        jsonSchema.examples = [jsonSchema.example];
        delete jsonSchema.example;
      }
    },
  });
  const definitions = { ...converted.$defs };
  const name = $ref?.replace('#/$defs/', '');
  const root = name === undefined ? converted : definitions[name];
  if (root?.type !== 'object') throw new Error('What a tool takes and answers is an object.');
  if (name !== undefined) delete definitions[name];
  // Schemas of tools have their type at the root, and validators of older drafts know no $schema.
  return {
    ...root,
    type: 'object',
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
}
