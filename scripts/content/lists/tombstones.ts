import { parseDocument } from 'yaml';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { insertItem, removeItem, writeItem } from './yaml-list.ts';

/** The file that lists the reviews that were taken down. */
export const REMOVED_FILE = 'removed.yaml';

/** True if there is a tombstone, if only as a line of an otherwise invalid file. */
export function hasTombstone(text: string, id: string): boolean {
  const entries = entriesOf(text);
  if (entries) return entries.includes(id);
  return text.split('\n').some((line) => {
    const [, stated] = /^\s*-?\s*["']?id["']?\s*:\s*["']?([^\s"'#,}]+)/.exec(line) ?? [];
    return stated === id;
  });
}

/** Returns the text with another tombstone at its end, whatever precedes it. */
export function addTombstone(text: string, removal: StoredRemoval): string {
  const inList = insertItem(text, [], entriesOf(text)?.length ?? 0, removal);
  if (inList !== undefined) return inList;
  const lineEnd = text === '' || text.endsWith('\n') ? '' : '\n';
  return text + lineEnd + writeItem(removal);
}

/** Returns the text without the tombstones of a review; undefined if it is not a list of them. */
export function removeTombstone(text: string, id: string): string | undefined {
  let rest: string | undefined = text;
  while (rest !== undefined) {
    const index: number = entriesOf(rest)?.indexOf(id) ?? -1;
    if (index < 0) return entriesOf(rest) && rest;
    rest = removeItem(rest, [index]);
  }
  return undefined;
}

/** Returns the ids of the entries, in order; undefined for a text that is not a list. */
function entriesOf(text: string): unknown[] | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.toJS() ?? [];
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'id') : undefined,
  );
}
