import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import type { Fields } from './published-fields.ts';

/**
 * Paths that answer with the same fields. A pattern is a path, with `:a` for any segment, or one
 * `*` for the name of a file in any folder. In a value, SPLAT is the text at `*`.
 */
export type HostRule = { readonly pattern: string; readonly fields: Fields };

export const SPLAT = ':splat';

/**
 * Returns the rules of a release: each published path matches one. Files in a folder share a rule
 * by their extension if only a name differs in their fields; else each has its own.
 */
export function hostRules(
  entries: readonly ManifestEntry[],
  fieldsOf: (entry: ManifestEntry) => Fields,
): HostRule[] {
  const groups = Map.groupBy(entries, patternOf);
  const rules = [...groups].flatMap(([pattern, members]): HostRule[] => {
    const exact = members.map((entry) => ({ pattern: entry.path, fields: fieldsOf(entry) }));
    const shared = exact.map(({ pattern: path, fields }) => withSplat(fields, path, pattern));
    const [first] = shared;
    const isShared = first && new Set(shared.map((one) => JSON.stringify([...one]))).size === 1;
    return isShared ? [{ pattern, fields: first }] : exact;
  });
  // Netlify ignores the last slash of a path: rules of files come after those of pages.
  return rules.sort((a, b) => Number(b.pattern.endsWith('/')) - Number(a.pattern.endsWith('/')));
}

function patternOf({ path, mediaType }: ManifestEntry): string {
  const [first = '', ...rest] = path.slice(1).split('/');
  if (rest.length === 0) return path;
  if (mediaType === HTML_TYPE) {
    return `/${first}/${rest.map((part, at) => part && `:${'abc'[at]}`).join('/')}`;
  }
  const [extension] = /\.[a-z\d]+$/.exec(path) ?? [];
  return extension === undefined ? path : `/${first}/*${extension}`;
}

/** Replaces the name of a file in its links, which then are those of all files of a pattern. */
function withSplat(fields: Fields, path: string, pattern: string): Fields {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return fields;
  const name = path.slice(start.length, -end.length);
  return new Map(
    [...fields].map(([field, value]) => [
      field,
      value.replace(`${start}${name}/`, `${start}${SPLAT}/`),
    ]),
  );
}

/** Returns rules with equal fields as one: its expression matches the paths of all. */
export function mergeRules(
  rules: readonly HostRule[],
): { readonly regex: string; readonly fields: Fields }[] {
  const groups = Map.groupBy(rules, ({ pattern, fields }) => {
    const text = JSON.stringify([...fields]);
    return text.includes(SPLAT) ? text + pattern : text;
  });
  return [...groups].map(([text, members]) => {
    const patterns = members.map(({ pattern }) => regexOf(pattern, text.includes(SPLAT)));
    return { regex: `^(?:${patterns.join('|')})$`, fields: members[0]?.fields ?? new Map() };
  });
}

/** The name of the text at `*` in an expression. */
export const CAPTURED = 'testimony_name';

function regexOf(pattern: string, isCaptured: boolean): string {
  return pattern
    .replaceAll('.', '\\.')
    .replace('*', isCaptured ? `(?P<${CAPTURED}>.+)` : '.+')
    .replaceAll(/:[a-z]/g, '[^/]+');
}
