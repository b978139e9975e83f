import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { TOOLS, TOOLS_WITH_CHATGPT } from '#agents/agents.ts';
import { MCP_LIMITS, MCP_PATH } from '#agents/server-info.ts';
import type { Clients } from '../http/client.ts';
import type { RawHeaders } from '../http/headers.ts';
import { type Reply, sendReply } from '../http/reply.ts';
import { methodNotAllowed } from '../http/request.ts';
import type { CurrentRelease, Swapped } from '../release/current-release.ts';
import { currentSource, type McpContext } from './context.ts';
import { createGate, RequestRates } from './gate.ts';
import { replyToPost } from './post.ts';
import { routeToSession } from './protocol-headers.ts';
import { emptyReply, replyWithRefusal, toRefusal } from './rpc-reply.ts';
import { SessionIds } from './sessions.ts';
import { StatelessHandler } from './stateless-transport.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { ResourceUpdates } from './streams/resource-updates.ts';
import { openStream, SessionStreams } from './streams/session-streams.ts';
import { Subscriptions } from './streams/subscriptions.ts';

type McpOptions = {
  readonly baseUrl: string;
  /** The address that is listened on. */
  readonly host: string;
  readonly allowedOrigins: readonly string[];
  readonly sessionSecret: string;
  readonly hasChatGptTools: boolean;
  /** Of one client; 0 is no limit. */
  readonly requestsPerMinute: number;
  readonly current: CurrentRelease;
  readonly clients: Clients;
  readonly log: Logger;
};

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
const PREFLIGHT: RawHeaders = [
  'Allow',
  METHODS.join(', '),
  'Access-Control-Allow-Methods',
  METHODS.join(', '),
  'Access-Control-Allow-Headers',
  'Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID',
  'Access-Control-Max-Age',
  '86400',
];

/** The endpoint at /mcp: the streamable HTTP transport of MCP, for every revision of it. */
export class McpEndpoint {
  readonly #context: McpContext;
  readonly #clients: Clients;
  readonly #timer: NodeJS.Timeout;
  readonly #onSwap: (swapped: Swapped) => void;

  constructor(options: McpOptions) {
    this.#context = createContext(options);
    this.#clients = options.clients;
    const { current, streams, sessionStreams, updates, log } = this.#context;
    this.#onSwap = ({ before, release }) => {
      if (!before) return;
      updates.announce(before.source, release.source).catch((err: unknown) => {
        log.error({ err }, 'what MCP subscribers watch could not all be compared');
      });
    };
    current.on('swapped', this.#onSwap);
    const sweep = () => {
      streams.sweep();
      sessionStreams.keepAlive();
    };
    this.#timer = setInterval(sweep, MCP_LIMITS.keepAliveSeconds * 1000).unref();
  }

  /** Answers a request. Rejects only where the fault is ours. */
  async handle(request: Request, response: Response): Promise<void> {
    let cors: RawHeaders = [];
    try {
      cors = this.#context.gate(request.headers);
      const reply = await this.#reply(request, response, cors);
      if (reply) sendReply(request, response, reply);
    } catch (error) {
      const refusal = toRefusal(error);
      if (!refusal) throw error;
      sendReply(request, response, replyWithRefusal(refusal, cors));
    }
  }

  /** Ends all streams: the process is about to end. What is asked meanwhile is answered. */
  async close(): Promise<void> {
    const { current, streams, stateless } = this.#context;
    clearInterval(this.#timer);
    current.off('swapped', this.#onSwap);
    await stateless.close();
    streams.end();
  }

  async #reply(request: Request, response: Response, cors: RawHeaders): Promise<Reply | undefined> {
    const { method } = request;
    if (method === 'OPTIONS') return emptyReply(204, [...PREFLIGHT, ...cors]);
    const client = this.#clients.of(request);
    const admitted = { request, response, cors, client };
    this.#context.rates?.countRequest(client);
    switch (method) {
      case 'POST':
        return replyToPost(admitted, this.#context);
      case 'GET':
        openStream(admitted, this.#context);
        return undefined;
      case 'DELETE':
        this.#endSession(request);
        return emptyReply(200, cors);
      default:
        throw methodNotAllowed(method, METHODS);
    }
  }

  #endSession({ headers }: Request): void {
    const { sessions, subscriptions, sessionStreams } = this.#context;
    const session = routeToSession(headers, sessions);
    sessions.end(session);
    subscriptions.end(session.id);
    sessionStreams.end(session);
  }
}

function createContext(options: McpOptions): McpContext {
  const { sessionSecret, requestsPerMinute, hasChatGptTools, current, log } = options;
  const now = () => performance.now();
  const stateless = new StatelessHandler(MCP_PATH, () => currentSource(current));
  const sessionStreams = new SessionStreams();
  return {
    current,
    log,
    stateless,
    tools: hasChatGptTools ? TOOLS_WITH_CHATGPT : TOOLS,
    gate: createGate(options),
    rates: requestsPerMinute > 0 ? new RequestRates(requestsPerMinute, now) : undefined,
    sessions: new SessionIds({ secret: sessionSecret, randomBytes, now: () => Date.now() }),
    subscriptions: new Subscriptions((session) => sessionStreams.has(session)),
    streams: new OpenStreams(now, () => current.isDraining),
    sessionStreams,
    updates: new ResourceUpdates((uri) => stateless.notify(uri)),
  };
}
