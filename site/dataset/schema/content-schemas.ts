import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import { StoredAspects } from './stored-aspects.ts';
import { StoredBusiness } from './stored-business.ts';
import { StoredQuestion, StoredRemoval, SummaryFrontMatter } from './stored-editorial.ts';
import { Service, ServiceArea, Technician } from './stored-entities.ts';
import { ReviewFrontMatter } from './stored-review.ts';

/** A kind of content file: its path, its purpose, and its schema. */
export type ContentKind = {
  /** The name of its JSON Schema, before `.schema.json`. */
  readonly name: string;
  /** Its path, or the pattern of its paths. */
  readonly file: string;
  /** A sentence about it. */
  readonly about: string;
  /** The schema of the file, or of its front matter. */
  readonly schema: z.ZodType;
};

const kindOf = <Name extends keyof typeof keys.files, Schema extends z.ZodType>(
  name: Name,
  file: string,
  schema: Schema,
) => ({ name, file, about: keys.files[name], schema });

export const CONTENT_KINDS = [
  kindOf('review', 'reviews/**/*.md', ReviewFrontMatter),
  kindOf('business', 'business.yaml', StoredBusiness),
  kindOf('aspects', 'aspects.yaml', StoredAspects),
  kindOf('technicians', 'technicians.yaml', z.array(Technician)),
  kindOf('services', 'services.yaml', z.array(Service)),
  kindOf('service-areas', 'service-areas.yaml', z.array(ServiceArea)),
  kindOf('faq', 'faq.yaml', z.array(StoredQuestion)),
  kindOf('summary', 'summary.md', SummaryFrontMatter),
  kindOf('removed', 'removed.yaml', z.array(StoredRemoval)),
] as const satisfies readonly ContentKind[];

/** Returns the path of the JSON Schema of a kind in a content folder. */
function schemaPath(name: (typeof CONTENT_KINDS)[number]['name']): string {
  return `schema/${name}.schema.json`;
}

/**
 * Renders the JSON Schema of a kind of content file, by which editors' programs complete and check
 * their input. It is of draft 7, which the language server for YAML supports best.
 */
export function renderContentSchema({ file, about, schema }: ContentKind): string {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      // OpenAPI's word, from schemas that requests share.
      delete jsonSchema.example;
      delete jsonSchema.readOnly;
      // zod leaves examples out where a part is transformed; ours are of the written form.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  const named = { $schema, title: file, description: about, ...described };
  return `${JSON.stringify(named, null, 2)}\n`;
}

/** Returns the JSON Schemas of all content files, by their paths in a content folder. */
export function renderContentSchemas(): ReadonlyMap<string, string> {
  return new Map(CONTENT_KINDS.map((kind) => [schemaPath(kind.name), renderContentSchema(kind)]));
}

/** Returns the line by which the YAML language server finds the schema of a file at a path. */
export function schemaLine(name: (typeof CONTENT_KINDS)[number]['name'], path: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `# yaml-language-server: $schema=${up || './'}${schemaPath(name)}`;
}
