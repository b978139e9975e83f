import { hash } from 'node:crypto';
import { z } from 'zod';
import { readPrivate, writePrivate } from './private-folder.ts';

/** A file that an import writes, or a review of which it only remembers something else. */
const Entry = z.object({
  id: z.string(),
  file: z.string().optional(),
  /** The digest of what is written, as `digestOf` makes it. */
  after: z.string().optional(),
  /** The text that is replaced; undefined for a new file. */
  before: z.string().optional(),
  /** The line of the memory that is replaced. */
  line: z.string().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** All that "--undo" needs: it is written before the first file of an import. */
const Journal = z.object({
  /** The time of the import, and the name of its export. */
  at: z.string(),
  about: z.string(),
  isDone: z.boolean(),
  entries: z.array(Entry),
});
type Journal = z.infer<typeof Journal>;

/** Returns undefined if there is nothing to undo. */
export function readJournal(root: string): Journal | undefined {
  const text = readPrivate(root, 'last');
  return text === undefined ? undefined : Journal.parse(JSON.parse(text));
}

export function writeJournal(root: string, journal: Journal): void {
  writePrivate(root, 'last', `${JSON.stringify(journal)}\n`);
}

/** Begins a journal. An import that goes on where another one failed is one with it. */
export function beginJournal(root: string, about: string, at: Date, entries: Entry[]): Journal {
  const last = readJournal(root);
  const all = new Map<string, Entry>();
  for (const entry of [...(last?.isDone === false ? last.entries : []), ...entries]) {
    const key = entry.file ?? entry.id;
    // Where two imports write a file, the first knows what was there before.
    const first = all.get(key) ?? entry;
    all.set(key, { ...first, after: entry.after ?? first.after });
  }
  const journal = { at: at.toISOString(), about, isDone: false, entries: [...all.values()] };
  writeJournal(root, journal);
  return journal;
}

/**
 * Deletes the entries of reviews that are taken down: their text must not outlive that. "npm run
 * remove" does it at once. Where a person writes the tombstone, the next import or undo does.
 */
export function forgetRemoved(root: string, ids: ReadonlySet<string>): void {
  const journal = readJournal(root);
  const entries = journal?.entries.filter(({ id }) => !ids.has(id)) ?? [];
  if (journal && entries.length < journal.entries.length)
    writeJournal(root, { ...journal, entries });
}

/** Returns the digest of a text; of a new file however it is verified, as that is no edit of it. */
export function digestOf(text: string, before: string | undefined): string {
  const verification = /^verification: \{ status: (?:pending|verified)\b.*\n/m;
  return hash('sha256', before === undefined ? text.replace(verification, '') : text, 'base64');
}
