import { z } from 'zod';
import { memoize } from '#dataset/memoize.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import type { ContentFile } from './content-file.ts';
import { parseRemovalsFile } from './parse-content.ts';
import { parseYaml } from './parse-yaml.ts';

/** removed.yaml as far as it can be read: a takedown does not wait for corrections. */
export type Tombstones = {
  /** True if the whole file is valid. */
  readonly isWhole: boolean;
  /** Entries with a date and a reason. */
  readonly removals: readonly StoredRemoval[];
  /** The ids of all other entries. */
  readonly ids: readonly string[];
};

const NONE: Tombstones = { isWhole: true, removals: [], ids: [] };

/** Returns the tombstones among the files of a folder; none without removed.yaml. */
export function readTombstones(files: readonly ContentFile[]): Tombstones {
  const file = files.find(({ path }) => path === 'removed.yaml');
  return file ? readFile(file) : NONE;
}

const readFile = memoize((file: ContentFile): Tombstones => {
  const { located } = parseRemovalsFile(file);
  if (located) return sort(located.value, true);
  // Replaces bytes that are not UTF-8, such as a comment by Excel, and drops a byte order mark.
  const text = new TextDecoder().decode(file.bytes).replace(/\r\n?/g, '\n');
  const { value } = parseYaml({ file: file.path, text }, z.unknown());
  return sort(value === undefined ? entriesIn(text) : [value].flat(), false);
});

const Whole = StoredRemoval.strip();
const WithId = z.union([ReviewId.transform((id) => ({ id })), z.object({ id: ReviewId })]);

/** The first entry of an id counts, but a complete entry before any other. */
function sort(entries: readonly unknown[], isWhole: boolean): Tombstones {
  const removals = new Map<string, StoredRemoval>();
  const ids = new Set<string>();
  for (const entry of entries) {
    const { data } = Whole.safeParse(entry);
    if (data && !removals.has(data.id)) removals.set(data.id, data);
    const id = data?.id ?? WithId.safeParse(entry).data?.id;
    if (id !== undefined) ids.add(id);
  }
  return {
    isWhole,
    removals: [...removals.values()],
    ids: [...ids].filter((id) => !removals.has(id)),
  };
}

/** Lines without an entry: blank ones, comments, marks of git, keys that may precede a list. */
const PASSED_OVER = /^\s*(?:#.*)?$|^(?:<{7}|={7}|>{7}|\|{7})(?: |$)|^---\s*$|^\w+:\s*$/;
const DASH = /^( *)(- +)(?=\S)/;
const MEMBER = /^ *(?:- +)?(id|dateRemoved|reason): +(["']?)([\w-]+)\2 *(?: #.*)?$/;
/** The id alone, or first between braces that may not be closed. */
const ID_ALONE = /^ *- +(?:(["']?)([\w-]+)\1 *(?: #.*)?|\{ *id: +(["']?)([\w-]+)\3 *(?:[,}].*)?)$/;
const BRACES = /^ *- +\{.*\}/;
/** A quotation mark that is not closed on its line, and a text of many lines. */
const BEGINS_TEXT = /(?:^|[:-] +)(?:"[^"]*|'[^']*|[|>][+-]?\d?)$/;

/**
 * Returns the entries of a list that has a YAML error somewhere, from its lines. Only lines at the
 * indentation of the list and of its keys are read, and none after the start of a text, to which
 * they may belong.
 */
function entriesIn(text: string): unknown[] {
  const entries: unknown[] = [];
  let list: number | undefined;
  let keys: number | undefined;
  let last: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (PASSED_OVER.test(line)) continue;
    const [start, indent = '', dash = ''] = DASH.exec(line) ?? [];
    list ??= start === undefined ? 0 : indent.length;
    const isItem = start !== undefined && indent.length === list;
    // A text before any list may contain lines that look like one.
    if (entries.length === 0 && !isItem && BEGINS_TEXT.test(line)) return [];
    if (!isItem && line.search(/\S/) !== keys) continue;
    const [, key, , value = ''] = MEMBER.exec(line) ?? [];
    // A second id without a dash belongs to another entry.
    if (isItem || (key === 'id' && last.id !== undefined)) {
      last = {};
      entries.push(last, ...(isItem ? idsAlone(line) : []));
    }
    if (key !== undefined) last[key] ??= value;
    if (isItem) keys = indent.length + dash.length;
    if (BEGINS_TEXT.test(line)) keys = undefined;
  }
  return entries;
}

function idsAlone(line: string): unknown[] {
  const value: unknown = BRACES.test(line)
    ? parseYaml({ file: '', text: line.trim() }, z.unknown()).value
    : undefined;
  if (value !== undefined) return [value].flat();
  const [, , alone, , first = alone] = ID_ALONE.exec(line) ?? [];
  return first === undefined ? [] : [first];
}
