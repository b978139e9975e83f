import type { Logger } from 'pino';
import { RPC_CODES } from '#agents/json-rpc.ts';
import type { Tool } from '#agents/tool.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { Answer, Method } from './methods.ts';
import { RpcError } from './rpc-reply.ts';

/**
 * One request to one release. An SDK's server carries the request and frames the answer; what is JSON
 * already stays here, is not parsed, checked and serialised again, and joins the answer at the end.
 */
export class Exchange {
  readonly source: ReviewSource;
  readonly #log: Logger;
  readonly #tools: readonly Tool[];
  #json: Answer['json'];

  constructor(source: ReviewSource, log: Logger, tools: readonly Tool[]) {
    this.source = source;
    this.#log = log;
    this.#tools = tools;
  }

  /** Runs a method and keeps the JSON of its answer. A fault of ours is logged, without its details in the answer. */
  async run(method: Method, params: unknown): Promise<Answer['members']> {
    try {
      const { members, json } = await method(params, this.source, this.#tools);
      this.#json = json;
      return members;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      this.#log.error({ err: error }, 'an MCP request failed');
      throw new RpcError(RPC_CODES.internalError, 'The server failed; the fault is logged.');
    }
  }

  /** The whole response as JSON, from what an SDK's server made of the members. */
  serialise(response: object & { readonly result?: unknown }): string {
    if (!this.#json || !('result' in response)) return JSON.stringify(response);
    const { result, ...envelope } = response;
    const members = JSON.stringify(result).slice(0, -1);
    const comma = members === '{' ? '' : ',';
    const head = `${JSON.stringify(envelope).slice(0, -1)},"result":${members}${comma}`;
    return `${head}${this.#json}}}`;
  }
}
