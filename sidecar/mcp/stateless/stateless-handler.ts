import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type FetchLikeMcpHandler, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
  Server,
} from '@modelcontextprotocol/server';
import { CAPABILITIES, MCP_LIMITS } from '#agents/server-info.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { Exchange } from '../exchange.ts';
import { METHODS } from '../methods/methods.ts';
import { factsOf } from '../server-facts.ts';
import { cacheHintOf, LISTED } from './cache-hints.ts';

/** A message with the headers that came with it. */
export type StatelessRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly message: { readonly method: string };
};

/** An answer to send: JSON, or nothing. */
export type StatelessAnswer = {
  readonly status: number;
  readonly json: readonly Uint8Array[] | undefined;
};

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
  async answer(request: StatelessRequest, exchange: Exchange): Promise<StatelessAnswer> {
    // The body is handed over as it was parsed: this one is never read.
    const asked = new Request(`http://localhost${this.#path}`, {
      method: 'POST',
      headers: headersOf(request),
    });
    this.#asked.set(asked, { exchange, method: request.message.method });
    const response = await this.#answering.fetch(asked, { parsedBody: request.message });
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

  /** Tells the subscribers of a resource that it changed. */
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
        ...cacheHintOf(asked.method),
      });
    }
    return server;
  }
}

function headersOf({ headers }: StatelessRequest): [string, string][] {
  const compared = COMPARED.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return [['content-type', 'application/json'], ...compared];
}
