import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type FetchLikeMcpHandler, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { CAPABILITIES, MCP_LIMITS, MCP_PATH } from '#agents/server-info.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import { addHeaders } from '../http/reply.ts';
import type { StatelessMessage } from './messages.ts';
import { type Answering, describeServer, METHODS, runMethod } from './methods.ts';
import { type RpcAnswer, RpcError } from './rpc-answer.ts';

/** The status of an exchange whose client disconnected. */
const CLIENT_CLOSED = 499;

/** Longer than any that clients use. */
const MAX_ID_LENGTH = 256;

const Listening = z.object({
  notifications: z.object({ resourceSubscriptions: z.array(z.string()) }),
});

/**
 * Returns the resources that a message subscribes to. The SDK answers every other fault of the
 * filter; only its length is ours to judge. Throws an RpcError if it or the id is too long.
 */
export function subscriptionOf({ id, params }: StatelessMessage): ReadonlySet<string> {
  const filter = Listening.safeParse(params).data?.notifications;
  const uris = new Set(filter?.resourceSubscriptions);
  const most = MCP_LIMITS.resourcesPerSession;
  if (uris.size > most) {
    const text = `A subscription can name at most ${most} resources; name fewer.`;
    throw new RpcError(RPC_CODES.invalidParams, text, { id: id ?? null });
  }
  if (String(id).length > MAX_ID_LENGTH) {
    const text = `The id of a subscription is repeated in each of its messages; use one with at most ${MAX_ID_LENGTH} characters.`;
    throw new RpcError(RPC_CODES.invalidParams, text);
  }
  return uris;
}

/** The headers that 2026-07-28 compares with the body (SEP-2243). */
const COMPARED = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Revision 2026-07-28, which has no sessions: every request states its revision and its client's
 * capabilities. The SDK's handler judges requests, and frames answers and subscriptions.
 */
export class StatelessTransport {
  readonly #deps: Answering;
  readonly #answering: McpHttpHandler;
  /** Separate, since it is closed while requests in flight are still answered. */
  readonly #listening: McpHttpHandler;

  constructor(deps: Answering) {
    this.#deps = deps;
    const createServer: McpServerFactory = ({ requestInfo }) =>
      this.#createServer(requestInfo?.headers.get('mcp-method') ?? '');
    this.#answering = createMcpHandler(createServer, { legacy: 'reject' });
    this.#listening = createMcpHandler(createServer, {
      legacy: 'reject',
      maxSubscriptions: MCP_LIMITS.streams,
      keepAliveMs: MCP_LIMITS.keepAliveSeconds * 1000,
    });
  }

  /** Answers everything except subscriptions; undefined if the client has disconnected. */
  async answer(
    message: StatelessMessage,
    headers: IncomingHttpHeaders,
  ): Promise<RpcAnswer | undefined> {
    // The body is handed over as it was parsed: this one is never read.
    const asked = new Request(`http://localhost${MCP_PATH}`, {
      method: 'POST',
      headers: headersOf(headers),
    });
    const response = await this.#answering.fetch(asked, { parsedBody: message });
    const { status } = response;
    if (status === CLIENT_CLOSED) return undefined;
    const json = await response.text();
    return { status, json: json === '' ? undefined : json };
  }

  /** Answers `subscriptions/listen` with a stream of events, until either side closes it. */
  async listen(
    message: StatelessMessage,
    request: IncomingMessage,
    response: ServerResponse,
    cors: RawHeaders,
  ): Promise<void> {
    addHeaders(response, [...cors, ...DATA_SECURITY]);
    const { headers } = request;
    const body = () => request[Symbol.asyncIterator]();
    const asked = { method: 'POST', url: MCP_PATH, headers, [Symbol.asyncIterator]: body };
    await toNodeHandler({ fetch: this.#fetchUncached })(asked, response, message);
  }

  /** Ends all subscriptions; other requests are still answered. */
  readonly close = (): Promise<void> => this.#listening.close();

  /** Notifies the subscribers of a resource that changed. */
  notify(uri: string): void {
    this.#listening.notify.resourceUpdated(uri);
  }

  /** The SDK allows a stream to be stored and revalidated; nothing here may be stored. */
  readonly #fetchUncached: FetchLikeMcpHandler['fetch'] = async (request, options) => {
    const response = await this.#listening.fetch(request, options);
    response.headers.set('Cache-Control', 'no-store, no-transform');
    return response;
  };

  async #createServer(name: string): Promise<Server> {
    const { info, instructions } = await describeServer(this.#deps.current.get().published);
    const server = new Server(info, {
      capabilities: CAPABILITIES,
      instructions,
      cacheHints: { 'server/discover': LISTED },
    });
    const method = METHODS.get(name);
    // Without a handler, the SDK answers that the method does not exist, with the right status.
    if (method) {
      server.fallbackRequestHandler = async ({ params }) => ({
        ...(await runMethod(method, params, this.#deps)),
        ...cacheHintOf(name),
      });
    }
    return server;
  }
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  const sent = new Headers({ 'content-type': 'application/json' });
  for (const name of COMPARED) if (name in headers) sent.set(name, String(headers[name]));
  return sent;
}

/** Lists change with the program, and the facts in them with the release. */
const LISTED = { ttlMs: 300_000, cacheScope: 'public' } as const;
/** As long as HTTP allows for published files. */
const READ = { ttlMs: 60_000, cacheScope: 'public' } as const;

/** Returns how long clients may keep results of a method (2026-07-28, server/utilities/caching). */
function cacheHintOf(method: string) {
  if (method === 'resources/read') return READ;
  return method.endsWith('/list') ? LISTED : undefined;
}
