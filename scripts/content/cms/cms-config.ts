import { stringify } from 'yaml';
import { z } from 'zod';
import {
  CONTENT_KINDS,
  type ContentKind,
  renderContentSchema,
} from '#dataset/schema/content-schemas.ts';

/** The repository of the content, in the CMS's terms. */
export type Repository = {
  readonly backend: 'github' | 'gitlab' | 'gitea';
  /** OWNER/NAME. */
  readonly repo: string;
  readonly branch: string;
  /** The content folder in the repository: empty, or with a slash at its end. */
  readonly prefix: string;
};

/** The parts of a JSON Schema that become a field. */
const Key = z.object({
  type: z.string().optional(),
  description: z.string().default(''),
  examples: z.array(z.unknown()).default([]),
  format: z.string().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), Key).optional();
  },
  get items() {
    return Key.optional();
  },
  get anyOf() {
    return z.array(Key).default([]);
  },
  get oneOf() {
    return z.array(Key).default([]);
  },
});
type Key = z.infer<typeof Key>;

/** The editing widget of a field in the CMS. */
type Widget = { readonly widget: string; readonly [option: string]: unknown };
type Field = Widget & { readonly name: string };

/** The text below front matter, which is plain: no rich text. */
const BODY: Field = { name: 'body', label: 'Text', widget: 'text', required: false };

/**
 * Returns the configuration of a git-based CMS, as Sveltia and Decap read it, for all kinds of
 * content files.
 */
