import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { TOOLS, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { EVENT_STREAM_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import type { Config } from '../config/config.ts';
import type { Clients } from '../http/client.ts';
import { accepts, DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import { type Reply, sendReply } from '../http/reply.ts';
import { methodNotAllowed } from '../http/request.ts';
import type { CurrentRelease, Swapped } from '../release/current-release.ts';
import { EventStreams } from './event-streams.ts';
import { type CountRequest, createGate, createRates, type Gate } from './gate.ts';
import { readMessage, routeToSession } from './messages.ts';
import { ResourceUpdates } from './resource-updates.ts';
import { answerRefused, type RpcAnswer, refuse } from './rpc-answer.ts';
import { SessionTransport } from './session-transport.ts';
import { keptSecret, SessionIds } from './sessions.ts';
import { StatelessTransport, subscriptionOf } from './stateless-transport.ts';

export type McpOptions = Pick<Config, 'host' | 'stateDir' | 'mcp'> & {
  readonly baseUrl: string;
  readonly current: CurrentRelease;
  readonly clients: Clients;
  readonly log: Logger;
};

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
const PREFLIGHT: RawHeaders = Object.entries({
  Allow: METHODS.join(', '),
  'Access-Control-Allow-Methods': METHODS.join(', '),
  'Access-Control-Allow-Headers':
    'Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID',
  'Access-Control-Max-Age': '86400',
}).flat();

/** The page that explains how to connect an agent. */
const AGENTS_PAGE = '/agents/';

type Asked = {
  readonly request: Request;
  readonly response: Response;
  /** The CORS headers of the answer. */
  readonly cors: RawHeaders;
  readonly client: string;
};

/** The endpoint at /mcp: the streamable HTTP transport of MCP, in every revision. */
export class McpEndpoint {
  readonly #current: CurrentRelease;
  readonly #clients: Clients;
  readonly #gate: Gate;
  readonly #countRequest: CountRequest | undefined;
  readonly #sessions: SessionIds;
  readonly #streams: EventStreams;
  readonly #updates: ResourceUpdates;
  readonly #sessionTransport: SessionTransport;
  readonly #stateless: StatelessTransport;
  readonly #timer: NodeJS.Timeout;

  constructor(options: McpOptions) {
    const { current, clients, log, mcp, stateDir, ...served } = options;
    const { requestsPerMinute, hasChatGptTools, allowedOrigins } = mcp;
    const now = () => performance.now();
    this.#current = current;
    this.#clients = clients;
    this.#gate = createGate({ ...served, allowedOrigins });
    if (requestsPerMinute > 0) this.#countRequest = createRates(requestsPerMinute, now);
    this.#sessions = new SessionIds(mcp.sessionSecret ?? keptSecret(stateDir, log));
    const tools = hasChatGptTools ? TOOLS_WITH_CHATGPT : TOOLS;
    const answering = { current, tools, log };
    this.#stateless = new StatelessTransport(answering);
    this.#streams = new EventStreams(now);
    this.#updates = new ResourceUpdates({
      watched: () => this.#streams.watched,
      notify: (uri) => {
        this.#streams.notify(uri);
        this.#stateless.notify(uri);
      },
    });
    this.#sessionTransport = new SessionTransport({
      ...answering,
      countRequest: this.#countRequest,
      sessions: this.#sessions,
      streams: this.#streams,
    });
    current.on('swapped', this.#onSwap);
    const sweep = () => this.#streams.sweep();
    this.#timer = setInterval(sweep, MCP_LIMITS.keepAliveSeconds * 1000).unref();
  }

  /** Answers a request. Rejects only if the fault is ours. */
  async handle(request: Request, response: Response): Promise<void> {
    let cors: RawHeaders = [];
    const send = (answer: RpcAnswer) => sendReply(request, response, replyOf(answer, cors));
    try {
      cors = this.#gate(request.headers);
      const answer = await this.#answer(request, response, cors);
      if (answer) send(answer);
    } catch (error) {
      const answer = answerRefused(error);
      if (!answer) throw error;
      send(answer);
    }
  }

  /** Ends all streams: the process is about to end. Requests that arrive meanwhile are answered. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#current.off('swapped', this.#onSwap);
    await this.#stateless.close();
    this.#streams.end();
  }

  readonly #onSwap = ({ before, release }: Swapped): void => {
    if (before) void this.#updates.announce(before.published, release.published);
  };

  /** Undefined if the answer is a stream, or the client has disconnected. */
  async #answer(request: Request, response: Response, cors: RawHeaders) {
    const { method } = request;
    if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT };
    const client = this.#clients.of(request);
    this.#countRequest?.(client);
    switch (method) {
      case 'POST':
        return this.#post({ request, response, cors, client });
      case 'GET':
        return this.#get({ request, response, cors, client });
      case 'DELETE':
        return this.#endSession(request);
      default:
        throw methodNotAllowed(method, METHODS);
    }
  }

  async #post({ request, response, cors, client }: Asked): Promise<RpcAnswer | undefined> {
    const asked = await readMessage(request, this.#sessions);
    if (!asked) return undefined;
    if (asked.kind !== 'stateless') return this.#sessionTransport.answer(asked, client);
    const { message } = asked;
    // Throws if there is no release yet.
    this.#current.get();
    if (message.method !== 'subscriptions/listen') {
      return this.#stateless.answer(message, request.headers);
    }
    const uris = subscriptionOf(message);
    this.#streams.add({ client, response, uris: () => uris });
    await this.#stateless.listen(message, request, response, cors);
    return undefined;
  }

  #get({ request, response, cors, client }: Asked): RpcAnswer | undefined {
    const { accept } = request.headers;
    // A browser; clients of the protocol do not accept pages.
    if (accept?.includes('text/html')) return { status: 303, headers: ['Location', AGENTS_PAGE] };
    if (!accepts(accept, [EVENT_STREAM_TYPE])) {
      throw refuse(406, `GET opens an event stream: Accept must list ${EVENT_STREAM_TYPE}.`);
    }
    const { id } = routeToSession(request.headers, this.#sessions);
    this.#streams.openSession(id, client, response, cors);
    return undefined;
  }

  #endSession({ headers }: Request): RpcAnswer {
    const session = routeToSession(headers, this.#sessions);
    this.#sessions.end(session);
    this.#streams.endSession(session.id);
    return { status: 200 };
  }
}

/** Returns an answer that caches must not keep: a CDN has to pass it through. */
function replyOf({ status, json, headers = [] }: RpcAnswer, cors: RawHeaders): Reply {
  const body = Buffer.from(json ?? '');
  return {
    status,
    headers: [
      ...(json === undefined ? [] : ['Content-Type', JSON_TYPE]),
      ...(status === 204 ? [] : ['Content-Length', String(body.length)]),
      ...['Cache-Control', 'no-store'],
      ...headers,
      ...cors,
      ...DATA_SECURITY,
    ],
    body: [body],
  };
}
