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
import { CAPABILITIES, MCP_LIMITS } from '#agents/server-info.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { DATA_SECURITY } from '../http/headers.ts';
import { headersAddedTo, type Reply } from '../http/reply.ts';
import { type Admitted, currentSource, factsOf, type McpContext } from './context.ts';
import { Exchange } from './exchange.ts';
import { METHODS } from './methods.ts';
import type { StatelessMessage } from './protocol-headers.ts';
import { emptyReply, Refusal, rpcReply } from './rpc-reply.ts';

/** What ends an exchange whose client disconnected. */
const CLIENT_CLOSED = 499;

/** Answers a message of 2026-07-28; undefined where nothing more is to be sent. */
export async function replyWithoutSession(
  message: StatelessMessage,
  admitted: Admitted,
  context: McpContext,
): Promise<Reply | undefined> {
  const { request, cors } = admitted;
  if (message.method === 'subscriptions/listen') {
    await listen(message, admitted, context);
    return undefined;
  }
  const { current, log, tools } = context;
  const exchange = new Exchange(currentSource(current), log, tools);
  const { status, json } = await context.stateless.answer(request.headers, message, exchange);
  if (status === CLIENT_CLOSED) return undefined;
  return json === undefined ? emptyReply(status, cors) : rpcReply(status, json, cors);
}

/** Longer than any that clients make. */
const MAX_ID_LENGTH = 256;
/** What a client may leave unread before it is dropped. */
const MAX_UNREAD_UPDATES = 256;

const Listening = z.object({
  notifications: z.object({ resourceSubscriptions: z.array(z.string()) }),
});

/** Whatever is wrong with the filter, the SDK answers; only its length is ours to judge. */
async function listen(
  message: StatelessMessage,
  { request, response, cors, client }: Admitted,
  { current, streams, updates, stateless }: McpContext,
): Promise<void> {
  const filter = Listening.safeParse(message.params).data?.notifications;
  const uris = new Set(filter?.resourceSubscriptions);
  if (uris.size > MCP_LIMITS.resourcesPerSession) {
    const most = MCP_LIMITS.resourcesPerSession;
    const text = `A subscription can be to ${most} resources; name fewer.`;
    throw new Refusal(400, RPC_CODES.invalidParams, text, { id: message.id ?? null });
  }
  if (String(message.id).length > MAX_ID_LENGTH) {
    const text = `The id of a subscription stands in all that it is sent; take one of ${MAX_ID_LENGTH} characters at most.`;
    throw new Refusal(400, RPC_CODES.invalidParams, text);
  }
  currentSource(current);
  streams.add(client, response);
  let unread = 0;
  const notify = () => {
    unread = response.writableNeedDrain ? unread + 1 : 0;
    if (unread > MAX_UNREAD_UPDATES) response.destroy();
  };
  response.once('close', updates.watch({ uris: () => uris, notify }));
  const headers = [...cors, ...DATA_SECURITY, ...headersAddedTo(response)];
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
  await stateless.listen(request, response, message);
}

type Asked = { readonly exchange: Exchange; readonly method: string };

/** The headers that 2026-07-28 compares with the body (SEP-2243). */
const COMPARED = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Revision 2026-07-28, which has no sessions: every request says its revision and what its client
 * can do. The SDK's handler decides what is a right request, and frames answers and subscriptions.
 */
export class StatelessHandler {
  readonly #asked = new WeakMap<Request, Asked>();
  readonly #answering: McpHttpHandler;
  /** Apart, since it is closed while requests in flight are still answered. */
  readonly #listening: McpHttpHandler;
  readonly #path: string;

  constructor(path: string, current: () => ReviewSource) {
    this.#path = path;
    const createServer: McpServerFactory = ({ requestInfo }) =>
      this.#createServer(requestInfo, current);
    this.#answering = createMcpHandler(createServer, { legacy: 'reject' });
    this.#listening = createMcpHandler(createServer, {
      legacy: 'reject',
      maxSubscriptions: MCP_LIMITS.streams,
      keepAliveMs: MCP_LIMITS.keepAliveSeconds * 1000,
    });
  }

  /** Answers whatever is not a subscription. */
  async answer(headers: IncomingHttpHeaders, message: StatelessMessage, exchange: Exchange) {
    // The body is handed over as it was parsed: this one is never read.
    const asked = new Request(`http://localhost${this.#path}`, {
      method: 'POST',
      headers: headersOf(headers),
    });
    this.#asked.set(asked, { exchange, method: message.method });
    const response = await this.#answering.fetch(asked, { parsedBody: message });
    const text = await response.text();
    if (text === '') return { status: response.status, json: undefined };
    return { status: response.status, json: exchange.serialise(JSON.parse(text)) };
  }

  /** Answers `subscriptions/listen` with a stream of events, until either side closes it. */
  async listen(request: IncomingMessage, response: ServerResponse, message: object) {
    const { headers } = request;
    const body = () => request[Symbol.asyncIterator]();
    const asked = { method: 'POST', url: this.#path, headers, [Symbol.asyncIterator]: body };
    await toNodeHandler({ fetch: this.#fetchUncached })(asked, response, message);
  }

  /** Ends all subscriptions; whatever else is asked is answered on. */
  async close(): Promise<void> {
    await this.#listening.close();
  }

  /** Notifies the subscribers of a resource that changed. */
  notify(uri: string): void {
    this.#listening.notify.resourceUpdated(uri);
  }

  /** The SDK lets a stream be stored and revalidated; nothing here may be stored. */
  readonly #fetchUncached: FetchLikeMcpHandler['fetch'] = async (request, options) => {
    const response = await this.#listening.fetch(request, options);
    response.headers.set('Cache-Control', 'no-store, no-transform');
    return response;
  };

  async #createServer(request: Request | undefined, current: () => ReviewSource): Promise<Server> {
    const asked = request && this.#asked.get(request);
    const { info, instructions } = await factsOf(asked?.exchange.source ?? current());
    const server = new Server(info, {
      capabilities: CAPABILITIES,
      instructions,
      cacheHints: { 'server/discover': LISTED },
    });
    const method = asked && METHODS.get(asked.method);
    // Without a handler the SDK answers that there is no such method, with the status for it.
    if (method) {
      server.fallbackRequestHandler = async ({ params }) => ({
        ...(await asked.exchange.run(method, params)),
        ...CACHE_HINTS.get(asked.method),
      });
    }
    return server;
  }
}

function headersOf(headers: IncomingHttpHeaders): [string, string][] {
  const compared = COMPARED.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return [['content-type', 'application/json'], ...compared];
}

/** How long a client may keep a result, and who may share it (2026-07-28, server/utilities/caching). */
type CacheHint = { readonly ttlMs: number; readonly cacheScope: 'public' };

/** Lists change with the program, and the facts in them with the release. */
const LISTED: CacheHint = { ttlMs: 300_000, cacheScope: 'public' };
/** As long as HTTP lets published files be kept. */
const READ: CacheHint = { ttlMs: 60_000, cacheScope: 'public' };

/** The hints of those methods whose results may be kept. */
export const CACHE_HINTS: ReadonlyMap<string, CacheHint> = new Map([
  ['tools/list', LISTED],
  ['prompts/list', LISTED],
  ['resources/list', LISTED],
  ['resources/templates/list', LISTED],
  ['resources/read', READ],
]);
