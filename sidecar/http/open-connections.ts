import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawHeaders } from './headers.ts';
import type { HttpError } from './http-error.ts';
import { formatRefusal, LATE, refusalOf } from './send-error.ts';

/** How long a client may go on sending after its last answer, so that it can read that. */
const LINGER_MS = 2_000;
/**
 * Maximum unfinished answers of a connection. node:http hands over all requests that arrive in one
 * piece, thousands of small ones, whether or not their client reads.
 */
const MAX_BEGUN = 8;

/** The code of node:http for bytes behind a request with `Connection: close`. */
const BEHIND_LAST = 'HPE_CLOSED_CONNECTION';

type Options = {
  /** How long a head or a body may take from its first byte on. */
  readonly requestTimeoutMs: number;
  /** What every answer carries. */
  readonly headers: RawHeaders;
  /** The public origin, or empty while it is not known. */
  readonly origin: () => string;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
};

/** A connection that node:http reads. */
type Connection = {
  readonly socket: Socket;
  /** The latest request whose head is whole. */
  request?: IncomingMessage | undefined;
  /** The answers that are not completely sent, in order; that to the latest request stays. */
  due: ServerResponse[];
  /** How many requests wait for the answers to others. */
  waiting: number;
  /**
   * How many bytes had arrived when nothing was missing; undefined until the next sweep. -1 at first,
   * as a new connection has to send a request in time (on the fast path, silent ones count as idle).
   */
  whole: number | undefined;
  /** Since when something is missing. */
  since: number | undefined;
  /** Whether reading was paused since the latest request, as its client does not read. */
  wasPaused: boolean;
  /** When the connection ends, whatever its client does. */
  end: number | undefined;
};

/**
 * The connections that node:http reads. Refuses what is not HTTP, or not whole in time, but only where
 * that cannot be taken for the answer to another request. Ends refused connections soon, as a socket
 * that is half closed would stay for as long as its client sends.
 */
export class OpenConnections {
  readonly #options: Options;
  readonly #lingerMs: number;
  readonly #connections = new Map<Duplex, Connection>();

  constructor(options: Options) {
    this.#options = options;
    this.#lingerMs = Math.min(LINGER_MS, options.requestTimeoutMs);
  }

