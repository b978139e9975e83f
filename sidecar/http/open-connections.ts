import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawHeaders } from './headers.ts';
import type { HttpError } from './http-error.ts';
import { formatRefusal, LATE, refusalOf } from './send-error.ts';

/** As long a client may go on sending behind its last answer, so that it comes to read that. */
const LINGER_MS = 2_000;
/**
 * So many answers to one connection are made at a time. node:http hands over all requests that come
 * in one piece, thousands of small ones, whether their client reads or not.
 */
const MAX_BEGUN = 8;

/** The code of node:http for what comes behind a request with `Connection: close`. */
const BEHIND_LAST = 'HPE_CLOSED_CONNECTION';

type Settings = {
  /** What a head or a body may take from its first byte on. */
  readonly requestTimeoutMs: number;
  /** What every answer carries. */
  readonly headers: RawHeaders;
  /** Milliseconds, of a clock that only goes on. */
  readonly now: () => number;
};

/** A connection that node:http reads. */
type Talk = {
  readonly socket: Socket;
  /** The latest request whose head is whole. */
  request?: IncomingMessage | undefined;
  /** The answers that are not sent whole, in their order; that to the latest request stays. */
  due: ServerResponse[];
  /** How many requests wait for the answers to others. */
  waiting: number;
  /**
   * How many bytes had come when nothing was missing; undefined until somebody looked. -1 at first: a
   * connection that comes here with its first byte, or silent where no fast path is in front, has to
   * send a request in time. On the fast path, who is silent is idle, and has the time that those have.
   */
  whole: number | undefined;
  /** Since when something is missing. */
  since: number | undefined;
  /** Whether nothing was read for a while since the latest request, as its client does not read. */
  wasPaused: boolean;
  /** When the connection ends, whatever its client does. */
  end: number | undefined;
};

/**
 * The connections that node:http reads. It refuses what is not HTTP, or not whole in time, but only
 * where that cannot be taken for the answer to another request, and sees to it that whoever was
 * refused is gone soon: a socket that is only half closed stays as long as its client sends.
 */
