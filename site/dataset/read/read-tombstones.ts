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
  return sort(value === undefined ? idsIn(text) : [value].flat(), false);
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

/** A line with an id, by its key, or alone after a hyphen. */
const ID_LINE =
  /^ *(?:- +)?(?:\{(?:[^"'}]*, *| *))?["']?id["']?: +["']?([\w-]+)|^ *- +["']?([\w-]+)["']? *(?:#.*)?$/;

/** Returns the ids in a list that has a YAML error somewhere, from its lines. */
function idsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, id, alone] = ID_LINE.exec(line) ?? [];
    return id ?? alone ?? [];
  });
}
