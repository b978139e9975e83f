import { hash } from 'node:crypto';
import { z } from 'zod';
import { withLock } from '../../content/edits/folder-lock.ts';
import { readPrivate, writePrivate } from './private-folder.ts';

/** A file that an import writes, or a review of which it only remembers something else. */
const Entry = z.object({
  id: z.string(),
  file: z.string().optional(),
  /** The digest of what is written, as `digestAfter` makes it. */
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

/** Begins a journal. An import that goes on where another one failed is one with it. */
export function beginJournal(root: string, journal: Omit<Journal, 'isDone'>): void {
  withLock(root, () => {
    const last = readJournal(root);
    const entries = new Map<string | undefined, Entry>();
    for (const entry of [...(last?.isDone === false ? last.entries : []), ...journal.entries]) {
      const key = entry.file ?? entry.id;
      // Where two imports write a file, the first knows what was there before.
      const first = entries.get(key) ?? entry;
      entries.set(key, { ...first, after: entry.after ?? first.after });
    }
    write(root, { ...journal, isDone: false, entries: [...entries.values()] });
  });
}

export function endJournal(root: string): void {
  withLock(root, () => {
    const journal = readJournal(root);
    if (journal) write(root, { ...journal, isDone: true });
  });
}

/**
 * Deletes the entries of reviews that are taken down: their text must not outlive that. "npm run
 * remove" does it at once. Where a person writes the tombstone, the next import or undo does.
 */
export function forgetRemoved(root: string, ids: ReadonlySet<string>): void {
  withLock(root, () => {
    const journal = readJournal(root);
    const entries = journal?.entries.filter(({ id }) => !ids.has(id)) ?? [];
    if (journal && entries.length < journal.entries.length) write(root, { ...journal, entries });
  });
}

function write(root: string, journal: Journal): void {
  writePrivate(root, 'last', `${JSON.stringify(journal)}\n`);
}

const VERIFICATION = /^verification: \{ status: (?:pending|verified)\b.*\n/m;

/** Returns the digest of a text, however it is verified: to verify a new review is no edit of it. */
export function digestAfter(text: string): string {
  return hash('sha256', text.replace(VERIFICATION, ''), 'base64');
}

export function verificationIn(text: string): string | undefined {
  return VERIFICATION.exec(text)?.[0];
}
