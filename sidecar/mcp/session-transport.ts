import { setImmediate } from 'node:timers/promises';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { RPC_CODES, serialiseRpcError } from '#agents/json-rpc.ts';
import { readResourceUri } from '#agents/resources.ts';
import { CAPABILITIES, MCP_LIMITS } from '#agents/server-info.ts';
import { memoizeAsync } from '#dataset/memoize.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { EventStreams } from './event-streams.ts';
import type { CountRequest } from './gate.ts';
import { SESSION_VERSIONS, type SessionMessage } from './messages.ts';
import {
  type Answering,
  describeServer,
  METHODS,
  type Method,
  ResourceParams,
  type Result,
  readParams,
  runMethod,
} from './methods.ts';
import { type RpcAnswer, RpcError } from './rpc-answer.ts';
import type { Session, SessionIds } from './sessions.ts';

type Deps = Answering & {
  /** Undefined if requests are not counted. */
  readonly countRequest: CountRequest | undefined;
  readonly sessions: SessionIds;
  readonly streams: Pick<EventStreams, 'subscribe' | 'unsubscribe'>;
};

/** The only revision that knows batches. */
const BATCHING = '2025-03-26';

/** Answers every message to the revisions with sessions. */
export class SessionTransport {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers a message of a client. Throws an RpcError for one that cannot be part of a session. */
  async answer(asked: SessionMessage, client: string): Promise<RpcAnswer> {
    const { message, session } = asked;
    if (asked.kind === 'other') {
      if (!Array.isArray(message)) return { status: 202 };
      const answers = await this.#answerBatch(message, asked.session, client);
      return answers.length === 0 ? { status: 202 } : { status: 200, json: `[${answers}]` };
    }
    if (!session) return this.#begin(asked.message);
    return { status: 200, json: await this.#answerRequest(asked.message, session.id) };
  }

  async #begin(request: JSONRPCRequest): Promise<RpcAnswer> {
    const params = InitializeRequestSchema.shape.params.safeParse(request.params);
    if (!params.success) {
      // The SDK would take a handshake that it cannot read for a fault of the server.
      const names = params.error.issues.map(({ path }) => path.join('.') || 'params');
      const message = `Invalid params of initialize: ${[...new Set(names)].join(', ')}. It takes protocolVersion, capabilities and clientInfo with name and version.`;
      throw new RpcError(RPC_CODES.invalidParams, message, { status: 200, id: request.id });
    }
    const asked = params.data.protocolVersion;
    // Otherwise the newest one.
    const protocolVersion =
      SESSION_VERSIONS.find((known) => known === asked) ?? SESSION_VERSIONS[0];
    const message = { ...request, params: { ...request.params, protocolVersion } };
    const json = await this.#answerRequest(message);
    const id = this.#deps.sessions.create(protocolVersion);
    return { status: 200, json, headers: ['Mcp-Session-Id', id] };
  }

  /** Answers one request: the response as JSON. */
  async #answerRequest(request: JSONRPCRequest, session = ''): Promise<string> {
    const method = sessionMethod(request.method, session, this.#deps.streams);
    const ask = await askerOf(this.#deps.current.get().published);
    const run = () => runMethod(method, request.params, this.#deps);
    return ask(withoutTask(request), run);
  }

  /**
   * Answers the requests of a batch in order, each as JSON, and lets other clients in between. Each
   * counts as a request of the client. Throws an RpcError if there may be no batch, or no more.
   */
  async #answerBatch(
    messages: readonly unknown[],
    session: Session,
    client: string,
  ): Promise<readonly string[]> {
    if (session.version !== BATCHING) {
      throw invalidRequest('Batching is not supported; send one message per request.');
    }
    const most = MCP_LIMITS.batchMessages;
    if (messages.length > most) {
      throw invalidRequest(`A batch can have at most ${most} messages; send fewer.`);
    }
    // The first was counted as the POST that contained it.
    for (let more = 1; more < messages.length; more++) this.#deps.countRequest?.(client);
    const answers: string[] = [];
    for (const request of messages.filter(isJSONRPCRequest)) {
      answers.push(
        request.method === 'initialize'
          ? serialiseRpcError(request.id, invalidRequest('initialize cannot be part of a batch.'))
          : await this.#answerRequest(request, session.id),
      );
      await setImmediate();
    }
    return answers;
  }
}

function invalidRequest(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidRequest, message);
}

/**
 * Returns the methods of a session: all methods, and subscriptions to updates on its stream. Others
 * are unknown, except for those that the SDK answers itself.
 */
export function sessionMethod(
  name: string,
  session: string,
  streams: Pick<EventStreams, 'subscribe' | 'unsubscribe'>,
): Method {
  switch (name) {
    case 'resources/subscribe':
      return (params, { baseUrl }) => {
        const { uri } = readParams(ResourceParams, params);
        // Other URIs never change.
        if (readResourceUri(uri, baseUrl)) streams.subscribe(session, uri);
        return {};
      };
    case 'resources/unsubscribe':
      return (params) => {
        streams.unsubscribe(session, readParams(ResourceParams, params).uri);
        return {};
      };
    default:
      return METHODS.get(name) ?? refuseUnknown;
  }
}

const refuseUnknown: Method = () => {
  throw new RpcError(RPC_CODES.methodNotFound, 'Method not found');
};

/**
 * Nothing here is a task. A request for one is answered like any other (2025-11-25,
 * basic/utilities/tasks); the SDK would call it a fault of the server.
 */
function withoutTask({ params, ...request }: JSONRPCRequest): JSONRPCRequest {
  if (params === undefined) return request;
  const { task, ...others } = params;
  return { ...request, params: others };
}

/** Makes the result, unless the server has one itself; and gets the response. */
type Exchange = { run: () => Promise<Result>; settle: (response: JSONRPCMessage) => void };

/**
 * One server for all sessions of a release, which its name depends on. Returns a function that has
 * it answer a request, as JSON. Inside, each has an id of its own: equal ids are not mixed up.
 */
const askerOf = memoizeAsync(async (source: ReviewSource) => {
  const { info, instructions } = await describeServer(source);
  const server = new Server(info, { capabilities: CAPABILITIES, instructions });
  const exchanges = new Map<RequestId, Exchange>();
  server.fallbackRequestHandler = async (_, { requestId }) => exchanges.get(requestId)?.run() ?? {};
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  ours.onmessage = (response) => {
    if (!('id' in response) || response.id === undefined) return;
    exchanges.get(response.id)?.settle(response);
    exchanges.delete(response.id);
  };
  await server.connect(theirs);
  let count = 0;
  return async (request: JSONRPCRequest, run: Exchange['run']): Promise<string> => {
    const id = ++count;
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    exchanges.set(id, { run, settle: resolve });
    await ours.send({ ...request, id });
    return JSON.stringify({ ...(await promise), id: request.id });
  };
});
