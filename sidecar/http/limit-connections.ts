import { readFileSync } from 'node:fs';

/** Enough for any site; each connection takes a few kilobytes of memory. */
const MOST_BY_DEFAULT = 10_000;
/** Files other than connections: threads, databases, watched and read files, the log. */
const RESERVED_FILES = 128;

type Options = {
  /** MAX_CONNECTIONS; undefined if the limit on open files decides. */
  readonly maxConnections: number | undefined;
  /** The number of connections that the service opens itself. */
  readonly outgoing: number;
  /** The limit on open files; undefined if there is none. */
  readonly openFiles: number | undefined;
};

/**
 * Returns the number of connections that keeps the service below the limit on open files: at the
 * limit, the process could neither read a review nor reach a subscriber. A quarter of a low limit
 * is for connections.
 */
export function limitConnections({ maxConnections, outgoing, openFiles }: Options): number {
  const asked = maxConnections ?? MOST_BY_DEFAULT;
  if (openFiles === undefined) return asked;
  const room = Math.max(1, Math.floor(openFiles / 4), openFiles - RESERVED_FILES - outgoing);
  return Math.min(asked, room);
}

/**
 * Returns the number of files that this process may have open; undefined if there is no limit or it
 * cannot be read. (Node.js raises the soft limit to the hard one at its start.)
 */
export function readOpenFilesLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    // Not Linux.
    return undefined;
  }
}