  /** Begins to watch a connection. */
  readonly add = (socket: Socket): void => {
    const since = this.#options.now();
    const connection: Connection = {
      socket,
      due: [],
      waiting: 0,
      whole: -1,
      since,
      wasPaused: false,
      end: undefined,
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    // node:http reads on after each answer.
    socket.on('resume', () => {
      if (connection.waiting > 0) socket.pause();
    });
    // node:http removes its own listener where it gives a connection up.
    socket.on('error', () => socket.destroy());
    // What node:http calls behind the last answer.
    socket.destroySoon = () => this.#linger(connection);
  };

  /**
   * Answers a request whose head is complete, at once or, behind many others, after these: until then
   * nothing more is read, so that a client that does not read takes no more memory.
   */
  receive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#connections.get(request.socket);
    if (!connection) {
      answer();
      return;
    }
    const { socket, due } = connection;
    while (due[0]?.closed) due.shift();
    due.push(response);
    connection.request = request;
    connection.whole = undefined;
    connection.since = undefined;
    connection.wasPaused = false;
    const leader = due.at(-1 - MAX_BEGUN);
    if (!leader || leader.closed) {
      answer();
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
   * Sends 100 (Continue) to a client that waits for it, once the answer to its request is next:
   * node:http would put an earlier one between head and body of an answer that waits for another. A
   * client that is answered meanwhile gets none, as its body is not read.
   */
  invite({ socket }: IncomingMessage, response: ServerResponse): void {
    const before = this.#connections.get(socket)?.due.at(-2);
    const invite = () => {
      if (!response.headersSent && !socket.destroyed) response.writeContinue();
    };
    if (before && !before.closed) before.once('close', invite);
    else setImmediate(invite);
  }

  /**
   * The parser refuses what arrived. Requests before it in the same piece that need but a turn of the
   * event loop are answered first: the parser may report its error before or after them.
   */
  readonly fail = (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else setImmediate(() => this.#fail(error, socket));
  };

  #fail(error: Error & { code?: string }, socket: Duplex): void {
    const connection = this.#connections.get(socket);
    // Bytes behind the last answer are skipped, also while that is still due (RFC 9112 §9.6).
    if (
      connection?.end !== undefined ||
      connection?.socket.writableEnded ||
      error.code === BEHIND_LAST
    )
      return;
    if (!connection || !socket.writable) socket.destroy();
    // Time in which reading was paused does not count; sweep() finds what is late without it.
    else if (error.code === LATE && (connection.wasPaused || connection.socket.isPaused())) return;
    else if (error.code === LATE) this.#failLate(connection);
    else this.refuse(connection.socket, refusalOf(error.code));
  }

  /** Answers with an error, after the answers to all requests before, and hangs up. */
  refuse(socket: Socket, error: HttpError): void {
    const connection = this.#connections.get(socket);
    if (!connection) {
      socket.destroy();
      return;
    }
    const { due: answers, request } = connection;
    const [before, response] = [answers.at(-2), answers.at(-1)];
    // Refused is the body of the latest request, or what follows it.
    const isBody = request?.complete === false;
    // The body of another method is never read: whether its answer has begun must make no difference.
    const isAnswered = isBody && (response?.headersSent === true || request.method !== 'POST');
    const due = isBody && !isAnswered ? before : response;
    if (due?.headersSent && !due.writableEnded) {
      // A stream of events does not end, and nothing else may be put into it.
      socket.destroy();
      return;
    }
    const { requestTimeoutMs, now } = this.#options;
    connection.end = now() + requestTimeoutMs;
    // No second answer to a request that is answered before its body is complete, nor one behind an
    // answer that closes, such as that of node:http to a client that got no 100 (Continue).
    const finish = () =>
      isAnswered || due?.shouldKeepAlive === false
        ? socket.destroySoon()
        : this.#hangUp(connection, error);
    // Before the listener of node:http, which would send the next answer.
    if (due && !due.closed && !due.writableFinished) due.prependOnceListener('finish', finish);
    else finish();
  }

  /** Ends connections whose time is over. To be called regularly. */
  sweep(): void {
    const now = this.#options.now();
    for (const connection of this.#connections.values()) {
      if (connection.end !== undefined) {
        if (now >= connection.end) connection.socket.destroy();
      } else if (this.#isLate(connection, now)) {
        this.#failLate(connection);
      }
    }
  }

  /**
   * Whether bytes arrived that have not become a request in time. node:http watches over heads and
   * bodies, but neither over empty lines before a request nor over lateness while reading was paused.
   */
  #isLate(connection: Connection, now: number): boolean {
    const { socket, request } = connection;
    const isWhole = !request || request.complete;
    if (isWhole) connection.whole ??= socket.bytesRead;
    if (isWhole && connection.due.at(-1)?.closed) {
      // An idle connection does not keep its last answer in memory.
      connection.request = undefined;
      connection.due = [];
    }
    connection.wasPaused ||= socket.isPaused();
    if (socket.isPaused() || (isWhole && socket.bytesRead === connection.whole)) {
      connection.since = undefined;
      return false;
    }
    connection.since ??= now;
    return now - connection.since >= this.#options.requestTimeoutMs;
  }

  #failLate(connection: Connection): void {
    const { socket } = connection;
    this.refuse(socket, refusalOf(LATE));
    // The client's time is over: it is not waited for.
    if (socket.writableEnded) Socket.prototype.destroySoon.call(socket);
  }

  #hangUp(connection: Connection, error: HttpError): void {
    const { socket } = connection;
    const { headers, origin } = this.#options;
    if (socket.writable) socket.write(formatRefusal(error, headers, origin()));
    this.#linger(connection);
  }

  /**
   * Ends a connection behind its last answer, and skips what its client still sends: closed at once,
   * it would be reset, and the part of the answer in flight be lost (RFC 9112 §9.6).
   */
  #linger(connection: Connection): void {
    const { socket } = connection;
    const limit = () => {
      const end = this.#options.now() + this.#lingerMs;
      connection.end = Math.min(connection.end ?? end, end);
    };
    if (socket.writableFinished) limit();
    else socket.once('finish', limit);
    socket.end();
    // A tunnel is not read, and a paused client may have hung up.
    socket.resume();
  }
}
