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
 * piece, thousands of small ones, even if their client does not read: it loses its connection.
 */
export const MAX_UNANSWERED = 128;
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
  /** Answers a request with an error. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: HttpError) => void;
  readonly log: Logger;
};

type Connection = {
  readonly socket: Socket;
  /** The latest request whose head is complete. */
  request?: IncomingMessage | undefined;
  /** The answers to the latest requests, in order, without those sent before the latest. */
  answers: ServerResponse[];
  /** The time when the connection ends, whatever its client does. */
  end?: number;
};

/**
 * The connections that node:http reads. It bounds their number, and refuses input that is not HTTP
 * or is late, unless the refusal could be taken for the answer to a request. It ends refused
 * connections soon, as a half-closed socket would stay as long as its client sends.
 */
export class Connections {
  readonly #options: ConnectionOptions;
  /** The one with the oldest request first. */
  readonly #connections = new Map<Duplex, Connection>();
  readonly #logFull: () => void;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { maxConnections, log } = options;
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
      this.#logFull();
      const idlest = this.#connections.values().find((one) => !isBusy(one));
      if (!idlest) {
        socket.destroy();
        return;
      }
      this.#connections.delete(idlest.socket);
      idlest.socket.destroy();
    }
    const connection: Connection = { socket, answers: [] };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // node:http removes its own listener when it gives up a connection.
    socket.on('error', () => socket.destroy());
    // node:http calls this after the last answer.
    socket.destroySoon = () => this.#linger(connection);
  };

  /** Notes a request whose head is complete. Returns false if it is not to be answered. */
  receive(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (!connection) return false;
    // The one with the newest request is last.
    this.#connections.delete(socket);
    this.#connections.set(socket, connection);
    const { answers } = connection;
    while (answers[0]?.closed) answers.shift();
    answers.push(response);
    connection.request = request;
    if (answers.length <= MAX_UNANSWERED) return true;
    socket.destroy();
    return false;
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

  /**
   * Refuses the rest of a connection, and hangs up. The error is sent if it answers a body that is
   * awaited, or if every request was answered; otherwise the answer that is due is the last one.
   */
  refuse(socket: Duplex, error: HttpError): void {
    const connection = this.#connections.get(socket);
    if (!connection || !socket.writable) {
      if (connection?.end === undefined) socket.destroy();
      return;
    }
    if (connection.end !== undefined || connection.socket.writableEnded) return;
    const { requestTimeoutMs, refuse, headers, origin } = this.#options;
    const { request, answers } = connection;
    const response = answers.at(-1);
    const isInBody = request?.complete === false;
    connection.end = performance.now() + requestTimeoutMs;
    if (!response || response.closed || response.writableFinished) {
      // A request may have been answered before its body is complete.
      if (!isInBody) socket.write(formatRefusal(error, headers, origin()));
      this.#linger(connection);
    } else if (!response.headersSent) {
      response.shouldKeepAlive = false;
      // The body of another method is never read.
      if (isInBody && request.method === 'POST') refuse(request, response, error);
    } else if (response.writableEnded) response.once('finish', () => this.#linger(connection));
    // A stream of events does not end, and nothing else may be written into it.
    else socket.destroy();
  }

  /**
   * Ends a connection after its last answer, and skips further input: closed at once, it would be
   * reset, and the part of the answer in flight would be lost (RFC 9112 §9.6).
   */
  #linger(connection: Connection): void {
    const { socket } = connection;
    const lingerMs = Math.min(LINGER_MS, this.#options.requestTimeoutMs);
    const limit = () => {
      const end = performance.now() + lingerMs;
      connection.end = Math.min(connection.end ?? end, end);
    };
    if (socket.writableFinished) limit();
    else socket.once('finish', limit);
    socket.end();
    // A tunnel is not read.
    socket.resume();
  }

  /** Ends connections whose time is up; to be called regularly. */
  sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections.values()) {
      if (connection.end !== undefined && now >= connection.end) connection.socket.destroy();
      if (connection.request?.complete === false || isBusy(connection)) continue;
      // An idle connection does not keep its last answer in memory.
      connection.request = undefined;
      connection.answers = [];
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
export function logRarely<Args extends unknown[]>(log: (...args: Args) => void) {
  let last = Number.NEGATIVE_INFINITY;
  return (...args: Args): void => {
    const now = performance.now();
    if (now - last < LOG_MS) return;
    last = now;
    log(...args);
  };
}
