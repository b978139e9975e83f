import type { Logger } from 'pino';
import { RPC_CODES } from '#agents/json-rpc.ts';
import type { Tool } from '#agents/tool.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { Answer, Method } from './methods.ts';
import { RpcError } from './rpc-reply.ts';

const COMMA = Buffer.from(',');
const END = Buffer.from('}}');

/**
 * One request to one release. An SDK's server carries the request and frames the answer; what is
 * large of the answer stays here as ready-made JSON, is not parsed, checked and serialised again,
 * and joins the answer at the end.
 */
export class Exchange {
  readonly source: ReviewSource;
  readonly #log: Logger;
  /** Undefined for the usual ones. */
  readonly #tools: readonly Tool[] | undefined;
  #ready: Answer['ready'];

  constructor(source: ReviewSource, log: Logger, tools?: readonly Tool[]) {
    this.source = source;
    this.#log = log;
    this.#tools = tools;
  }

  /** Runs a method and keeps what is ready of its answer. A fault of ours is logged, without its details in the answer. */
  async run(method: Method, params: unknown): Promise<Answer['members']> {
    try {
      const { members, ready } = await method(params, this.source, this.#tools);
      this.#ready = ready;
      return members;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      this.#log.error({ err: error }, 'an MCP request failed');
      throw new RpcError(RPC_CODES.internalError, 'The server failed; the fault is logged.');
    }
  }

  /** The whole response as JSON in pieces, from what an SDK's server made of the members. */
  serialise(response: object & { readonly result?: unknown }): readonly Uint8Array[] {
    if (!this.#ready || !('result' in response)) return [Buffer.from(JSON.stringify(response))];
    const { result, ...envelope } = response;
    const members = JSON.stringify(result).slice(0, -1);
    const head = Buffer.from(`${JSON.stringify(envelope).slice(0, -1)},"result":${members}`);
    const comma = members === '{' ? [] : [COMMA];
    return [head, ...comma, ...this.#ready, END];
  }
}
