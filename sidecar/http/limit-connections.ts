import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { z } from 'zod';

/** Enough for any site; each connection takes some kilobytes of memory. */
const MOST_BY_DEFAULT = 10_000;
/** Files other than connections: threads, databases, what is watched and read, the log. */
const RESERVED_FILES = 128;
/** The smallest part of the limit that is left for connections, where it is very low. */
const LEAST_PART = 4;
/** Maximum busy connections that are passed over for a new one, to bound the work. */
const MAX_BUSY_LOOKS = 100;
/** Between two logs of the same event. */
const LOG_MS = 60_000;

type Options = {
  /** Undefined where the limit on open files decides. */
  readonly maxConnections: number | undefined;
  /** How many connections the service opens itself. */
  readonly outgoing: number;
  /** The limit on open files; undefined where there is none. */
  readonly openFiles: number | undefined;
  readonly log: Logger;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
};

type Place = {
  /** How many answers node:http has begun and not finished. */
  due: number;
  /** How many bytes had arrived at the last look. */
  bytes: number;
};

/**
 * Keeps a server below the limit on open files, at which the process could neither read a review nor
 * reach a subscriber. At `maxConnections`, the connection that has been silent longest makes room for
 * a new one, so that idle clients cannot hold all of them; where all are busy, the new one is refused.
 * A failure to accept a connection never ends the process. Returns the maximum. Call it once the
 * server has all other listeners to its connections.
 */
export function limitConnections(
  server: Pick<Server, 'on' | 'once' | 'prependListener'>,
  { maxConnections, outgoing, openFiles, log, now = () => performance.now() }: Options,
): number {
  const room = roomFor(openFiles, outgoing);
  const most = Math.min(maxConnections ?? MOST_BY_DEFAULT, room);
  if (maxConnections !== undefined && maxConnections > most) {
    log.warn(
      `MAX_CONNECTIONS is ${maxConnections}, but the limit of ${openFiles} open files leaves room for ${most} connections; raise that limit (ulimit -n, or LimitNOFILE of systemd)`,
    );
  }
  const logFull = logRarely(now, (count) =>
    log.warn(
      { newcomers: count },
      `all ${most} connections are taken (MAX_CONNECTIONS): for one that comes, one that is idle is ended, or it is refused where none is. If these are visitors, raise MAX_CONNECTIONS or the limit on open files; if not, have a proxy in front limit them`,
    ),
  );
  const places = new Map<Socket, Place>();
  server.prependListener('connection', (socket: Socket) => {
    const isFull = places.size >= most;
    if (isFull) {
      logFull(undefined);
      if (!endSilent(places)) {
        socket.destroy();
        return;
      }
    }
    // The search has moved the others to the end: without -1, which counts as news, this one is next.
    places.set(socket, { due: 0, bytes: isFull ? -1 : 0 });
    socket.once('close', () => places.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const place = places.get(socket);
    if (!place) return;
    place.due += 1;
    // The answer itself is not kept in memory by an idle connection.
    response.once('close', () => {
      place.due -= 1;
    });
  });
  const logFailed = logRarely(now, (count, err) =>
    log.error(
      { err, failed: count },
      'connections cannot be accepted; where too many files are open, lower MAX_CONNECTIONS or raise the limit on open files (ulimit -n, or LimitNOFILE of systemd)',
    ),
  );
  // An earlier failure is reported by listen().
  server.once('listening', () => server.on('error', logFailed));
  return most;
}

/**
 * Ends the connection that has been silent longest among those without an answer in flight; false
 * where there is none. Those that have sent something since the last look are moved to the end: order
 * costs nothing while there is room.
 */
function endSilent(places: Map<Socket, Place>): boolean {
  let busy = 0;
  for (const [socket, place] of places) {
    const isBusy = socket.writableLength > 0 || place.due > 0;
    if (isBusy && ++busy > MAX_BUSY_LOOKS) return false;
    places.delete(socket);
    if (!isBusy && socket.bytesRead === place.bytes) {
      socket.destroy();
      return true;
    }
    place.bytes = socket.bytesRead;
    // The loop reaches it again.
    places.set(socket, place);
  }
  return false;
}

/** How many connections fit beside the files that the service itself has open. */
function roomFor(openFiles = Number.POSITIVE_INFINITY, outgoing: number): number {
  const least = Math.max(1, Math.floor(openFiles / LEAST_PART));
  return Math.max(least, openFiles - RESERVED_FILES - outgoing);
}

/** A listener that logs at once and then once a minute at most, with how often it was called. */
function logRarely(now: () => number, log: (count: number, detail: unknown) => void) {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (detail: unknown): void => {
    count += 1;
    const time = now();
    if (time - last < LOG_MS) return;
    last = time;
    log(count, detail);
    count = 0;
  };
}

const Report = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
});

/**
 * How many files this process may have open; undefined where there is no limit. (Node raises the
 * soft limit to the hard one when it starts.)
 */
export function readOpenFilesLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    // Not Linux. There, a report would wait for every thread.
    return Report.safeParse(process.report.getReport()).data?.userLimits.open_files.soft;
  }
}
