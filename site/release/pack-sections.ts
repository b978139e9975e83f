import type { ManifestEntry } from '#artifacts/manifest.ts';
import type { PackHead } from './pack.ts';
import type { Sections } from './pack-format.ts';
import { encodeNames, orderOfNames } from './pack-names.ts';
import { encodeRows } from './pack-rows.ts';
import { encodeShows } from './pack-shows.ts';

/** A file of a pack, and where its bodies start. */
type Placed = { readonly entry: ManifestEntry; readonly bodyStart: number };

/** Encodes what is needed to find files, given in any order. Throws where a path stands twice. */
export function encodeSections(head: PackHead, placed: readonly Placed[]): Sections {
  const order = orderOfNames(placed.map(({ entry }) => entry.path));
  const ordered = order.flatMap((index) => placed[index] ?? []);
  const entries = ordered.map(({ entry }) => Buffer.from(JSON.stringify(entry)));
  let entryEnd = 0;
  const rows = ordered.map(({ bodyStart }, place) => {
    entryEnd += entries[place]?.length ?? 0;
    return { entryEnd, bodyStart };
  });
  return {
    head: Buffer.from(JSON.stringify(head)),
    paths: encodeNames(ordered.map(({ entry }) => entry.path)),
    entries: Buffer.concat(entries),
    rows: encodeRows(rows),
    shows: encodeShows(ordered.map(({ entry }) => entry.shows)),
  };
}
