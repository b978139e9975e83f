import { stringify } from 'yaml';
import { z } from 'zod';
import {
  CONTENT_KINDS,
  type ContentKind,
  renderContentSchema,
  SCHEMA_FOLDER,
} from '#dataset/schema/content-schemas.ts';

/** What of a JSON Schema the page reads. */
const Described = z.object({
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), Described).optional();
  },
  get items() {
    return Described.optional();
  },
  get anyOf() {
    return z.array(Described).default([]);
  },
  get oneOf() {
    return z.array(Described).default([]);
  },
});
type Described = z.infer<typeof Described>;

type KeyRow = {
  readonly key: string;
  readonly isRequired: boolean;
  readonly text: string;
  readonly example: unknown;
};

const INTRODUCTION = `# The content files

What each file of the content folder may hold. [Your own reviews](reviews.md) says how to begin, and which commands write
these files for you.

The files are [YAML](https://yaml.org/) in UTF-8: \`key: value\`, with a blank behind the colon. Put quotes around what
holds \`: \` or \` #\`, what begins with a sign such as \`*\`, \`@\` or \`&\`, and what looks like a number but is none, such
as a ZIP code. Dates are written year first. A key that is not listed here is an error, so that a misspelled one is never
ignored, and every error ends with the line to write; \`npm run check:content\` shows the place as well.

\`npm run init\` and imports put \`${SCHEMA_FOLDER}/\` into the folder. It holds a [JSON Schema](https://json-schema.org/) of each
file, by which Visual Studio Code (with the YAML extension) and other programs complete keys and mark mistakes as you
type. A first line such as \`# yaml-language-server: $schema=./${SCHEMA_FOLDER}/business.schema.json\` says which one is meant.

Reviews end in \`.md\`; anything else in \`reviews/\`, such as a \`.docx\`, is a warning, as it would never be published.
\`README.md\` in any folder is for notes of the editors. \`LICENSE\`, \`schema/\`, \`admin/\` and names that begin with a dot
are left alone.
`;

/** The page of the documentation on the format of content files, in Markdown. */
export function renderContentPage(): string {
  return [INTRODUCTION, ...CONTENT_KINDS.map(renderKind)].join('\n');
}

function renderKind(kind: ContentKind): string {
  const schema = Described.parse(JSON.parse(renderContentSchema(kind)));
  const isList = schema.items !== undefined;
  const fields = fieldsOf(schema);
  const least = exampleOf(fields);
  const [language, example] = kind.file.endsWith('.md')
    ? ['markdown', `---\n${stringify(least)}---\n${BODIES[kind.name] ?? ''}\n`]
    : ['yaml', stringify(isList ? [least] : least)];
  const needed = isList ? 'Each entry needs' : 'It needs';
  const rows = rowsOf(fields, '', true);
  return `## ${kind.file}

${wrap(`${kind.about}${fields.required.length > 0 ? ` ${needed} at least this:` : ' Such as:'}`)}

\`\`\`${language}
${example}\`\`\`

${renderTable(rows)}
`;
}

/** What stands below the front matter. */
const BODIES: Readonly<Record<string, string>> = {
  review: 'They called me back the same day.',
  summary:
    'Most reviewers praise how soon calls are returned. A few found the fees hard to follow.',
};

/** The mapping that a file holds, or of which it holds a list. */
function fieldsOf(schema: Described): Described {
  const [mapping] = schema.anyOf.filter(({ properties }) => properties);
  return schema.items ?? mapping ?? schema;
}

/** The least that a mapping must hold; where it need hold nothing, the first keys. */
function exampleOf({ properties = {}, required }: Described): object {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 3);
  return Object.fromEntries(names.map((name) => [name, properties[name]?.examples?.[0]]));
}

/** The keys of a mapping, and below each those of what it holds. */
function rowsOf(
  { properties = {}, required }: Described,
  prefix: string,
  isAsked: boolean,
): KeyRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = prefix + name;
    const isRequired = isAsked && required.includes(name);
    const row = {
      key,
      isRequired,
      text: describe(schema),
      example: schema.enum ? undefined : schema.examples?.[0],
    };
    return [row, ...rowsBelow(schema, key, isRequired)];
  });
}

function rowsBelow(schema: Described, key: string, isRequired: boolean): KeyRow[] {
  if (schema.properties) return rowsOf(schema, `${key}.`, isRequired);
  if (schema.items?.properties) return rowsOf(schema.items, `${key}[].`, true);
  const branches = [...schema.oneOf, ...schema.anyOf].filter(({ properties }) => properties);
  const rows = branches.flatMap((branch) => rowsOf(branch, `${key}.`, true));
  const byKey = Map.groupBy(rows, (row) => row.key);
  return [...byKey].flatMap(([name, same]) => {
    const [first] = same;
    if (!first) return [];
    // A key that only some of the forms have is required in these alone.
    const isAlways = same.length === branches.length && same.every((row) => row.isRequired);
    const texts = new Set(same.map(({ text }) => text));
    return [{ ...first, key: name, isRequired: isAlways, text: [...texts].join('; ') }];
  });
}

function describe({ description = '', enum: values, const: value }: Described): string {
  if (value !== undefined) return `\`${value}\`: ${description}`;
  if (!values) return description;
  return `${description}: ${values.map((one) => `\`${one}\``).join(', ')}`;
}

function renderTable(rows: readonly KeyRow[]): string {
  const cells = rows.map(({ key, isRequired, text, example }) => [
    `\`${key}\``,
    [
      ...(isRequired ? ['**Required.**'] : []),
      `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      ...(example === undefined ? [] : [`Such as \`${inline(example)}\`.`]),
    ].join(' '),
  ]);
  const all = [['key', 'what it is'], ...cells].map((row) =>
    row.map((cell) => cell.replaceAll('|', '\\|')),
  );
  const [head = [], ...body] = all;
  const rule = head.map((cell) => '-'.repeat(cell.length));
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A value as it is written on one line. */
function inline(value: unknown): string {
  return stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
  }).trim();
}

const COLUMNS = 120;

function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
