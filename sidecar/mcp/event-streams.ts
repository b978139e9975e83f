import type { ServerResponse } from 'node:http';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE } from '#artifacts/media-types.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import { RpcError, refuse } from './rpc-answer.ts';

/** A stream that is to be opened. */
type Opening = {
  readonly client: string;
  readonly response: ServerResponse;
  /** The session that it is of; undefined of 2026-07-28, where the SDK writes what is sent. */
  readonly session?: string;
  /** The resources whose updates it is notified of, now. */
  readonly uris: () => ReadonlySet<string>;
};

type Stream = Opening & {
  readonly until: number;
  /** Whether the client had not read what was sent when it was looked at last. */
  isBehind: boolean;
};

const LIFE_MS = MCP_LIMITS.streamMinutes * 60_000;
const RETRY_AFTER = { 'Retry-After': String(MCP_LIMITS.keepAliveSeconds) };
const NONE: ReadonlySet<string> = new Set();

const HEADERS: RawHeaders = [
  'Content-Type',
  EVENT_STREAM_TYPE,
  'Cache-Control',
  'no-store, no-transform',
  // nginx would hold events back otherwise.
  'X-Accel-Buffering',
  'no',
];

/**
 * The open event streams of all revisions, bounded by client, in all, and in time; and what sessions
 * have subscribed to. A session without either takes no room.
 */
export class EventStreams {
  readonly #now: () => number;
  #isEnding = false;
  readonly #streams = new Set<Stream>();
  /** By session, in the order of the last subscription. */
  readonly #subscriptions = new Map<string, Set<string>>();

  /** `now`: milliseconds, of a clock that only goes on. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a place until the response is closed. Throws an RpcError 503 where there is none. */
  add(opening: Opening): void {
    const { client, response } = opening;
    if (this.#isEnding) {
      const message = 'This service is about to end; ask again, and another answers.';
      throw refuse(503, message, RETRY_AFTER);
    }
    if (!this.#hasRoom(client)) {
      const { streamsPerClient, streams } = MCP_LIMITS;
      const most = `A client may have ${streamsPerClient} event streams, and all together ${streams}`;
      throw refuse(503, `${most}; close one, or try later.`, RETRY_AFTER);
    }
    const stream = { ...opening, until: this.#now() + LIFE_MS, isBehind: false };
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    // A stream that has just been ended may still be written to.
    response.on('error', () => response.destroy());
  }

  /**
   * Opens the stream of a session: GET of the transport of 2025-03-26 to 2025-11-25. Throws an
   * RpcError where the session has one already, or there are too many.
   */
  openSession(session: string, client: string, response: ServerResponse, more: RawHeaders): void {
    if (this.#streamOf(session)) {
      throw refuse(409, 'This session has its event stream already; a session has one.');
    }
    if (!this.#hasRoom(client)) {
      // Clients take this silently for a server without streams, and report any other status as a fault.
      const message =
        'As many event streams are open as there may be; the session works without one.';
      throw refuse(405, message, { Allow: 'POST, DELETE, OPTIONS' });
    }
    const uris = () => this.#subscriptions.get(session) ?? NONE;
    this.add({ client, response, session, uris });
    response.writeHead(200, [...HEADERS, ...more, ...DATA_SECURITY]);
    // Sends the head at once: a client waits for it.
    response.write(': open\n\n');
  }

  /**
   * Subscribes. Throws an RpcError where the session has as many resources as it may. Where too
   * many sessions subscribe, the one that did so longest ago and does not listen is forgotten, so
   * that no listener is silenced by others.
   */
  subscribe(session: string, uri: string): void {
    const uris = this.#subscriptions.get(session) ?? new Set();
    if (uris.size >= MCP_LIMITS.resourcesPerSession && !uris.has(uri)) {
      const most = MCP_LIMITS.resourcesPerSession;
      const message = `A session can be subscribed to ${most} resources; unsubscribe from one.`;
      throw new RpcError(RPC_CODES.invalidParams, message);
    }
    uris.add(uri);
    this.#subscriptions.delete(session);
    this.#subscriptions.set(session, uris);
    if (this.#subscriptions.size <= MCP_LIMITS.subscribedSessions) return;
    // There are fewer streams than sessions that may subscribe.
    const silent = this.#subscriptions.keys().find((known) => !this.#streamOf(known));
    if (silent !== undefined) this.#subscriptions.delete(silent);
  }

  unsubscribe(session: string, uri: string): void {
    const uris = this.#subscriptions.get(session);
    uris?.delete(uri);
    if (uris?.size === 0) this.#subscriptions.delete(session);
  }

  /** Ends the stream and the subscriptions of a session. */
  endSession(session: string): void {
    this.#streamOf(session)?.response.end();
    this.#subscriptions.delete(session);
  }

  /** The resources that any stream is notified of. */
  get watched(): ReadonlySet<string> {
    return new Set([...this.#streams].flatMap(({ uris }) => [...uris()]));
  }

  /** Notifies the sessions that subscribed to a resource. */
  notify(uri: string): void {
    const method = 'notifications/resources/updated';
    const notification = JSON.stringify({ jsonrpc: '2.0', method, params: { uri } });
    for (const { session, uris, response } of this.#streams) {
      if (session === undefined || !uris().has(uri) || response.writableEnded) continue;
      response.write(`event: message\ndata: ${notification}\n\n`);
    }
  }

  /**
   * Ends the streams whose time is over, drops those whose client does not read, and keeps proxies
   * from closing what looks idle.
   */
  sweep(): void {
    const now = this.#now();
    for (const stream of this.#streams) {
      const { response, until, session } = stream;
      const isBehind = response.writableNeedDrain;
      // What was ended is still open only where its client does not read the end.
      if (response.writableEnded || (isBehind && stream.isBehind)) response.destroy();
      else if (now >= until) response.end();
      else if (session !== undefined && !isBehind) response.write(': keepalive\n\n');
      stream.isBehind = isBehind;
    }
  }

  /** Ends all of them, and lets none begin: the process is about to end. */
  end(): void {
    this.#isEnding = true;
    for (const { response } of this.#streams) response.end();
  }

  #hasRoom(client: string): boolean {
    const own = [...this.#streams].filter((stream) => stream.client === client).length;
    return own < MCP_LIMITS.streamsPerClient && this.#streams.size < MCP_LIMITS.streams;
  }

  #streamOf(session: string): Stream | undefined {
    return this.#streams.values().find((stream) => stream.session === session);
  }
}
