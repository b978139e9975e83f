import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { CAPABILITIES } from '#agents/server-info.ts';
import { factsOf } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { Method } from './methods.ts';
import { SESSION_VERSIONS } from './protocol-headers.ts';
import { RpcError } from './rpc-reply.ts';

/** A server makes one of its own otherwise, which costs more than a request. */
const VALIDATOR = new AjvJsonSchemaValidator();

/** Answers one request by a method, through a server of its own: the response as JSON. */
export async function askSessionServer(
  request: JSONRPCRequest,
  exchange: Exchange,
  method: Method | undefined,
): Promise<string> {
  const { info, instructions } = await factsOf(exchange.source);
  const server = new Server(info, {
    capabilities: CAPABILITIES,
    instructions,
    jsonSchemaValidator: VALIDATOR,
  });
  if (method) server.fallbackRequestHandler = ({ params }) => exchange.run(method, params);
  const transport = new SingleExchange();
  await server.connect(transport);
  return exchange.serialise(await transport.ask(withoutTask(request)));
}

/**
 * Nothing here is a task. Who asks for one is to be answered as if it had not (2025-11-25,
 * basic/utilities/tasks), where the SDK would call that a fault of the server.
 */
function withoutTask({ params, ...request }: JSONRPCRequest): JSONRPCRequest {
  if (params === undefined) return request;
  if (!('task' in params)) return { ...request, params };
  const { task, ...others } = params;
  return { ...request, params: others };
}

/** The same for the first request, with the revision that is agreed on. */
export async function initialize(request: JSONRPCRequest, exchange: Exchange) {
  const asked = checkInitialize(request);
  const json = await askSessionServer(asked, exchange, undefined);
  return { json, version: asked.params.protocolVersion };
}

/**
 * The first request with a revision that is spoken here; the SDK knows older ones. It would also
 * take a handshake that it cannot read for a fault of the server.
 */
function checkInitialize({ params, ...request }: JSONRPCRequest) {
  const result = InitializeRequestSchema.shape.params.safeParse(params);
  if (result.success) {
    const protocolVersion = negotiateVersion(result.data.protocolVersion);
    return { ...request, params: { ...params, protocolVersion } };
  }
  const names = result.error.issues.map(({ path }) => path.join('.') || 'params');
  const message = `Invalid params of initialize: ${[...new Set(names)].join(', ')}. It takes protocolVersion, capabilities and clientInfo with name and version.`;
  throw new RpcError(RPC_CODES.invalidParams, message);
}

/**
 * A transport for one request, inside the process: what is asked goes to the server that is
 * connected to it, and what that sends is the answer. Nothing is shared between requests, so that
 * equal ids of many requests cannot be mistaken for each other.
 */
class SingleExchange implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  #settle: ((message: JSONRPCMessage) => void) | undefined;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Resolves with the response. */
  ask(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.onmessage?.(request);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#settle?.(message);
  }
}

/** The revision to speak with a client that asks for one: that, or the newest there is. */
function negotiateVersion(asked: string): string {
  return SESSION_VERSIONS.includes(asked) ? asked : (SESSION_VERSIONS[0] ?? asked);
}
