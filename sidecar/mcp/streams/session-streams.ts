import type { ServerResponse } from 'node:http';
import { EVENT_STREAM_TYPE } from '#artifacts/media-types.ts';
import { accepts, DATA_SECURITY, type RawHeaders } from '../../http/headers.ts';
import { writeHead } from '../../http/reply.ts';
import type { Admitted, McpContext } from '../context.ts';
import { routeToSession } from '../protocol-headers.ts';
import { refuse } from '../rpc-reply.ts';
import type { Session } from '../sessions.ts';

/** What a client may leave unread before it is dropped: some hundred notifications. */
const MAX_UNREAD_BYTES = 64 * 1024;

const HEADERS: RawHeaders = [
  'Content-Type',
  EVENT_STREAM_TYPE,
  'Cache-Control',
  'no-store, no-transform',
  // nginx would hold events back otherwise.
  'X-Accel-Buffering',
  'no',
];

/** The event streams of sessions, one each: GET of the transport of 2025-03-26 to 2025-11-25. */
export class SessionStreams {
  readonly #streams = new Map<string, ServerResponse>();

  has(session: string): boolean {
    return this.#streams.has(session);
  }

  /** Throws a Refusal 409 where a session has its stream. */
  checkFree({ id }: Session): void {
    if (!this.#streams.has(id)) return;
    throw refuse(409, 'This session has its event stream already; a session has one.');
  }

  /** Opens the stream of a session that has none. */
  open({ id }: Session, response: ServerResponse, headers: RawHeaders): void {
    this.#streams.set(id, response);
    response.once('close', () => this.#streams.delete(id));
    writeHead(response, 200, [...HEADERS, ...headers, ...DATA_SECURITY]);
    // Sends the head at once: a client waits for it.
    response.write(': open\n\n');
  }

  /** Notifies a session that a resource changed; a client that does not read loses its stream. */
  sendUpdate(id: string, uri: string): void {
    const response = this.#streams.get(id);
    if (!response || response.writableEnded) return;
    const notification = {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri },
    };
    response.write(`event: message\ndata: ${JSON.stringify(notification)}\n\n`);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  }

  /** Keeps proxies from closing what looks idle. */
  keepAlive(): void {
    for (const response of this.#streams.values()) {
      if (!response.writableNeedDrain && !response.writableEnded) {
        response.write(': keepalive\n\n');
      }
    }
  }

  end({ id }: Session): void {
    this.#streams.get(id)?.end();
  }
}

/** GET: the event stream of a session, with updates of the resources that it subscribed to. */
export function openStream(
  { request, response, cors, client }: Admitted,
  context: McpContext,
): void {
  if (!accepts(request.headers.accept, [EVENT_STREAM_TYPE])) {
    throw refuse(406, `GET opens an event stream: Accept must list ${EVENT_STREAM_TYPE}.`);
  }
  const { sessions, sessionStreams, streams, subscriptions, updates } = context;
  const session = routeToSession(request.headers, sessions);
  sessionStreams.checkFree(session);
  if (!streams.hasRoom(client)) {
    // Clients take this silently for a server without streams, and report any other status as a fault.
    const message =
      'As many event streams are open as there may be; the session works without one.';
    throw refuse(405, message, { Allow: 'POST, DELETE, OPTIONS' });
  }
  streams.add(client, response);
  sessionStreams.open(session, response, cors);
  const { id } = session;
  const unwatch = updates.watch({
    uris: () => subscriptions.of(id),
    notify: (uri) => sessionStreams.sendUpdate(id, uri),
  });
  response.once('close', unwatch);
}