export class OpenConnections {
  readonly #settings: Settings;
  readonly #lingerMs: number;
  readonly #talks = new Map<Duplex, Talk>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#lingerMs = Math.min(LINGER_MS, settings.requestTimeoutMs);
  }

  /** A connection is read by node:http from here on. */
  readonly add = (socket: Socket): void => {
    const since = this.#settings.now();
    const talk: Talk = {
      socket,
      due: [],
      waiting: 0,
      whole: -1,
      since,
      wasPaused: false,
      end: undefined,
    };
    this.#talks.set(socket, talk);
    socket.once('close', () => this.#talks.delete(socket));
    // node:http reads on after each answer.
    socket.on('resume', () => {
      if (talk.waiting > 0) socket.pause();
    });
    // node:http takes its own listener away where it gives a connection up.
    socket.on('error', () => socket.destroy());
    // What node:http calls behind the last answer.
    socket.destroySoon = () => this.#linger(talk);
  };

  /**
   * The head of a request is whole. It is answered at once or, behind many others, when its turn comes:
   * until then nothing more is read, so that who does not read takes no more memory.
   */
  heard(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const talk = this.#talks.get(request.socket);
    if (!talk) {
      answer();
      return;
    }
    const { socket, due } = talk;
    while (due[0]?.closed) due.shift();
    due.push(response);
    talk.request = request;
    talk.whole = undefined;
    talk.since = undefined;
    talk.wasPaused = false;
    const leader = due.at(-1 - MAX_BEGUN);
    if (!leader || leader.closed) {
      answer();
      return;
    }
    talk.waiting += 1;
    socket.pause();
    leader.once('close', () => {
      talk.waiting -= 1;
      if (socket.destroyed) return;
      answer();
      if (talk.waiting === 0) socket.resume();
    });
  }

  /**
   * A client waits to be told to send the body of a request that was heard. It is told when the answer
   * to that is next: node:http puts an early 100 (Continue) between the head and the body of an answer
   * that waits for another. Who is answered meanwhile is not told: nobody reads that body.
   */
  invite({ socket }: IncomingMessage, response: ServerResponse): void {
    const before = this.#talks.get(socket)?.due.at(-2);
    const invite = () => {
      if (!response.headersSent && !socket.destroyed) response.writeContinue();
    };
    if (before && !before.closed) before.once('close', invite);
    else setImmediate(invite);
  }

  /**
   * The parser refuses what came. What came before it in the same piece is answered first, where that
   * needs nothing but a turn: the parser says it before or after that, as the bytes came to it.
   */
  readonly fail = (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else setImmediate(() => this.#fail(error, socket));
  };

  #fail(error: Error & { code?: string }, socket: Duplex): void {
    const talk = this.#talks.get(socket);
    // What comes behind the last answer is read past, also where that is due still (RFC 9112 §9.6).
    if (talk?.end !== undefined || talk?.socket.writableEnded || error.code === BEHIND_LAST) return;
    if (!talk || !socket.writable) socket.destroy();
    // The time in which nothing was read is not the client's; what is late by more is found here.
    else if (error.code === LATE && (talk.wasPaused || talk.socket.isPaused())) return;
    else if (error.code === LATE) this.#failLate(talk);
    else this.refuse(talk.socket, refusalOf(error.code));
  }

  /** Answers with the body of errors, once what was asked before is answered, and hangs up. */
  refuse(socket: Socket, error: HttpError): void {
    const talk = this.#talks.get(socket);
    if (!talk) {
      socket.destroy();
      return;
    }
    const { due: answers, request } = talk;
    const [before, response] = [answers.at(-2), answers.at(-1)];
    // What is refused is the body of the latest request, or what comes behind it.
    const isBody = request?.complete === false;
    // Nobody reads the body of another method: whether its answer has begun must make no difference.
    const isAnswered = isBody && (response?.headersSent === true || request.method !== 'POST');
    const due = isBody && !isAnswered ? before : response;
    if (due?.headersSent && !due.writableEnded) {
      // A stream of events has no end to wait for, and nothing may be put into it.
      socket.destroy();
      return;
    }
    const { requestTimeoutMs, now } = this.#settings;
    talk.end = now() + requestTimeoutMs;
    // Who is answered before its body is whole gets no second answer, nor does anything behind an
    // answer that closes: node:http makes that of one whose client was not told to send its body.
    const finish = () =>
      isAnswered || due?.shouldKeepAlive === false
        ? socket.destroySoon()
        : this.#hangUp(talk, error);
    // First of those who hear of it: node:http would send the next answer, of which this takes the place.
    if (due && !due.closed && !due.writableFinished) due.prependOnceListener('finish', finish);
    else finish();
  }

  /** To be called again and again: ends whoever has had its time. */
  sweep(): void {
    const now = this.#settings.now();
    for (const talk of this.#talks.values()) {
      if (talk.end !== undefined) {
        if (now >= talk.end) talk.socket.destroy();
      } else if (this.#isLate(talk, now)) {
        this.#failLate(talk);
      }
    }
  }

  /**
   * Whether bytes came that have not become a request in time. node:http looks after heads and
   * bodies itself, all but two things: the empty lines that may stand before a request, which would
   * keep a connection for ever, and what was late while nothing was read here.
   */
  #isLate(talk: Talk, now: number): boolean {
    const { socket, request } = talk;
    const isWhole = !request || request.complete;
    if (isWhole) talk.whole ??= socket.bytesRead;
    if (isWhole && talk.due.at(-1)?.closed) {
      // Whoever waits idle does not keep what it was answered in memory.
      talk.request = undefined;
      talk.due = [];
    }
    talk.wasPaused ||= socket.isPaused();
    if (socket.isPaused() || (isWhole && socket.bytesRead === talk.whole)) {
      talk.since = undefined;
      return false;
    }
    talk.since ??= now;
    return now - talk.since >= this.#settings.requestTimeoutMs;
  }

  #failLate(talk: Talk): void {
    const { socket } = talk;
    this.refuse(socket, refusalOf(LATE));
    // Its client has had its time: nobody waits for it to hang up.
    if (socket.writableEnded) Socket.prototype.destroySoon.call(socket);
  }

  #hangUp(talk: Talk, error: HttpError): void {
    const { socket } = talk;
    if (socket.writable) socket.write(formatRefusal(error, this.#settings.headers));
    this.#linger(talk);
  }

  /**
   * Ends a connection behind its last answer, and reads past what its client goes on sending: to close
   * it at once would reset it, and what of the answer is still under way would be lost (RFC 9112 §9.6).
   */
  #linger(talk: Talk): void {
    const { socket } = talk;
    const limit = () => {
      const end = this.#settings.now() + this.#lingerMs;
      talk.end = Math.min(talk.end ?? end, end);
    };
    if (socket.writableFinished) limit();
    else socket.once('finish', limit);
    socket.end();
    // Nobody listens to a tunnel, and who was paused may have hung up.
    socket.resume();
  }
}
