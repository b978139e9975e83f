import type { Admitted } from './admitted.ts';
import type { McpParts } from './mcp-parts.ts';
import { refuse } from './refusal.ts';
import { findSession } from './session/find-session.ts';

/** GET: the event stream of a session, with updates of the resources that it subscribed to. */
export function openStream({ request, response, cors, client }: Admitted, parts: McpParts): void {
  if (!request.headers.accept?.toLowerCase().includes('text/event-stream')) {
    throw refuse(406, 'GET opens an event stream: Accept must list text/event-stream.');
  }
  const { sessions, sessionStreams, streams, subscriptions, updates } = parts;
  const session = findSession(request.headers, sessions);
  sessionStreams.checkFree(session);
  streams.add(client, response);
  sessionStreams.open(session, response, cors);
  const { id } = session;
  const unwatch = updates.watch({
    uris: () => subscriptions.of(id),
    notify: (uri) => sessionStreams.sendUpdate(id, uri),
  });
  response.once('close', unwatch);
}
