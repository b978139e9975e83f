import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { RawHeaders } from './headers.ts';
import type { HttpError } from './http-error.ts';
import { formatRefusal, LATE, refusalOf } from './send-error.ts';

/** A client may go on sending this long after its last answer, so that it can read that answer. */
const LINGER_MS = 2_000;
/**
 * Maximum answers of a connection in progress. node:http hands over all requests that arrive in one
 * piece, thousands of small ones, even if their client does not read.
 */
const MAX_BEGUN = 8;
/** Maximum requests that wait for these; a client that sends more at once loses its connection. */
const MAX_WAITING = 100;
/** The time between two logs of the same event. */
const LOG_MS = 60_000;
/** The code of node:http for bytes after a request with `Connection: close`. */
const BEHIND_LAST = 'HPE_CLOSED_CONNECTION';

export type ConnectionOptions = {
  /** Maximum connections at once (limit-connections.ts). */
  readonly maxConnections: number;
  /** The time that a head or a body may take from its first byte. */
  readonly requestTimeoutMs: number;
  /** Headers of every answer. */
  readonly headers: RawHeaders;
  /** The public origin; empty while it is unknown. */
  readonly origin: () => string;
  readonly log: Logger;
};

type Connection = {
  readonly socket: Socket;
  /** The latest request whose head is complete, and its number among all requests. */
  request?: IncomingMessage | undefined;
  turn: number;
  /**
   * The answers to the latest requests, in order; those that were sent are removed now and then.
   */
  answers: ServerResponse[];
  /** The number of requests that wait for the answers to others. */
  waiting: number;
  /** The bytes that had arrived while no request had begun; undefined until the next sweep. */
  whole?: number | undefined;
  /** The time since which bytes have arrived that are not a request yet. */
  since?: number | undefined;
  /** The time when the connection ends, whatever its client does. */
  end?: number;
};

