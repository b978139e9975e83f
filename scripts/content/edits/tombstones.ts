import { stringify } from 'yaml';
import { z } from 'zod';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { applySplice, type Edited, edit } from './edits.ts';
import { change, readYaml } from './yaml-edit.ts';

/** The file that lists the reviews that were taken down. */
export const REMOVED_FILE = 'removed.yaml';

/** Returns a text with another tombstone, in force whatever else it contains. */
export function addTombstone(text: string, removal: StoredRemoval): Edited {
  const [column = ''] = /^ *(?=- )/m.exec(text) ?? [];
  const item = stringify([removal], { version: '1.1' }).replace(/^(?=.)/gm, column);
  const lineEnd = text === '' || text.endsWith('\n') ? '' : '\n';
  const below = { start: text.length, end: text.length, text: lineEnd + item };
  const splice = change([Infinity], removal)(text) ?? below;
  return { text: applySplice(text, splice), splices: [splice] };
}

/** Returns a text without the tombstones of a review; undefined if it is not a list of them. */
export function removeTombstone(text: string, id: string): Edited | undefined {
  const document = readYaml(text);
  const { data } = z.array(z.unknown()).safeParse(document?.toJS() ?? []);
  if (!document || !data) return undefined;
  const isOf = z.looseObject({ id: z.literal(id) });
  const edits = data.flatMap((entry, at) => (isOf.safeParse(entry).success ? change([at]) : []));
  return edit(REMOVED_FILE, text, edits.reverse());
}

/** Returns the ids that a text takes down, even if parts of it are invalid. */
export function removedIdsIn(text: string): Set<string> {
  const { ids, removals } = readTombstones([{ path: REMOVED_FILE, bytes: Buffer.from(text) }]);
  return new Set([...ids, ...removals.map(({ id }) => id)]);
}
