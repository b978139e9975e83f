import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import type { Fields } from './published-fields.ts';

/** A published file with the fields of its answers. */
export type HostFile = { readonly entry: ManifestEntry; readonly fields: Fields };

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
export function hostRules(files: readonly HostFile[]): HostRule[] {
  const groups = Map.groupBy(files, patternOf);
  const rules = [...groups].flatMap(([pattern, members]): HostRule[] => {
    const shared = members.map((file) => withSplat(file, pattern));
    const [first] = shared;
    const isShared = first && new Set(shared.map((one) => JSON.stringify([...one]))).size === 1;
    if (isShared) return [{ pattern, fields: first }];
    return members.map(({ entry, fields }) => ({ pattern: entry.path, fields }));
  });
  // Netlify ignores the last slash of a path: rules of files come after those of pages.
  return rules.sort((a, b) => Number(b.pattern.endsWith('/')) - Number(a.pattern.endsWith('/')));
}

function patternOf({ entry: { path, mediaType } }: HostFile): string {
  const [first = '', ...rest] = path.slice(1).split('/');
  if (rest.length === 0) return path;
  if (mediaType === HTML_TYPE) {
    return `/${first}/${rest.map((part, at) => part && `:${'abc'[at]}`).join('/')}`;
  }
  const [extension] = /\.[a-z\d]+$/.exec(path) ?? [];
  return extension === undefined ? path : `/${first}/*${extension}`;
}

/** Replaces the name of a file in its links, which then are those of all files of a pattern. */
function withSplat({ entry: { path }, fields }: HostFile, pattern: string): Fields {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return fields;
  const page = `${path.slice(0, -end.length)}/`;
  return new Map(
    [...fields].map(([name, text]) => [name, text.replace(page, `${start}${SPLAT}/`)]),
  );
}

/** The name of the text at `*` in an expression. */
export const CAPTURED = 'testimony_name';

/** Returns rules with equal fields as one: its expression matches the paths of all. */
export function mergeRules(
  rules: readonly HostRule[],
): { readonly regex: string; readonly fields: Fields }[] {
  const keyOf = ({ pattern, fields }: HostRule) => {
    const text = JSON.stringify([...fields]);
    return text.includes(SPLAT) ? text + pattern : text;
  };
  return [...Map.groupBy(rules, keyOf)].map(([key, members]) => {
    const name = key.includes(SPLAT) ? `(?P<${CAPTURED}>.+)` : '.+';
    const expressions = members.map(({ pattern }) =>
      pattern
        .replaceAll('.', '\\.')
        .replace('*', name)
        .replaceAll(/:[a-z]/g, '[^/]+'),
    );
    return { regex: `^(?:${expressions.join('|')})$`, fields: members[0]?.fields ?? new Map() };
  });
}
