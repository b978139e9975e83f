import { type ContentKind, renderContentSchema } from '#dataset/schema/content-schemas.ts';

/** The parts of a JSON Schema that become a field. */
type Key = {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Key>>;
  readonly items?: Key;
  readonly anyOf?: readonly Key[];
  readonly oneOf?: readonly Key[];
};

/** A field of the CMS, with the options of its widget. */
type Widget = { readonly widget: string; readonly [option: string]: unknown };
type Field = Widget & { readonly name: string };

/** Returns the fields of a kind of content file. The text below front matter is plain. */
export function fieldsOf(kind: ContentKind): Field[] {
  const key: Key = JSON.parse(renderContentSchema(kind));
  if (key.items) return [{ ...fieldOf(kind.name, key, false), root: true, summary: '{{id}}' }];
  const members = [key, ...(key.anyOf ?? [])].flatMap(membersOf);
  const body = { name: 'body', label: 'Text', widget: 'text', required: false };
  return kind.file.endsWith('.md') ? [...members, body] : members;
}

function membersOf({ properties = {}, required = [] }: Key): Field[] {
  return Object.entries(properties).map(([name, key]) =>
    fieldOf(name, key, required.includes(name)),
  );
}

/**
 * Returns the field of a key. It is hidden, and kept, if only imports use it, or if it has several
 * forms: those are edited in the file.
 */
function fieldOf(name: string, key: Key, required: boolean): Field {
  const widget = name === 'digest' ? undefined : widgetOf(key);
  if (!widget) return { name, widget: 'hidden' };
  return { name, label: labelOf(name), hint: key.description, required, ...widget };
}

function widgetOf(key: Key): Widget | undefined {
  const { type, items, minimum: min, maximum: max, multipleOf: step } = key;
  if (key.enum) return { widget: 'select', options: key.enum };
  if (key.properties) return { widget: 'object', fields: membersOf(key) };
  if (key.oneOf) return { widget: 'object', fields: membersOf(mergeForms(key.oneOf)) };
  if (type === 'boolean') return { widget: 'boolean' };
  if (type === 'number') return { widget: 'number', value_type: 'float', min, max, step };
  if (type === 'string') return textWidgetOf(key);
  if (items?.properties) return { widget: 'list', collapsed: true, fields: membersOf(items) };
  const item = items && widgetOf(items);
  return item && { widget: 'list', field: { name: 'item', ...item } };
}

const DAY = { format: 'YYYY-MM-DD', date_format: 'YYYY-MM-DD', time_format: false };
const FORMATS: Readonly<Record<string, Widget>> = {
  date: { widget: 'datetime', type: 'date', ...DAY },
  uri: { widget: 'string', type: 'url' },
  email: { widget: 'string', type: 'email' },
};

/** A field for one line enforces it by itself. */
const ANY_LINE = '^[^\\r\\n]*$';

function textWidgetOf({ format, pattern, maxLength, examples = [] }: Key): Widget {
  const line = { widget: 'string' };
  if (format !== undefined) return FORMATS[format] ?? line;
  if (pattern === undefined) return maxLength === undefined ? { widget: 'text' } : line;
  if (pattern === ANY_LINE) return line;
  const hint = examples.length > 0 ? `Must look like ${examples[0]}` : 'Must match this pattern';
  return { ...line, pattern: [pattern, hint] };
}

/** Returns one form with the keys of all: those that only some forms have are optional. */
function mergeForms(forms: readonly Key[]): Key {
  const members = new Map<string, Key>();
  for (const [name, key] of forms.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const { description: others, enum: values = [] } = members.get(name) ?? {};
    const own = key.const ? `${key.const}: ${key.description}` : key.description;
    const description = others === undefined || others === own ? own : `${others}; ${own}`;
    members.set(name, {
      ...key,
      description: description ?? '',
      ...(key.const && { enum: [...values, key.const] }),
    });
  }
  const isInAll = (name: string) => forms.every(({ properties = {} }) => name in properties);
  return { properties: Object.fromEntries(members), required: [...members.keys()].filter(isInAll) };
}

/** Returns `datePublished` as "Date published", `service-areas` as "Service areas". */
export function labelOf(name: string): string {
  const words = name.replace(/([A-Z])|-/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
