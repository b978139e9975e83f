import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  CONTENT_KINDS,
  type ContentKind,
  renderContentSchema,
  renderContentSchemas,
} from '#dataset/schema/content-schemas.ts';
import { defineCommand, main } from '../command.ts';

/** The members of a JSON Schema that the page reads. */
type Described = {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
} & { readonly [Forms in 'anyOf' | 'oneOf']?: readonly Described[] };

/** A row of a table: a key and its description. */
type Row = ReturnType<typeof describe> & { readonly key: string; readonly isRequired: boolean };

const REPOSITORY = join(import.meta.dirname, '../..');
const PAGE = join(REPOSITORY, 'site/docs/content.md');

/** Texts below the front matter of examples, by file. */
const BODIES: Readonly<Record<string, string>> = {
  'reviews/**/*.md': 'They called me back the same day.',
  'summary.md':
    'Most reviewers praise how soon calls are returned. A few found the fees hard to follow.',
};

/**
 * Returns the page on the format of content files: its introduction, and the descriptions in the
 * schemas.
 */
export function renderContentPage(): string {
  const [introduction = ''] = readFileSync(PAGE, 'utf8').split(/^## /m, 1);
  return introduction + CONTENT_KINDS.map(renderKind).join('\n');
}

function renderKind(kind: ContentKind): string {
  const schema: Described = JSON.parse(renderContentSchema(kind));
  // A file contains a mapping or a list of mappings.
  const fields = schema.items ?? schema.anyOf?.find(({ properties }) => properties) ?? schema;
  const { properties = {}, required = [] } = fields;
  // The required keys or, if none is required, the first ones.
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 3);
  const least = Object.fromEntries(names.map((name) => [name, properties[name]?.examples?.[0]]));
  const [language, example] = kind.file.endsWith('.md')
    ? ['markdown', `---\n${stringify(least)}---\n${BODIES[kind.file]}\n`]
    : ['yaml', stringify(schema.items ? [least] : least)];
  const needed = schema.items ? 'Each entry has' : 'The file has';
  const rows = rowsOf(fields, '', true).map(
    ({ key, isRequired, text, example }) =>
      `| \`${key}\` | ${isRequired ? '**Required.** ' : ''}${text.charAt(0).toUpperCase()}${text.slice(1)}.${example} |`,
  );
  return `## ${kind.file}

${kind.about}
${required.length > 0 ? `${needed} at least these keys:` : 'For example:'}

\`\`\`${language}
${example}\`\`\`

| key | meaning |
| --- | ------- |
${rows.join('\n')}
`;
}

/** The keys of a mapping, each followed by the keys of its value. */
function rowsOf(
  { properties = {}, required = [] }: Described,
  prefix: string,
  isAsked: boolean,
): Row[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = prefix + name;
    const isRequired = isAsked && required.includes(name);
    return [{ key, isRequired, ...describe(schema) }, ...rowsBelow(schema, key, isRequired)];
  });
}

function rowsBelow(schema: Described, key: string, isAsked: boolean): Row[] {
  if (schema.items) return rowsBelow({ oneOf: [schema.items] }, `${key}[]`, true);
  if (schema.properties) return rowsOf(schema, `${key}.`, isAsked);
  const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter((one) => one.properties);
  const rows = forms.flatMap((form) => rowsOf(form, `${key}.`, true));
  const byKey = Map.groupBy(rows, (row) => row.key);
  return [...byKey].map(([name, same]) => ({
    key: name,
    example: same[0]?.example ?? '',
    // A key that only some forms have is required only in those.
    isRequired: same.length === forms.length && same.every((row) => row.isRequired),
    text: [...new Set(same.map(({ text }) => text))].join('; '),
  }));
}

function describe({ description = '', examples, ...schema }: Described) {
  if (schema.const !== undefined)
    return { text: `\`${schema.const}\`: ${description}`, example: '' };
  const values = schema.enum?.map((one) => `\`${one}\``).join(', ');
  if (values) return { text: `${description}: ${values}`, example: '' };
  if (examples?.[0] === undefined) return { text: description, example: '' };
  const flow = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
  const example = ` Example: \`${stringify(examples[0], flow).trim()}\``;
  return { text: description, example: example.replaceAll('|', '\\|') };
}

const command = defineCommand({
  name: 'schemas',
  about: 'Writes the files that follow from the schemas: content/schema/ and site/docs/content.md.',
  usage: [''],
  flags: {},
  exitCodes: { 0: 'it was written' },
  run() {
    for (const [path, text] of renderContentSchemas()) {
      writeFileSync(join(REPOSITORY, 'content', path), text);
    }
    writeFileSync(PAGE, renderContentPage());
    return { lines: [] };
  },
});

if (import.meta.main) await main(command);