/**
 * The connections that node:http reads. It bounds their number and refuses input that is not HTTP
 * or is late, but only if a refusal cannot be taken for the answer to another request. It ends
 * refused connections soon, as a half-closed socket would stay as long as its client sends.
 */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #lingerMs: number;
  readonly #connections = new Map<Duplex, Connection>();
  #turns = 0;
  readonly #logFull: (detail: undefined) => void;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { maxConnections, requestTimeoutMs, log } = options;
    this.#lingerMs = Math.min(LINGER_MS, requestTimeoutMs);
    this.#logFull = logRarely(() =>
      log.warn(
        `all ${maxConnections} connections are taken (MAX_CONNECTIONS): a new one replaces an idle one, or is refused if none is idle. If these are visitors, raise MAX_CONNECTIONS or the limit on open files; if not, have a proxy in front limit them`,
      ),
    );
  }

  /**
   * Starts watching a connection; if all are taken, the one that has been idle longest makes room.
   */
  readonly add = (socket: Socket): void => {
    if (this.#connections.size >= this.#options.maxConnections) {
      this.#logFull(undefined);
      if (!this.#endIdlest()) {
        socket.destroy();
        return;
      }
    }
    const connection: Connection = {
      socket,
      turn: this.#turns,
      answers: [],
      waiting: 0,
      whole: 0,
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // node:http reads on after each answer.
    socket.on('resume', () => {
      if (connection.waiting > 0) socket.pause();
    });
    // node:http removes its own listener when it gives up a connection.
    socket.on('error', () => socket.destroy());
    // node:http calls this after the last answer.
    socket.destroySoon = () => this.#linger(connection);
  };

  #endIdlest(): boolean {
    let idlest: Connection | undefined;
    for (const connection of this.#connections.values()) {
      if (isBusy(connection) || (idlest && idlest.turn <= connection.turn)) continue;
      idlest = connection;
    }
    if (!idlest) return false;
    this.#connections.delete(idlest.socket);
    idlest.socket.destroy();
    return true;
  }

  /**
   * Answers a request whose head is complete: at once, or after many others. Until then nothing
   * more is read, so that a client that does not read takes no more memory.
   */
  receive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const { answers } = connection;
    while (answers[0]?.closed) answers.shift();
    answers.push(response);
    connection.request = request;
    connection.whole = undefined;
    connection.since = undefined;
    connection.turn = ++this.#turns;
    const leader = answers.at(-1 - MAX_BEGUN);
    if (!leader || leader.closed) {
      answer();
      return;
    }
    if (connection.waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    connection.waiting += 1;
    socket.pause();
    leader.once('close', () => {
      connection.waiting -= 1;
      if (socket.destroyed) return;
      answer();
      if (connection.waiting === 0) socket.resume();
    });
  }

  /**
   * Nothing moves on a connection: its client does not read, or is idle, unless it waits for us.
   */
  readonly reset = (socket: Socket): void => {
    const connection = this.#connections.get(socket);
    const isOurs = connection && isBusy(connection) && socket.writableLength === 0;
    if (!isOurs) socket.resetAndDestroy();
  };

  /**
   * The parser refuses input. Requests before it in the same piece are answered first: the parser
   * may report its error before or after them.
   */
  readonly fail = (error: Error & { code?: string }, socket: Duplex): void => {
    // If there was no request, an answer would be taken for the answer to the first one.
    const isUnused = error.code === LATE && this.#connections.get(socket)?.socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isUnused) socket.destroy();
    // Bytes after the last answer are skipped, even while that is pending (RFC 9112 §9.6).
    else if (error.code !== BEHIND_LAST) {
      setImmediate(() => this.refuse(socket, refusalOf(error.code)));
    }
  };

  /** Answers with an error after the answers to all earlier requests, and hangs up. */
  refuse(socket: Duplex, error: HttpError): void {
    const connection = this.#connections.get(socket);
    if (!connection || !socket.writable) {
      if (!connection || connection.end === undefined) socket.destroy();
      return;
    }
    if (connection.end !== undefined || connection.socket.writableEnded) return;
    const { answers, request } = connection;
    const [before, response] = [answers.at(-2), answers.at(-1)];
    // The body of the latest request is refused, or the bytes after it.
    const isBody = request?.complete === false;
    // The body of another method is never read: it must make no difference if its answer has begun.
    const isAnswered = isBody && (response?.headersSent === true || request.method !== 'POST');
    const due = isBody && !isAnswered ? before : response;
    if (due?.headersSent && !due.writableEnded) {
      // A stream of events does not end, and nothing else may be written into it.
      socket.destroy();
      return;
    }
    connection.end = performance.now() + this.#options.requestTimeoutMs;
    // No second answer to a request that is answered before its body is complete, nor one after an
    // answer that closes.
    const finish = () =>
      isAnswered || due?.shouldKeepAlive === false
        ? connection.socket.destroySoon()
        : this.#hangUp(connection, error);
    // Before the listener of node:http, which would send the next answer.
    if (due && !due.closed && !due.writableFinished) due.prependOnceListener('finish', finish);
    else finish();
  }

  #hangUp(connection: Connection, error: HttpError): void {
    const { socket } = connection;
    const { headers, origin } = this.#options;
    if (socket.writable) socket.write(formatRefusal(error, headers, origin()));
    this.#linger(connection);
  }

  /**
   * Ends a connection after its last answer, and skips further input: closed at once, it would be
   * reset, and the part of the answer in flight would be lost (RFC 9112 §9.6).
   */
  #linger(connection: Connection): void {
    const { socket } = connection;
    const limit = () => {
      const end = performance.now() + this.#lingerMs;
      connection.end = Math.min(connection.end ?? end, end);
    };
    if (socket.writableFinished) limit();
    else socket.once('finish', limit);
    socket.end();
    // A tunnel is not read.
    socket.resume();
  }

  /**
   * Ends connections whose time is up; to be called regularly. node:http watches over heads and
   * bodies, but not over empty lines before a request.
   */
  sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections.values()) {
      const { socket, request, end } = connection;
      if (end !== undefined) {
        if (now >= end) socket.destroy();
        continue;
      }
      if (request?.complete === false) continue;
      if (!isBusy(connection)) {
        // An idle connection does not keep its last answer in memory.
        connection.request = undefined;
        connection.answers = [];
      }
      connection.whole ??= socket.bytesRead;
      if (socket.bytesRead === connection.whole) continue;
      connection.since ??= now;
      if (now - connection.since < this.#options.requestTimeoutMs) continue;
      this.refuse(socket, refusalOf(LATE));
    }
  }

  /** Closes connections without an answer in flight, even if half a request has arrived. */
  closeIdle(): void {
    for (const connection of this.#connections.values()) {
      if (!isBusy(connection)) connection.socket.destroy();
    }
  }

  closeAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }
}

/** True while an answer is being made or sent. */
function isBusy({ answers, socket }: Connection): boolean {
  return socket.writableLength > 0 || answers.at(-1)?.closed === false;
}

/** Returns a function that logs at once, and then at most once a minute. */
export function logRarely<Detail>(log: (detail: Detail) => void): (detail: Detail) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (detail) => {
    const now = performance.now();
    if (now - last < LOG_MS) return;
    last = now;
    log(detail);
  };
}