export function renderCmsConfig({ prefix, ...repository }: Repository): string {
  const [reviews, ...files] = CONTENT_KINDS;
  const { backend: name, ...place } = repository;
  const config = {
    backend: { name, ...place },
    // Only text is published, but both programs require a folder of media.
    media_folder: `${prefix}admin/media`,
    publish_mode: 'simple',
    output: { omit_empty_optional_fields: true, yaml: { quote: 'none' } },
    collections: [
      {
        name: 'reviews',
        label: 'Reviews',
        label_singular: 'Review',
        description: reviews.about,
        folder: `${prefix}reviews`,
        create: true,
        // Removing one takes a tombstone: npm run remove.
        delete: false,
        extension: 'md',
        format: 'frontmatter',
        identifier_field: 'id',
        slug: '{{fields.datePublished}}-{{fields.id}}',
        path: "{{fields.datePublished | date('YYYY')}}/{{fields.datePublished | date('MM')}}/{{slug}}",
        summary: '{{datePublished}} {{author.name}}: {{rating}} stars ({{verification.status}})',
        sortable_fields: ['datePublished', 'rating'],
        fields: [...fieldsOf(keyOf(reviews)), BODY],
      },
      {
        name: 'files',
        label: 'The business',
        files: files.map((kind) => ({
          name: kind.name,
          label: labelOf(kind.name),
          file: prefix + kind.file,
          ...(kind.file.endsWith('.md') && { format: 'frontmatter' }),
          fields: fileFields(kind),
        })),
      },
    ],
  };
  const { version } = SVELTIA;
  const head = [
    `# yaml-language-server: $schema=https://unpkg.com/@sveltia/cms@${version}/schema/sveltia-cms.json`,
    '# Written by "npm run cms": run it again after an upgrade, and make no changes here.',
    '# Lists at the top of a file need Sveltia CMS; Decap CMS reads the rest.',
  ];
  return `${head.join('\n')}\n${stringify(config, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function keyOf(kind: ContentKind): Key {
  return Key.parse(JSON.parse(renderContentSchema(kind)));
}

function fileFields(kind: ContentKind): Field[] {
  const key = keyOf(kind);
  if (key.items) {
    const list = {
      widget: 'list',
      root: true,
      collapsed: true,
      summary: '{{id}}',
      required: false,
    };
    return [
      {
        name: kind.name,
        label: labelOf(kind.name),
        hint: kind.about,
        ...list,
        fields: fieldsOf(key.items),
      },
    ];
  }
  const mapping = key.properties ? key : key.anyOf.find(({ properties }) => properties);
  const fields = mapping ? fieldsOf(mapping) : [];
  return kind.file.endsWith('.md') ? [...fields, BODY] : fields;
}

function fieldsOf({ properties = {}, required }: Key): Field[] {
  return Object.entries(properties).map(([name, key]) =>
    fieldOf(name, key, required.includes(name)),
  );
}

function fieldOf(name: string, key: Key, isRequired: boolean): Field {
  const common = { label: labelOf(name), hint: key.description, required: isRequired };
  // Imports need it unchanged.
  if (name === 'digest') return { name, widget: 'hidden' };
  if (key.enum) return { name, ...common, widget: 'select', options: key.enum };
  if (key.properties) return { name, ...common, widget: 'object', fields: fieldsOf(key) };
  if (key.oneOf.length > 0) return { name, ...common, widget: 'object', fields: mergeForms(key) };
  if (key.type === 'boolean') return { name, ...common, widget: 'boolean' };
  if (key.type === 'number') {
    const step = key.multipleOf && { step: key.multipleOf };
    const range = { min: key.minimum, max: key.maximum, ...step };
    return { name, ...common, widget: 'number', value_type: 'float', ...range };
  }
  if (key.type === 'string') return { name, ...common, ...textOf(key) };
  const { items } = key;
  if (items?.properties) {
    return { name, ...common, widget: 'list', collapsed: true, fields: fieldsOf(items) };
  }
  if (items?.type === 'string') {
    const field = { name: 'item', label: labelOf(name), ...textOf(items) };
    return { name, ...common, widget: 'list', field };
  }
  // Of several forms, which no field can show: it is kept, and edited in the file.
  return { name, widget: 'hidden' };
}

function textOf({ format, pattern, maxLength, examples: [example] }: Key): Widget {
  if (format === 'date') {
    const date = { format: 'YYYY-MM-DD', date_format: 'YYYY-MM-DD', time_format: false };
    return { widget: 'datetime', type: 'date', ...date };
  }
  if (format === 'uri') return { widget: 'string', type: 'url' };
  if (format === 'email') return { widget: 'string', type: 'email' };
  if (format !== undefined) return { widget: 'string' };
  if (pattern === undefined && maxLength === undefined) return { widget: 'text' };
  if (pattern === undefined || pattern === ANY_LINE) return { widget: 'string' };
  const form = example === undefined ? 'Must match this pattern' : `Must look like ${example}`;
  return { widget: 'string', pattern: [pattern, form] };
}

/** The pattern of a one-line text, which a field for one line enforces anyway. */
const ANY_LINE = '^[^\\r\\n]*$';

/** Returns the fields of all forms of a mapping: those that only some forms have are optional. */
function mergeForms({ oneOf }: Key): Field[] {
  const names = new Set(oneOf.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const keys = oneOf.flatMap(({ properties = {} }) => properties[name] ?? []);
    const [first] = keys;
    if (!first) return [];
    const values = keys.flatMap((key) => key.const ?? []);
    const described = keys.map((key) =>
      key.const ? `${key.const}: ${key.description}` : key.description,
    );
    const key = {
      ...first,
      description: [...new Set(described)].join('; '),
      ...(values.length > 0 && { enum: values }),
    };
    return [fieldOf(name, key, keys.length === oneOf.length)];
  });
}

/** Returns `datePublished` as "Date published", `service-areas` as "Service areas". */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])|-/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The version of the CMS, with the hash of its one file (Subresource Integrity, W3C). */
export const SVELTIA = {
  version: '0.221.1',
  integrity: 'sha384-JQ+XsKx/UzwdTiNnFStza3XtqqQoVtyNPApkfvwlzZDfhe7giE9CnfQrpHqgv3k6',
} as const;

/** Returns the page of the CMS. It loads the program from a CDN, and nothing else. */
export function renderCmsPage(): string {
  const { version, integrity } = SVELTIA;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>Reviews: edit</title>
  </head>
  <body>
    <!-- To use Decap CMS, put its script here instead. -->
    <script
      src="https://unpkg.com/@sveltia/cms@${version}/dist/sveltia-cms.js"
      integrity="${integrity}"
      crossorigin="anonymous"
    ></script>
  </body>
</html>
`;
}
