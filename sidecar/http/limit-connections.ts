import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';

/** Enough for any site; each connection takes some kilobytes of memory. */
const MOST_BY_DEFAULT = 10_000;
/** Files other than connections: threads, databases, what is watched and read, the log. */
const RESERVED_FILES = 128;

type Options = {
  /** MAX_CONNECTIONS; undefined where the limit on open files decides. */
  readonly maxConnections: number | undefined;
  /** How many connections the service opens itself. */
  readonly outgoing: number;
  /** The limit on open files; undefined where there is none. */
  readonly openFiles: number | undefined;
  readonly log: Logger;
};

/**
 * How many connections there may be, so that the service stays below the limit on open files: at it, the
 * process could neither read a review nor reach a subscriber. A quarter of a low limit is for connections.
 */
export function limitConnections({ maxConnections, outgoing, openFiles, log }: Options): number {
  const asked = maxConnections ?? MOST_BY_DEFAULT;
  if (openFiles === undefined) return asked;
  const room = Math.max(1, Math.floor(openFiles / 4), openFiles - RESERVED_FILES - outgoing);
  if (maxConnections !== undefined && maxConnections > room) {
    log.warn(
      `MAX_CONNECTIONS is ${maxConnections}, but the limit of ${openFiles} open files leaves room for ${room} connections; raise that limit (ulimit -n, or LimitNOFILE of systemd)`,
    );
  }
  return Math.min(asked, room);
}

/**
 * How many files this process may have open; undefined where there is no limit, or where it cannot be
 * read. (Node.js raises the soft limit to the hard one when it starts.)
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
