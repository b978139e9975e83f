import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { MCP_PATH } from '#agents/server-info.ts';
import { POST_HEADERS } from './mcp-requests.ts';
import { statelessHeaders, statelessMessage } from './mcp-stateless.ts';
import { waitUntil } from './wait-until.ts';

/** An event stream as a client sees it, or whatever was answered instead. */
export type EventStream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What was received so far. */
  readonly text: () => string;
  /** Resolves when so much of it says something. */
  readonly says: (part: string) => Promise<unknown>;
  /** Resolves with whether the other side ended it well. */
  readonly ended: Promise<boolean>;
  readonly close: () => void;
};

type Options = {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Makes the connection, such as one with TLS. */
  readonly agent?: Agent | undefined;
};

/** Asks /mcp for a stream over a connection of its own. */
export async function openEvents(
  url: string,
  { method = 'GET', headers, body, agent = new Agent() }: Options,
): Promise<EventStream> {
  const asked = request(url + MCP_PATH, { method, headers, agent });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const answered = Promise.withResolvers<import('node:http').IncomingMessage>();
  asked.once('response', answered.resolve).once('error', answered.reject);
  const response = await answered.promise;
  asked.on('error', () => {});
  let received = '';
  const ended = Promise.withResolvers<boolean>();
  response.once('close', () => ended.resolve(response.complete));
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => received,
    says: (part) => waitUntil(`the stream says ${part}`, () => received.includes(part)),
    ended: ended.promise,
    close: () => asked.destroy(),
  };
}

/** The stream of a session. */
export function openSessionStream(url: string, session: string, agent?: Agent) {
  const headers = { Accept: POST_HEADERS.Accept ?? '', 'Mcp-Session-Id': session };
  return openEvents(url, { headers, agent });
}

/** A subscription of the revision without sessions. */
export function listen(url: string, uris: readonly string[], agent?: Agent) {
  const params = { notifications: { resourceSubscriptions: uris } };
  return openEvents(url, {
    method: 'POST',
    headers: statelessHeaders('subscriptions/listen', params),
    body: statelessMessage('subscriptions/listen', params),
    agent,
  });
}
