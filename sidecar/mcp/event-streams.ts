import type { ServerResponse } from 'node:http';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE } from '#artifacts/media-types.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import { RpcError, refuse } from './rpc-answer.ts';

/** A stream to open. */
type Opening = {
  readonly client: string;
  readonly response: ServerResponse;
  /** Its session; undefined for 2026-07-28, where the SDK writes the events. */
  readonly session?: string;
  /** Returns the resources that it currently watches. */
  readonly uris: () => ReadonlySet<string>;
};

type Stream = Opening & { readonly until: number };

const LIFE_MS = MCP_LIMITS.streamMinutes * 60_000;
const RETRY_AFTER = { 'Retry-After': String(MCP_LIMITS.keepAliveSeconds) };
const NONE: ReadonlySet<string> = new Set();

const HEADERS: RawHeaders = Object.entries({
  'Content-Type': EVENT_STREAM_TYPE,
  'Cache-Control': 'no-store, no-transform',
  // Otherwise nginx would hold events back.
  'X-Accel-Buffering': 'no',
}).flat();

/**
 * The open event streams of all revisions, bounded by client, in total, and in time; and the
 * subscriptions of sessions. A session without either takes no memory.
 */
export class EventStreams {
  readonly #now: () => number;
  #isEnding = false;
  readonly #streams = new Set<Stream>();
  /** By session, in the order of the last subscription. */
  readonly #subscriptions = new Map<string, Set<string>>();

  /** `now`: milliseconds, of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a place until the response is closed. Throws an RpcError 503 if there is none. */
  add(opening: Opening): void {
    const { client, response } = opening;
    if (this.#isEnding) {
      const advice = 'retry the request, and another instance answers.';
      throw refuse(503, `This service is shutting down; ${advice}`, RETRY_AFTER);
    }
    if (!this.#hasRoom(client)) {
      const { streamsPerClient, streams } = MCP_LIMITS;
      const most = `A client may have ${streamsPerClient} event streams, and all together ${streams}`;
      throw refuse(503, `${most}; close one, or try again later.`, RETRY_AFTER);
    }
    const stream = { ...opening, until: this.#now() + LIFE_MS };
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    // A stream that has just been ended may still be written to.
    response.on('error', () => response.destroy());
  }

  /**
   * Opens the stream of a session: GET of the transport of 2025-03-26 to 2025-11-25. Throws an
   * RpcError if the session already has one, or there are too many.
   */
  openSession(session: string, client: string, response: ServerResponse, more: RawHeaders): void {
    if (this.#streamOf(session)) {
      throw refuse(409, 'This session already has an event stream; a session can have only one.');
    }
    if (!this.#hasRoom(client)) {
      // Clients take this for a server without streams, and any other status for a fault.
      const message = 'The maximum number of event streams is open; the session works without one.';
      throw refuse(405, message, { Allow: 'POST, DELETE, OPTIONS' });
    }
    const uris = () => this.#subscriptions.get(session) ?? NONE;
    this.add({ client, response, session, uris });
    response.writeHead(200, [...HEADERS, ...more, ...DATA_SECURITY]);
    // Sends the head at once: a client waits for it.
    response.write(': open\n\n');
  }

  /**
   * Subscribes. Throws an RpcError if the session has reached its limit. Of too many sessions, the
   * one that subscribed longest ago and does not listen is forgotten: no listener is silenced by
   * others.
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

  /** The resources that any stream watches. */
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
   * Ends the streams whose time is up, drops those whose client has much left to read, and keeps
   * proxies from closing streams that look idle.
   */
  sweep(): void {
    const now = this.#now();
    for (const { response, until, session } of this.#streams) {
      // An ended stream is still open only if its client does not read the end.
      if (response.writableEnded || response.writableNeedDrain) response.destroy();
      else if (now >= until) response.end();
      else if (session !== undefined) response.write(': keepalive\n\n');
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
